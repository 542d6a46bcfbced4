package dev.coset.symmetry;

import dev.coset.parallel.Parallel;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A plane through the origin that cuts through as few points as possible (the paper's Algorithm 1):
 * the least of {@code L(beta) = beta'beta / 2 + C sum max(0, 1 - |beta'phi|)}, a support vector
 * machine without labels.
 *
 * <p>The loss is neither convex nor smooth. From each random beginning the gradient is followed
 * with step lengths that are halved until the loss falls enough and doubled after a success; it
 * begins so short that all points lie within the margin, where the first steps turn beta towards
 * the direction along which the points lie farthest from the origin.
 *
 * @param beta the normal vector
 * @param loss its L
 */
record Hyperplane(double[] beta, double loss) {
  private static final int STEPS = 300;

  /**
   * Returns the best of several.
   *
   * @param points (coordinate, point)
   * @param cost C
   */
  static Hyperplane best(double[][] points, double cost, int starts, long seed, int threads) {
    Hyperplane[] found = new Hyperplane[starts];
    Parallel.tasks(
        threads,
        starts,
        start ->
            found[start] =
                descend(points, cost, RandomSource.XO_SHI_RO_256_PP.create(seed + start)));
    return Arrays.stream(found).min(Comparator.comparingDouble(Hyperplane::loss)).orElseThrow();
  }

  /** On which side of the plane a point lies: its margin {@code beta'phi}. */
  double[] margins(double[][] points) {
    double[] margin = new double[points[0].length];
    for (int e = 0; e < beta.length; e++) {
      add(margin, beta[e], points[e]);
    }
    return margin;
  }

  private static Hyperplane descend(double[][] points, double cost, UniformRandomProvider rng) {
    Hyperplane here = at(random(points, rng), points, cost);
    double[] gradient = new double[points.length];
    double step = 1;
    for (int s = 0; s < STEPS; s++) {
      double slope = here.gradient(points, cost, gradient);
      Hyperplane next;
      do {
        double[] beta = here.beta.clone();
        add(beta, -step, gradient);
        next = at(beta, points, cost);
        step /= 2;
      } while (!(next.loss <= here.loss - step * slope / 2)
          && step > 1e-300
          && step * slope > 1e-12 * here.loss);
      if (!(next.loss < here.loss)) {
        return here;
      }
      here = next;
      step *= 4;
    }
    return here;
  }

  /** A direction drawn uniformly, of half the length at which the first point leaves the margin. */
  private static double[] random(double[][] points, UniformRandomProvider rng) {
    double[] beta = StandardNormal.samples(points.length, rng);
    double widest = 0;
    for (double margin : new Hyperplane(beta, 0).margins(points)) {
      widest = Math.max(widest, Math.abs(margin));
    }
    for (int e = 0; widest > 0 && e < beta.length; e++) {
      beta[e] /= 2 * widest;
    }
    return beta;
  }

  private static Hyperplane at(double[] beta, double[][] points, double cost) {
    Hyperplane plane = new Hyperplane(beta, 0);
    double loss = 0;
    for (double margin : plane.margins(points)) {
      loss += Math.max(0, 1 - Math.abs(margin));
    }
    loss *= cost;
    for (double b : beta) {
      loss += b * b / 2;
    }
    return new Hyperplane(beta, loss);
  }

  /** Writes a gradient of L and returns its squared length. */
  private double gradient(double[][] points, double cost, double[] gradient) {
    double[] pull = margins(points);
    for (int p = 0; p < pull.length; p++) {
      pull[p] = Math.abs(pull[p]) < 1 ? (pull[p] < 0 ? -cost : cost) : 0;
    }
    double square = 0;
    for (int e = 0; e < beta.length; e++) {
      gradient[e] = beta[e] - dot(pull, points[e]);
      square += gradient[e] * gradient[e];
    }
    return square;
  }

  private static void add(double[] sum, double factor, double[] values) {
    for (int p = 0; p < sum.length; p++) {
      sum[p] = Math.fma(factor, values[p], sum[p]);
    }
  }

  private static double dot(double[] a, double[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int p = 0;
    for (; p + 3 < a.length; p += 4) {
      s0 = Math.fma(a[p], b[p], s0);
      s1 = Math.fma(a[p + 1], b[p + 1], s1);
      s2 = Math.fma(a[p + 2], b[p + 2], s2);
      s3 = Math.fma(a[p + 3], b[p + 3], s3);
    }
    for (; p < a.length; p++) {
      s0 = Math.fma(a[p], b[p], s0);
    }
    return (s0 + s1) + (s2 + s3);
  }
}
