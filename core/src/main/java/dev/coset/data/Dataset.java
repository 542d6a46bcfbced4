package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Encoded features and a target, not standardised. The arrays are shared, not copied: treat them as
 * fixed.
 */
public final class Dataset {

  private final Encoding encoding;
  private final double[][] features; // (feature, row)
  private final double[] target; // (row)
  private final double @Nullable [] weights; // (row), null where all are 1
  private final int @Nullable []
      rowOf; // (source row), -1 where it was dropped; null where none was
  private final List<Message> warnings;
  private final List<Message> notes;
  private final @Nullable Blocks blocks;

  /**
   * A dataset as it was, such as a run kept it.
   *
   * @param features (feature, row)
   */
  public Dataset(Encoding encoding, double[][] features, double[] target) {
    this(encoding, features, target, null, null, List.of(), List.of(), null);
  }

  Dataset(
      Encoding encoding,
      double[][] features,
      double[] target,
      double @Nullable [] weights,
      int @Nullable [] rowOf,
      List<Message> warnings,
      List<Message> notes,
      @Nullable Blocks blocks) {
    this.encoding = encoding;
    this.features = features;
    this.target = target;
    this.weights = weights == null ? null : checked(weights);
    this.rowOf = rowOf;
    this.warnings = List.copyOf(warnings);
    this.notes = List.copyOf(notes);
    this.blocks = blocks;
    check();
  }

  /** The same rows, in groups. */
  public Dataset in(Blocks other) {
    return new Dataset(encoding, features, target, weights, rowOf, warnings, notes, other);
  }

  /**
   * The same rows with weights: a row of weight w counts as w independent rows, and one of weight 0
   * as none.
   *
   * @param each (row)
   */
  public Dataset weighted(double[] each) {
    return new Dataset(encoding, features, target, each.clone(), rowOf, warnings, notes, blocks);
  }

  /**
   * Numeric columns {@code x1, x2, ...} and target {@code y}.
   *
   * @param x (row, feature)
   */
  public static Dataset of(double[][] x, double[] y) {
    int width = x.length == 0 ? 0 : x[0].length;
    return of(IntStream.rangeClosed(1, width).mapToObj(i -> "x" + i).toList(), x, "y", y);
  }

  /**
   * Numeric columns by name.
   *
   * @param x (row, feature)
   */
  public static Dataset of(List<String> names, double[][] x, String target, double[] y) {
    return of(names, x, Column.numeric(target), y.clone());
  }

  /**
   * Numeric columns by name, and a target with a class for each different label, as a file's cells
   * are told apart: labels that are all numbers are compared as numbers.
   *
   * @param x (row, feature)
   */
  public static Dataset classes(
      List<String> names, double[][] x, String target, List<String> labels) {
    List<String> cells = labels.stream().map(String::strip).toList();
    for (int row = 0; row < cells.size(); row++) {
      if (Cell.missing(cells.get(row))) {
        throw new InputException(
            "The target %s is missing in row %d (from 0): fill it in or leave the row out."
                .formatted(Quoted.text(target), row));
      }
    }
    Classes classes = Classes.in(cells);
    double[] y = cells.stream().mapToDouble(classes::number).toArray();
    return of(names, x, classes.target(target, cells.size()), y);
  }

