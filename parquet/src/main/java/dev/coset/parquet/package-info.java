/**
 * Reads tables from Parquet files: flat columns of numbers, texts, dates, times and truths. Read:
 * {@link ParquetTable}, {@link PartsTable}; {@link Footer}, {@link Schema}, {@link CellType},
 * {@link Leaf}; {@link Cursor}, {@link PageReader}, {@link PageHeader}, {@link Decoder}, {@link
 * Codec}; below all {@link Thrift} and {@link Bytes}, which check each bound, so that no damaged
 * file does more than end in a sentence.
 */
@NullMarked
package dev.coset.parquet;

import org.jspecify.annotations.NullMarked;
