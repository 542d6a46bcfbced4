package dev.coset.data;

import dev.coset.statistics.Weighted;
import dev.coset.vectormath.FloatLayer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Points in chunks, in single precision, as gradients read them. Immutable, so that all threads
 * share one. Inputs that are levels of a text column are kept as its level, if there are many. The
 * file of one precision is generated from that of the other; a test compares them.
 */
public final class FloatTable {
  /** From so many levels on a sum over levels is faster than one over inputs. */
  private static final int MANY_LEVELS = 32;

  private static final int CHUNK = FloatLayer.BLOCK;
  private static final int FIRST = FloatLayer.FIRST;
  private static final TableCache<FloatTable> TABLES = new TableCache<>();

  public final int points;

  /** The inputs that are numbers, in order. */
  public final int[] numbers;

  /** (chunk, number, point of the chunk) from FIRST on; the last point fills up the last chunk. */
  public final float[] x;

  /** (number), of absolute values. */
  public final float[] largest;

  /** The other inputs. */
  public final List<OneHot> oneHots;

  /** (chunk, one-hot, point of the chunk): its level, or the number of levels where it has none. */
  public final short[] levels;

  /** How many targets a point has. */
  public final int targets;

  /** (chunk, target, point of the chunk) from FIRST on, filled up like x. */
  public final float[] y;

  /** (chunk, point of the chunk) from FIRST on; what fills up the last chunk weighs nothing. */
  public final float[] weights;

  /** (chunk), of weights. */
  public final double[] totals;

  /** The sum of all weights. */
  public final double total;

  /** The table of points, which all who ask for it share. */
  public static FloatTable of(Points points) {
    return TABLES.of(points, FloatTable::new);
  }

  /** A table of its own. */
  public FloatTable(Points points) {
    this(
        points.x(),
        points.y().count() == 0 ? new double[0][] : new double[][] {points.y().values()},
        points.y().weights(),
        points.oneHots());
  }

  /**
   * Copies points.
   *
   * @param x (input, point)
   * @param y (target, point), where targets are used
   * @param weights (point); null where all are 1
   * @param oneHots of the inputs
   */
  public FloatTable(double[][] x, double[][] y, double @Nullable [] weights, List<OneHot> oneHots) {
    this.points = x[0].length;
    this.oneHots = many(oneHots, x);
    this.numbers =
        IntStream.range(0, x.length)
            .filter(
                j ->
                    this.oneHots.stream()
                        .noneMatch(of -> j >= of.first() && j < of.first() + of.levels()))
            .toArray();
    double[][] columns = Arrays.stream(numbers).mapToObj(j -> x[j]).toArray(double[][]::new);
    this.x = inChunks(columns);
    this.largest = new float[columns.length];
    for (int j = 0; j < columns.length; j++) {
      largest[j] = (float) Arrays.stream(columns[j]).map(Math::abs).max().orElse(0);
    }
    this.levels = levels(x);
    this.targets = y.length;
    this.y = inChunks(y);
    this.weights = inChunks(new double[][] {weights == null ? ones(points) : weights});
    Arrays.fill(this.weights, FIRST + points, this.weights.length, 0);
    this.total = Weighted.total(weights, points);
    this.totals = new double[chunks()];
    for (int p = 0; p < points; p++) {
      totals[p / CHUNK] += Weighted.of(weights, p);
    }
  }

  /** How many chunks the points make. */
  public int chunks() {
    return Math.ceilDiv(points, CHUNK);
  }

  /** None where they are few, or where a point's inputs are no level's. One input is a number. */
  private static List<OneHot> many(List<OneHot> oneHots, double[][] x) {
    int levels = oneHots.stream().mapToInt(OneHot::levels).sum();
    List<OneHot> used =
        levels == x.length ? oneHots.subList(1, oneHots.size()) : oneHots; // leaves a number
    boolean valid =
        used.stream()
            .allMatch(
                of ->
                    of.levels() < Short.MAX_VALUE
                        && IntStream.range(0, x[0].length).allMatch(p -> of.levelOf(x, p) >= 0));
    return valid && used.stream().mapToInt(OneHot::levels).sum() >= MANY_LEVELS ? used : List.of();
  }

  private short[] levels(double[][] inputs) {
    int chunks = chunks();
    short[] levels = new short[Math.multiplyExact(chunks, oneHots.size() * CHUNK)];
    int to = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (OneHot of : oneHots) {
        for (int p = chunk * CHUNK; p < (chunk + 1) * CHUNK; p++) {
          levels[to++] = (short) of.levelOf(inputs, Math.min(p, points - 1));
        }
      }
    }
    return levels;
  }

  private static double[] ones(int points) {
    double[] ones = new double[points];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** With room for a tile behind the last chunk. */
  private static float[] inChunks(double[][] columns) {
    int points = columns.length == 0 ? 0 : columns[0].length;
    int chunks = (points + CHUNK - 1) / CHUNK;
    int filled = FIRST + Math.multiplyExact(chunks, columns.length * CHUNK);
    float[] values = new float[filled + FloatLayer.TILE * CHUNK];
    int to = FIRST;
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (double[] column : columns) {
        for (int p = chunk * CHUNK; p < (chunk + 1) * CHUNK; p++) {
          values[to++] = (float) column[Math.min(p, points - 1)];
        }
      }
    }
    return values;
  }
}
