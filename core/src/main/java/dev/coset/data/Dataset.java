package dev.coset.data;

import java.nio.file.Path;
import java.util.List;

/**
 * Encoded features and a target, not standardised. The arrays are shared, not copied: treat them as
 * fixed.
 */
public final class Dataset {

  private final Encoding encoding;
  private final double[][] features; // (feature, row)
  private final double[] target; // (row)
  private final List<String> warnings;

  /**
   * A dataset as it was, such as a run kept it.
   *
   * @param features (feature, row); NaN where the cell was missing
   */
  public Dataset(Encoding encoding, double[][] features, double[] target) {
    this(encoding, features, target, List.of());
  }

  Dataset(Encoding encoding, double[][] features, double[] target, List<String> warnings) {
    this.encoding = encoding;
    this.features = features;
    this.target = target;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file with a header: numeric columns as they are, text columns as one indicator per
   * level.
   *
   * @throws InputException with one sentence where the file cannot be used
   */
  public static Dataset fromCsv(Path file, String target, MissingCells missing) {
    throw new UnsupportedOperationException();
  }

  /**
   * Numeric columns {@code x1, x2, ...} and target {@code y}.
   *
   * @param x (row, feature)
   */
  public static Dataset of(double[][] x, double[] y) {
    throw new UnsupportedOperationException();
  }

  /**
   * Numeric columns by name.
   *
   * @param x (row, feature)
   */
  public static Dataset of(List<String> names, double[][] x, String target, double[] y) {
    throw new UnsupportedOperationException();
  }

  public int rows() {
    return target.length;
  }

  public Encoding encoding() {
    return encoding;
  }

  /** (feature, row); NaN where the cell was missing. */
  public double[][] features() {
    return features;
  }

  /** (row). */
  public double[] target() {
    return target;
  }

  /** The data row of the file, from 1, that a row was; they differ where rows were dropped. */
  public int rowNumber(int row) {
    throw new UnsupportedOperationException();
  }

  /** What the user should know about how the file was read, a sentence each. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * SHA-256 in hex over names, levels and the exact values: the same numbers give the same
   * fingerprint.
   */
  public String fingerprint() {
    throw new UnsupportedOperationException();
  }
}
