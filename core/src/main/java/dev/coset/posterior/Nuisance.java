package dev.coset.posterior;

import java.util.List;

/**
 * A parameter of a likelihood that is sampled after theta, free of bounds.
 *
 * @param name as users know it, such as sigma
 * @param transform from the sampled value to the one that has the name
 */
public record Nuisance(String name, Transform transform) {
  /** How a sampled value becomes one that may have bounds. */
  public enum Transform {
    IDENTITY,
    /** Sampled as its logarithm, and so positive. */
    EXP
  }

  /** The parameter's value. */
  public double value(double sampled) {
    return switch (transform) {
      case IDENTITY -> sampled;
      case EXP -> StrictMath.exp(sampled);
    };
  }

  /** What the sampled value is called. */
  public String sampledName() {
    return switch (transform) {
      case IDENTITY -> name;
      case EXP -> "log_" + name;
    };
  }

  /** The values of the nuisance parameters, which follow theta in a draw. */
  static double[] values(List<Nuisance> nuisance, Draws draws, int g) {
    int first = draws.dimension() - nuisance.size();
    double[] values = new double[nuisance.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = nuisance.get(k).value(draws.value(g, first + k));
    }
    return values;
  }
}
