package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.GammaRatio;
import java.util.Objects;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Student's t distribution. Its tail {@code T(z) = P(Z > z)} takes a library a microsecond, so
 * {@link #quickTail} interpolates in a table that is made once: cells are 128 to an octave of
 * {@code 1 + z}, so the density is as smooth in each, far out too. In a cell T is the polynomial of
 * degree 5 that has its value, slope {@code -p} and curvature {@code -p'} at both ends. The
 * integral of a density over a cell follows from the same numbers, and is summed from the far end
 * inwards, which keeps the tail's relative accuracy.
 *
 * <p>Beyond the table {@code T = p sqrt(n + z^2) / n S(x)} with {@code x = n / (n + z^2)} and the
 * first terms of a hypergeometric series S (DLMF 8.17.7).
 */
final class StudentShape implements Shape {
  private static final int BITS = 7; // of the fraction of 1 + z that choose a cell
  private static final int OCTAVES = 10;
  private static final int CELLS = OCTAVES << BITS;
  private static final int SHIFT = 52 - BITS;
  private static final long FIRST = 1023L << BITS;
  private static final double LAST = Math.scalb(1.0, OCTAVES) - 1; // z
  private static final int WIDTH = 4; // numbers at an end of a cell: T, p, p', M
  private static final int MOST_STEPS = 200;

  private final double freedom;
  private final double logHeight;
  private volatile double @Nullable [] table; // (end of a cell, number)

  StudentShape(double freedom) {
    if (!(freedom > 1)) {
      throw new IllegalArgumentException(
          "A component has %s degrees of freedom; give more than 1.".formatted(freedom));
    }
    this.freedom = freedom;
    this.logHeight = GammaRatio.log(freedom / 2) - HALF_LOG_TWO_PI;
  }

  @Override
  public double freedom() {
    return freedom;
  }

  @Override
  public double logHeight() {
    return logHeight;
  }

  @Override
  public double drop(double z) {
    return (freedom + 1) / 2 * Elementary.log1p(z * z / freedom);
  }

  private double density(double z) {
    return Elementary.exp(logHeight - drop(z));
  }

  @Override
  public double tail(double z) {
    return TDistribution.of(freedom).survivalProbability(z);
  }

  @Override
  public double quickTail(double z) {
    if (!(z < LAST)) {
      return farTail(z, density(z));
    }
    double[] ends = table();
    int cell = cell(z);
    double low = end(cell);
    double h = end(cell + 1) - low;
    int at = WIDTH * cell;
    return interpolated(
        (z - low) / h,
        ends[at],
        -h * ends[at + 1],
        -h * h * ends[at + 2],
        ends[at + WIDTH],
        -h * ends[at + WIDTH + 1],
        -h * h * ends[at + WIDTH + 2]);
  }

  private double farTail(double z, double density) {
    double square = freedom + z * z;
    if (square == Double.POSITIVE_INFINITY || density == 0) {
      return 0;
    }
    double x = freedom / square;
    double a = freedom / 2;
    double series =
        1 + x * (a / (a + 1) / 2 + x * (3 * a / (a + 2) / 8 + x * 5 * a / (a + 3) / 16));
    return density * Math.sqrt(square) / freedom * series;
  }

  private static int cell(double z) {
    return (int) ((Double.doubleToRawLongBits(1 + z) >> SHIFT) - FIRST);
  }

  /** Where a cell begins, and so the one before it ends. */
  private static double end(int cell) {
    return Double.longBitsToDouble((cell + FIRST) << SHIFT) - 1;
  }

  /** The polynomial of degree 5 with values, slopes and curvatures at 0 and at 1. */
  private static double interpolated(
      double t, double f0, double s0, double c0, double f1, double s1, double c1) {
    double d = f1 - f0 - s0 - c0 / 2;
    double e = s1 - s0 - c0;
    double g = c1 - c0;
    double a3 = 10 * d - 4 * e + g / 2;
    double a4 = -15 * d + 7 * e - g;
    double a5 = 6 * d - 3 * e + g / 2;
    return f0 + t * (s0 + t * (c0 / 2 + t * (a3 + t * (a4 + t * a5))));
  }

  private double[] table() {
    double[] known = table;
    if (known == null) {
      known = made();
      table = known;
    }
    return known;
  }

  private double[] made() {
    double[] ends = new double[WIDTH * (CELLS + 1)];
    for (int cell = CELLS; cell >= 0; cell--) {
      int at = WIDTH * cell;
      double z = end(cell);
      double p = density(z);
      ends[at + 1] = p;
      ends[at + 2] = -(freedom + 1) * z / (freedom + z * z) * p;
      ends[at] =
          cell == CELLS
              ? farTail(z, p)
              : ends[at + WIDTH]
                  + integral(
                      end(cell + 1) - z,
                      p,
                      ends[at + 2],
                      curvature(z, p),
                      ends[at + WIDTH + 1],
                      ends[at + WIDTH + 2],
                      curvature(end(cell + 1), ends[at + WIDTH + 1]));
    }
    for (int cell = 0; cell < CELLS; cell++) { // M is the integral of 2 z T
      int at = WIDTH * cell;
      double low = end(cell);
      double high = end(cell + 1);
      ends[at + 3 + WIDTH] =
          ends[at + 3]
              + integral(
                  high - low,
                  2 * low * ends[at],
                  2 * (ends[at] - low * ends[at + 1]),
                  -4 * ends[at + 1] - 2 * low * ends[at + 2],
                  2 * high * ends[at + WIDTH],
                  2 * (ends[at + WIDTH] - high * ends[at + WIDTH + 1]),
                  -4 * ends[at + WIDTH + 1] - 2 * high * ends[at + WIDTH + 2]);
    }
    return ends;
  }

  /** {@code p''}. */
  private double curvature(double z, double p) {
    double square = freedom + z * z;
    double ratio = z / square;
    return (freedom + 1) * p * ((freedom + 3) * ratio * ratio - 1 / square);
  }

  /** Of a function over an interval, by its values, slopes and curvatures at both ends. */
  private static double integral(
      double h, double f0, double s0, double c0, double f1, double s1, double c1) {
    return h * ((f0 + f1) / 2 + h * ((s0 - s1) / 10 + h * (c0 + c1) / 120));
  }

  @Override
  public double quantile(double p) {
    double tail = Math.min(p, 1 - p);
    double low = 0;
    double high = Double.MAX_VALUE;
    double z = 1;
    for (int step = 0; step < MOST_STEPS && low < high; step++) {
      double at = quickTail(z);
      double excess = at > 0 ? Elementary.log(at / tail) : Double.NEGATIVE_INFINITY;
      if (excess > 0) {
        low = z;
      } else {
        high = z;
      }
      double next = z + excess * at / density(z);
      if (!(next > low && next < high)) {
        next = high == Double.MAX_VALUE ? 2 * z : low + (high - low) / 2;
      }
      if (Math.abs(next - z) <= 1e-14 * z) {
        break;
      }
      z = next;
    }
    return p < 0.5 ? -z : p > 0.5 ? z : 0;
  }

  @Override
  public double deviation(double below, double above) {
    return Math.sqrt(squares(below) + squares(above));
  }

  /** {@code M(b)}, the mean of the square of Z where it is positive, but at most of b. */
  private double squares(double bound) {
    if (bound == Double.POSITIVE_INFINITY) {
      return freedom > 2 ? freedom / (freedom - 2) / 2 : bound;
    }
    double[] ends = table();
    if (bound < LAST) {
      int cell = cell(bound);
      double low = end(cell);
      double high = end(cell + 1);
      double h = high - low;
      int at = WIDTH * cell;
      return interpolated(
          (bound - low) / h,
          ends[at + 3],
          h * 2 * low * ends[at],
          h * h * 2 * (ends[at] - low * ends[at + 1]),
          ends[at + 3 + WIDTH],
          h * 2 * high * ends[at + WIDTH],
          h * h * 2 * (ends[at + WIDTH] - high * ends[at + WIDTH + 1]));
    }
    // There T is A z^-n (1 + k / z^2) to nine digits, wherever it is not negligible.
    double n = freedom;
    double k = n * n / 2 * (1 / (n + 2) - 1);
    double height = ends[WIDTH * CELLS] / (1 + k / (LAST * LAST));
    double octaves = Elementary.log(bound / LAST);
    return ends[WIDTH * CELLS + 3]
        + 2 * height * (LAST * LAST * growth(2 - n, octaves) + k * growth(-n, octaves));
  }

  /** The integral of {@code exp(a x)} from 0 to b. */
  private static double growth(double a, double b) {
    return a == 0 ? b : Elementary.expm1(a * b) / a;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StudentShape shape && freedom == shape.freedom;
  }

  @Override
  public int hashCode() {
    return Objects.hash(freedom);
  }
}
