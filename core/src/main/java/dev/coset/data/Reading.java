package dev.coset.data;

/**
 * What became of a file's cells.
 *
 * @param leftOut rows left out for missing cells
 * @param imputed cells that were missing and have been filled in
 * @param unknown cells of text that training never saw
 */
public record Reading(int leftOut, long imputed, long unknown) {}
