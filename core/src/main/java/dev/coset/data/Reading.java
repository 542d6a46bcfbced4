package dev.coset.data;

import dev.coset.message.Message;
import java.util.List;

/**
 * Counts of what was done with a file's cells.
 *
 * @param leftOut rows dropped for missing cells
 * @param weightless rows dropped because their weight is 0
 * @param imputed cells that were missing and have been filled in
 * @param unknown cells of text that training never saw
 * @param warnings what the user may not expect of the file, a sentence each
 */
public record Reading(
    int leftOut, int weightless, long imputed, long unknown, List<Message> warnings) {
  public Reading {
    warnings = List.copyOf(warnings);
  }
}