  private static Dataset of(List<String> names, double[][] x, Column target, double[] y) {
    if (x.length == 0) {
      throw new InputException("There are no rows: give at least two.");
    }
    double[][] features = new double[names.size()][x.length];
    for (int row = 0; row < x.length; row++) {
      if (x[row].length != names.size()) {
        throw new InputException(
            "Row %d has %d values, but there are %d columns: give one value for each column."
                .formatted(row, x[row].length, names.size()));
      }
      for (int j = 0; j < features.length; j++) {
        if (Double.isNaN(x[row][j])) {
          throw new InputException(
              "Column %s is NaN in row %d: fill it in or leave the row out."
                  .formatted(Quoted.text(names.get(j)), row));
        }
        features[j][row] = x[row][j];
      }
    }
    int[] all = IntStream.range(0, x.length).toArray();
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < features.length; j++) {
      var raw = new RawColumn.Numbers(names.get(j), NumberForm.PLAIN, features[j]);
      columns.add(new ColumnFit(raw, all, null, false, false).column());
    }
    return new Dataset(new Encoding(target, columns), features, y);
  }

  public int rows() {
    return target.length;
  }

  public Encoding encoding() {
    return encoding;
  }

  /** (feature, row). */
  public double[][] features() {
    return features;
  }

  /** (row): numbers, or the places of the classes among the target's levels. */
  public double[] target() {
    return target;
  }

  /** (row): how much each counts; null where all count 1. */
  public double @Nullable [] weights() {
    return weights;
  }

  /** The groups of rows; null where each row stands for itself. */
  public @Nullable Blocks blocks() {
    return blocks;
  }

  /**
   * The row of the source, from 0, that has become a row; of a stored run dropped rows are lost.
   */
  int sourceRow(int row) {
    return rowOf == null
        ? row
        : IntStream.range(0, rowOf.length)
            .filter(source -> rowOf[source] == row)
            .findFirst()
            .orElse(row);
  }

  /** What the user should know about how the file was read, a sentence each. */
  public List<Message> warnings() {
    return warnings;
  }

  /** What was made of the file's columns, a sentence each. */
  public List<Message> notes() {
    return notes;
  }

  /**
   * SHA-256 in hex over names, levels and the exact values: the same numbers give the same
   * fingerprint.
   */
  public String fingerprint() {
    MessageDigest digest = sha256();
    update(digest, encoding.target());
    update(digest, encoding.columns().size());
    encoding.columns().forEach(column -> update(digest, column));
    update(digest, target);
    for (double[] feature : features) {
      update(digest, feature);
    }
    if (weights != null) {
      update(digest, weights);
    }
    if (blocks != null) {
      update(digest, blocks.inTime() ? 1 : 0);
      update(digest, Arrays.stream(blocks.of()).asDoubleStream().toArray());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void check() {
    if (features.length != encoding.features()) {
      throw new IllegalArgumentException(
          "There are %d features, but the encoding has %d."
              .formatted(features.length, encoding.features()));
    }
    List<String> names = encoding.featureNames();
    for (int j = 0; j < features.length; j++) {
      if (features[j].length != target.length) {
        throw new InputException(
            "There are %d rows of features but %d targets: give one target for each row."
                .formatted(features[j].length, target.length));
      }
      for (int row = 0; row < target.length; row++) {
        if (Double.isInfinite(features[j][row])) {
          throw notFinite("Column", names.get(j), row);
        }
      }
    }
    TargetKind kind = encoding.kind();
    for (int row = 0; row < target.length; row++) {
      if (!Double.isFinite(target[row])) {
        throw notFinite("The target", encoding.target().name(), row);
      }
      if (!kind.has(target[row])) {
        throw new IllegalArgumentException(
            "The target of row %d is %s where there are %s, from 0."
                .formatted(row, target[row], kind));
      }
    }
  }

  /** Null where all are 1. */
  private double @Nullable [] checked(double[] each) {
    if (each.length != target.length) {
      throw new InputException(
          "There are %d weights but %d rows: give one weight for each row."
              .formatted(each.length, target.length));
    }
    for (int row = 0; row < each.length; row++) {
      if (!WeightColumn.isValid(each[row])) {
        throw new InputException(
            "The weight of row %d (from 0) is %s: give a number from 0 to 1e12."
                .formatted(row, each[row]));
      }
    }
    return Arrays.stream(each).allMatch(w -> w == 1) ? null : each;
  }

  private static InputException notFinite(String role, String name, int row) {
    return new InputException(
        "%s %s is not finite in row %d (from 0): correct it or leave the row out."
            .formatted(role, Quoted.text(name), row));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java platform has SHA-256", e);
    }
  }

  private static void update(MessageDigest digest, Column column) {
    update(digest, column.toString());
    update(digest, column.levels().size()); // texts may look like what stands between them
    column.levels().forEach(level -> update(digest, level));
  }

  private static void update(MessageDigest digest, int value) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(value).flip());
  }

  /** With its length first, so that no two lists of texts look alike. */
  private static void update(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    update(digest, bytes.length);
    digest.update(bytes);
  }

  private static void update(MessageDigest digest, double[] values) {
    update(digest, values.length);
    ByteBuffer buffer = ByteBuffer.allocate(1 << 13);
    for (double value : values) {
      if (!buffer.hasRemaining()) {
        digest.update(buffer.flip());
        buffer.clear();
      }
      buffer.putLong(Double.doubleToLongBits(value));
    }
    digest.update(buffer.flip());
  }
}
