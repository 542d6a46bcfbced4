package dev.coset.data;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Inputs and targets as the network sees them, standardised. The arrays are shared, not copied:
 * treat them as fixed.
 *
 * @param x (feature, point)
 * @param y of each point; empty where there are no targets
 * @param oneHots groups of inputs that are levels of one text column, in order
 */
public record Points(double[][] x, Targets y, List<OneHot> oneHots) {

  private static final int NUMBERS_OF_TEXT = 8; // see docs/lab/performance.md, "Chunks of rows"

  public Points {
    oneHots = List.copyOf(oneHots);
    if (x.length == 0) {
      throw new IllegalArgumentException(
          "There is no feature: give at least one column besides the target.");
    }
    if (y.count() != 0 && y.count() != x[0].length) {
      throw new IllegalArgumentException(
          "There are " + x[0].length + " inputs but " + y.count() + " targets.");
    }
  }

  /** Points whose inputs are numbers, or are used as such. */
  public Points(double[][] x, Targets y) {
    this(x, y, List.of());
  }

  /** Points whose targets are numbers. */
  public Points(double[][] x, double[] y) {
    this(x, Targets.numbers(y));
  }

  /** Other inputs (input, point) of the same columns, without targets. */
  public Points at(double[][] others) {
    return new Points(others, Targets.NONE, oneHots);
  }

  public int features() {
    return x.length;
  }

  /**
   * How many inputs that are numbers would take a gradient as long as these do: a text column of
   * many levels takes as long as a few of them.
   */
  public int costlyInputs() {
    int levels = oneHots.stream().mapToInt(OneHot::levels).sum();
    return levels < FloatTable.MANY_LEVELS
        ? x.length
        : x.length - levels + NUMBERS_OF_TEXT * oneHots.size();
  }

  public int count() {
    return x[0].length;
  }

  /** The weighted mean of each feature. */
  public double[] centre() {
    return Arrays.stream(x)
        .mapToDouble(v -> v.length == 0 ? 0 : Weighted.mean(v, y.weights()))
        .toArray();
  }

  /** Returns the points seen from a centre (feature). */
  public Points about(double[] centre) {
    double[][] about = new double[x.length][];
    Arrays.setAll(about, j -> Arrays.stream(x[j]).map(v -> v - centre[j]).toArray());
    return new Points(about, y, oneHots.stream().map(of -> of.about(centre)).toList());
  }

  /** Returns at most so many of the points, evenly picked. */
  public Points evenly(int most) {
    int n = count();
    int m = Math.min(n, most);
    return select(IntStream.range(0, m).map(i -> (int) ((long) i * n / m)).toArray());
  }

  /** Returns the points from one up to another. */
  public Points range(int from, int to) {
    return select(IntStream.range(from, to).toArray());
  }

  /** Returns some of the points. */
  public Points select(int[] points) {
    double[][] part = new double[x.length][points.length];
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < points.length; i++) {
        part[j][i] = x[j][points[i]];
      }
    }
    return new Points(part, y.count() == 0 ? y : y.select(points), oneHots);
  }
}
