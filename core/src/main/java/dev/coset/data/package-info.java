/**
 * From a CSV file or arrays to standardised numbers. Read: {@link Column}, {@link Encoding}, {@link
 * Dataset}, {@link Split}, {@link Scaling}, {@link Points}; behind {@link Dataset#fromCsv} and
 * {@link Encoding#read}: {@link CsvFile}, {@link TextReader}, {@link Row}, {@link Cell}, {@link
 * Classes}, and {@link CellForm}: what the cells of a column may mean.
 */
@NullMarked
package dev.coset.data;

import org.jspecify.annotations.NullMarked;
