package dev.coset.data;

import java.util.List;

/**
 * Standardisation to mean 0 and standard deviation 1 (divisor n), as fitted on some rows. Features
 * constant there are left out. A missing value becomes 0, its mean.
 *
 * @param kept the features used, in order
 * @param means of the kept features
 * @param deviations of the kept features
 * @param leftOut names of the features left out
 */
public record Scaling(
    int[] kept,
    double[] means,
    double[] deviations,
    double targetMean,
    double targetDeviation,
    List<String> leftOut) {

  public static Scaling fit(Dataset dataset, int[] rows) {
    throw new UnsupportedOperationException();
  }

  /** The number of features the network sees. */
  public int features() {
    return kept.length;
  }

  public List<String> warnings() {
    throw new UnsupportedOperationException();
  }

  /** Rows of the dataset as the network sees them. */
  public Points points(Dataset dataset, int[] rows) {
    throw new UnsupportedOperationException();
  }

  /** A table as the network sees it; without targets where the table has none. */
  public Points points(Table table) {
    throw new UnsupportedOperationException();
  }

  /** (feature, row) to (kept feature, row). */
  public double[][] standardise(double[][] features) {
    throw new UnsupportedOperationException();
  }

  public double standardTarget(double original) {
    throw new UnsupportedOperationException();
  }

  public double originalTarget(double standard) {
    throw new UnsupportedOperationException();
  }
}
