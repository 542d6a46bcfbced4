package dev.coset.optimisation;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Small random posteriors. */
public final class Problems {
  private Problems() {}

  public static UniformRandomProvider random(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  public static double[] normals(int count, long seed) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random(seed));
    double[] values = new double[count];
    Arrays.setAll(values, i -> normal.sample());
    return values;
  }

  /** Inputs are standard normal, targets a smooth function of them with noise. */
  public static Posterior regression(
      int points, int features, int[] hidden, Activation activation, double priorScale) {
    double[][] x = new double[features][];
    for (int j = 0; j < features; j++) {
      x[j] = normals(points, 100 + j);
    }
    double[] noise = normals(points, 99);
    double[] y = new double[points];
    for (int i = 0; i < points; i++) {
      y[i] = 0.3 * noise[i];
      for (int j = 0; j < features; j++) {
        y[i] += Math.sin(x[j][i] * (j + 1)) / (j + 1) + 0.2 * x[j][i];
      }
    }
    return new Posterior(
        Network.of(features, hidden, 1, activation),
        new Prior(priorScale),
        new NormalLikelihood(),
        Precision.DOUBLE,
        new Points(x, y));
  }

  /** A network without a hidden layer: Bayesian linear regression. */
  public static Posterior linear(int points, int features, double priorScale) {
    return regression(points, features, new int[0], Activation.TANH, priorScale);
  }

  public static MapEstimate at(double[] q) {
    return new MapEstimate(q, 0, 0, 0, 0, Optimiser.End.LIMIT);
  }

  /** A density given by its value and gradient in one function. */
  public static LogDensity density(int dimension, ToDoubleBiFunction<double[], double[]> value) {
    return new LogDensity() {
      @Override
      public int dimension() {
        return dimension;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        return value.applyAsDouble(q, gradient);
      }
    };
  }
}
