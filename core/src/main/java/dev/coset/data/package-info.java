/**
 * Turns a CSV file or arrays into standardised numbers. Coset reads the rows as they are, splits
 * them, and learns the encoding of columns from training rows alone. Read: {@link TableOptions},
 * {@link RawTable}, {@link Split}, {@link Folds}; {@link ColumnFit}, {@link Column}, {@link
 * Encoding}, {@link Dataset}; {@link Scaling}, {@link TargetScaling}, {@link Targets}, {@link
 * Points}. Behind {@link RawTable#read} and {@link Encoding#read}: {@link TableFile}, {@link
 * FormatFile}, {@link TextReader}, {@link CsvRecords}, {@link Row}, {@link Cell}, {@link
 * ColumnBuilder}, {@link ColumnCells}, {@link Classes}, and {@link CellForm}, in which the cells of
 * a column may be written.
 */
@NullMarked
package dev.coset.data;

import org.jspecify.annotations.NullMarked;
