package dev.coset.data;

import dev.coset.statistics.Weighted;
import dev.coset.vectormath.Netlib;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.netlib.util.intW;

/**
 * Principal components, for tables with more features than rows: their principal axes, all divided
 * by one number, so that the variances of the components have the mean 1.
 *
 * <p>Independent normal weights of one scale are the same in any coordinates. So given these rows
 * the functions of networks of the components are those of networks of the features, for a fraction
 * of the weights. New rows are seen only as far as they lie along the axes: of all other directions
 * no row has said anything, and weights as the prior has them would blur every prediction.
 *
 * @param count of the components
 * @param floats the axes (component, feature), in little-endian order
 */
public record PrincipalComponents(int count, byte[] floats) {
  private static final int MOST_ROWS = 1000; // the eigenvalues of as many take seconds

  /** Of the axes, which are part of a run's manifest. */
  private static final int MOST_ENTRIES = 1 << 22;

  private static final double RANK = 1e-9; // of the largest eigenvalue

  /**
   * Where some rows have more features than there are rows, their components.
   *
   * @param features (feature, row)
   * @param weights of the rows; null where all are 1
   */
  static Optional<PrincipalComponents> of(double[][] features, double @Nullable [] weights) {
    int rows = features[0].length;
    double[][] x = weights == null ? features : scaledByRoots(features, weights);
    if (x.length <= rows || rows > MOST_ROWS || (long) x.length * rows > MOST_ENTRIES) {
      return Optional.empty();
    }
    double[] vectors = products(x);
    double[] values = eigen(rows, vectors);
    double largest = values[rows - 1];
    int count = (int) Arrays.stream(values).filter(v -> v > RANK * largest).count();
    if (count < 2) {
      return Optional.empty(); // rows that differ in one way, or hardly
    }
    double sum = 0;
    for (int c = 1; c <= count; c++) {
      sum += values[rows - c];
    }
    double variance = sum / Weighted.total(weights, rows) / count;
    ByteBuffer axes =
        ByteBuffer.allocate(count * x.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int c = 1; c <= count; c++) {
      int at = rows - c;
      double[] ofRows = Arrays.copyOfRange(vectors, at * rows, (at + 1) * rows);
      double scale = Math.sqrt(values[at] * variance);
      double[] axis = new double[x.length];
      Arrays.setAll(axis, k -> dot(ofRows, x[k]) / scale);
      double sign = pointsUp(axis) ? 1 : -1;
      for (double entry : axis) {
        axes.putFloat((float) (sign * entry));
      }
    }
    return Optional.of(new PrincipalComponents(count, axes.array()));
  }

  private static double[][] scaledByRoots(double[][] x, double[] weights) {
    double[] roots = Arrays.stream(weights).map(Math::sqrt).toArray();
    double[][] scaled = new double[x.length][roots.length];
    for (int k = 0; k < x.length; k++) {
      for (int i = 0; i < roots.length; i++) {
        scaled[k][i] = roots[i] * x[k][i];
      }
    }
    return scaled;
  }

  /** (row, row), one row after another. */
  private static double[] products(double[][] x) {
    int rows = x[0].length;
    double[] products = new double[rows * rows];
    for (double[] feature : x) {
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
          products[i * rows + j] = Math.fma(feature[i], feature[j], products[i * rows + j]);
        }
      }
    }
    return products;
  }

  /** Returns the eigenvalues, ascending, and overwrites the matrix with the vectors. */
  private static double[] eigen(int size, double[] matrix) {
    double[] values = new double[size];
    double[] work = new double[1 + 6 * size + 2 * size * size];
    int[] places = new int[3 + 5 * size];
    var info = new intW(0);
    Netlib.javaLapack()
        .dsyevd(
            "V", "L", size, matrix, size, values, work, work.length, places, places.length, info);
    if (info.val != 0) {
      throw new IllegalStateException("The principal components were not found.");
    }
    return values;
  }

  /** Whether the largest entry is positive; an axis and its mirror image are the same to all. */
  private static boolean pointsUp(double[] axis) {
    double largest = 0;
    for (double entry : axis) {
      largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
    }
    return largest > 0;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum = Math.fma(a[i], b[i], sum);
    }
    return sum;
  }

  private static void add(double factor, double[] x, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = Math.fma(factor, x[i], sum[i]);
    }
  }

  /** How many features rows have. */
  public int features() {
    return floats.length / Float.BYTES / count;
  }

  private FloatBuffer entries() {
    return ByteBuffer.wrap(floats).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /** (component, feature): what the standardised features of a row are multiplied by. */
  public double[][] axes() {
    FloatBuffer entries = entries();
    double[][] axes = new double[count][features()];
    for (double[] axis : axes) {
      Arrays.setAll(axis, k -> entries.get());
    }
    return axes;
  }

  /** Whether these are axes of so many features, as a file may not have them. */
  public boolean areOf(int features) {
    if (count < 2 || floats.length != (long) count * features * Float.BYTES) {
      return false;
    }
    FloatBuffer entries = entries();
    while (entries.hasRemaining()) {
      if (!Float.isFinite(entries.get())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The components of rows.
   *
   * @param x standardised features (feature, row)
   * @return (component, row)
   */
  double[][] at(double[][] x) {
    FloatBuffer entries = entries();
    double[][] components = new double[count][x[0].length];
    for (int k = 0; k < x.length; k++) {
      if (Arrays.stream(x[k]).anyMatch(v -> v != 0)) { // most features of a made-up row are 0
        for (int c = 0; c < count; c++) {
          add(entries.get(c * x.length + k), x[k], components[c]);
        }
      }
    }
    return components;
  }

  /**
   * Points as networks see them that are given only some: about the mean of these, and without what
   * these do not have between them, as if the components were theirs.
   */
  public static UnaryOperator<Points> seenFrom(Points given) {
    double[] mean = given.centre();
    double[][] basis = basis(given.about(mean).x());
    return points -> {
      double[][] x = points.about(mean).x();
      double[][] seen = new double[x.length][points.count()];
      for (double[] direction : basis) {
        double[] along = new double[points.count()];
        for (int k = 0; k < x.length; k++) {
          add(direction[k], x[k], along);
        }
        for (int k = 0; k < x.length; k++) {
          add(direction[k], along, seen[k]);
        }
      }
      return new Points(seen, points.y());
    };
  }

  /** Orthonormal directions that span points, by Gram and Schmidt, twice for its rounding. */
  private static double[][] basis(double[][] x) {
    List<double[]> basis = new ArrayList<>();
    for (int i = 0; i < x[0].length; i++) {
      double[] rest = new double[x.length];
      int at = i;
      Arrays.setAll(rest, k -> x[k][at]);
      double length = Math.sqrt(dot(rest, rest));
      for (int time = 0; time < 2; time++) {
        for (double[] direction : basis) {
          add(-dot(rest, direction), direction, rest);
        }
      }
      double left = Math.sqrt(dot(rest, rest));
      if (left > Math.sqrt(RANK) * length) {
        Arrays.setAll(rest, k -> rest[k] / left);
        basis.add(rest);
      }
    }
    return basis.toArray(double[][]::new);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PrincipalComponents components
        && count == components.count
        && Arrays.equals(floats, components.floats);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(floats);
  }
}
