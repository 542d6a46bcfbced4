package dev.coset.data;

import java.nio.file.Path;

/**
 * Which rows train and which test, from 0.
 *
 * @param test may be empty
 */
public record Split(int[] train, int[] test) {

  /** The rows in random order, cut; the test part is rounded up. */
  public static Split shuffled(int rows, double testFraction, long seed) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads {@code {"train": [...], "test": [...]}}, or such an object under the dataset's name. Row
   * numbers are those of the data rows in the file, from 0; rows that were dropped for missing
   * cells are left out.
   */
  public static Split fromJson(Path file, String datasetName, Dataset dataset) {
    throw new UnsupportedOperationException();
  }
}
