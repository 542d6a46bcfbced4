package dev.coset.sampler;

import dev.coset.posterior.LogDensity;
import java.util.Arrays;

/** Densities with known moments. */
final class Densities {
  private Densities() {}

  private record Density(int dimension, Formula formula) implements LogDensity {
    @Override
    public double valueAndGradient(double[] q, double[] gradient) {
      return formula.valueAndGradient(q, gradient);
    }
  }

  interface Formula {
    double valueAndGradient(double[] q, double[] gradient);
  }

  /** What a formula says. */
  static LogDensity of(int dimension, Formula formula) {
    return new Density(dimension, formula);
  }

  /** A stationary first-order autoregression: unit variances, correlation {@code rho^|i - j|}. */
  static LogDensity correlatedNormal(int dimension, double rho) {
    double innovation = 1 - rho * rho;
    return new Density(
        dimension,
        (q, gradient) -> {
          double value = -q[0] * q[0] / 2;
          gradient[0] = -q[0];
          for (int j = 1; j < q.length; j++) {
            double e = q[j] - rho * q[j - 1];
            value -= e * e / innovation / 2;
            gradient[j] = -e / innovation;
            gradient[j - 1] += rho * e / innovation;
          }
          return value;
        });
  }

  /** Independent normals with these standard deviations. */
  static LogDensity scaledNormal(double... sd) {
    return new Density(
        sd.length,
        (q, gradient) -> {
          double value = 0;
          for (int j = 0; j < sd.length; j++) {
            double x = q[j] / sd[j];
            value -= x * x / 2;
            gradient[j] = -x / sd[j];
          }
          return value;
        });
  }

  /** {@code v ~ N(0, 1)}, {@code x_i ~ N(0, e^(v/2))} for two x. */
  static LogDensity funnel() {
    return new Density(
        3,
        (q, gradient) -> {
          double v = q[0];
          double precision = Math.exp(-v);
          double squares = q[1] * q[1] + q[2] * q[2];
          gradient[0] = -v - 1 + precision * squares / 2;
          gradient[1] = -precision * q[1];
          gradient[2] = -precision * q[2];
          return -v * v / 2 - v - precision * squares / 2;
        });
  }

  /** {@code a ~ N(0, 1)}, {@code b ~ N((a^2 - 1) / 2, 1)}: E b = 0, Var b = 3/2, E a^2 b = 1. */
  static LogDensity banana() {
    return new Density(
        2,
        (q, gradient) -> {
          double a = q[0];
          double e = q[1] - (a * a - 1) / 2;
          gradient[0] = -a + e * a;
          gradient[1] = -e;
          return -a * a / 2 - e * e / 2;
        });
  }

  /** Flat, so that leapfrog motion is straight, but lower by {@code depth} beyond 1/2 from 0. */
  static LogDensity plateau(int dimension, double depth) {
    return new Density(
        dimension,
        (q, gradient) -> {
          Arrays.fill(gradient, 0);
          return Math.abs(q[0]) < 0.5 ? 0 : -depth;
        });
  }
}
