package dev.coset.predictive;

import dev.coset.network.BatchGradient;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * What draws compute at given inputs: each draw's function values and its noise.
 *
 * @param f (draw, point)
 * @param sigma (draw)
 */
public record FunctionValues(double[][] f, double[] sigma) {
  private static final double HALF_LOG_2_PI = 0.91893853320467274178;

  public FunctionValues {
    if (f.length != sigma.length) {
      throw new IllegalArgumentException(
          "There are %d functions but %d standard deviations; give one per draw."
              .formatted(f.length, sigma.length));
    }
    for (int g = 0; g < f.length; g++) {
      if (f[g].length != f[0].length) {
        throw new IllegalArgumentException(
            "Draws have values at %d and at %d points; give the same points to all."
                .formatted(f[0].length, f[g].length));
      }
      if (!(sigma[g] > 0 && sigma[g] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Draw %d has standard deviation %s; leave it out.".formatted(g, sigma[g]));
      }
      for (int point = 0; point < f[g].length; point++) {
        if (!Double.isFinite(f[g][point])) {
          throw new IllegalArgumentException(
              "Draw %d predicts %s at point %d; leave it out.".formatted(g, f[g][point], point));
        }
      }
    }
  }

  /**
   * Evaluates the network of every draw. A draw is {@code (theta, log sigma)}.
   *
   * @param x (feature, point)
   * @param threads at most so many share the work; the values do not depend on it
   */
  public static FunctionValues of(
      Network network, Precision precision, Draws draws, double[][] x, int threads) {
    if (network.outputs() != 1 || draws.dimension() != network.parameters() + 1) {
      throw new IllegalArgumentException(
          "Draws of dimension %d do not fit network %s, whose draws have %d parameters and one log sigma."
              .formatted(draws.dimension(), network, network.parameters()));
    }
    double[][] f = new double[draws.count()][x[0].length];
    double[] sigma = new double[draws.count()];
    Ranges.forEach(
        threads,
        draws.count(),
        (from, to) -> {
          BatchGradient batch = BatchGradient.of(network, precision, x, new double[0][]);
          double[] q = new double[draws.dimension()];
          double[][] output = new double[1][];
          for (int g = from; g < to; g++) {
            System.arraycopy(draws.values(), g * q.length, q, 0, q.length);
            output[0] = f[g];
            batch.outputs(q, output);
            sigma[g] = StrictMath.exp(q[q.length - 1]);
          }
        });
    return new FunctionValues(f, sigma);
  }

  /**
   * {@code log p(y_i | f(x_i), sigma)}, (draw, point).
   *
   * @param y targets at the points
   */
  public double[][] logLikelihood(double[] y) {
    double[][] logLikelihood = new double[draws()][y.length];
    for (int g = 0; g < draws(); g++) {
      double constant = -StrictMath.log(sigma[g]) - HALF_LOG_2_PI;
      for (int i = 0; i < y.length; i++) {
        double z = (y[i] - f[g][i]) / sigma[g];
        logLikelihood[g][i] = constant - z * z / 2;
      }
    }
    return logLikelihood;
  }

  /**
   * The mean log predictive density of the first draws together, for each number of them.
   *
   * @param y targets at the points, at least one
   */
  public double[] lppdByDraws(double[] y) {
    double[][] logLikelihood = logLikelihood(y);
    double[] logSum = new double[y.length];
    Arrays.fill(logSum, Double.NEGATIVE_INFINITY);
    double[] lppd = new double[draws()];
    for (int g = 0; g < draws(); g++) {
      double sum = 0;
      for (int i = 0; i < y.length; i++) {
        double larger = Math.max(logSum[i], logLikelihood[g][i]);
        double smaller = Math.min(logSum[i], logLikelihood[g][i]);
        logSum[i] = larger + StrictMath.log1p(StrictMath.exp(smaller - larger));
        sum += logSum[i];
      }
      lppd[g] = sum / y.length - StrictMath.log(g + 1);
    }
    return lppd;
  }

  public int draws() {
    return sigma.length;
  }

  public int points() {
    return f.length == 0 ? 0 : f[0].length;
  }
}
