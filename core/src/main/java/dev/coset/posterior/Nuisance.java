package dev.coset.posterior;

import java.util.List;

/**
 * A parameter of a likelihood that is sampled after theta, free of bounds.
 *
 * @param name as users know it, such as sigma
 * @param transform from the sampled value to the one that has the name
 * @param bound that is added to the transformed value, such as the lower bound of {@link
 *     Transform#EXP}
 */
public record Nuisance(String name, Transform transform, int bound) {
  /** Nothing is added. */
  public Nuisance(String name, Transform transform) {
    this(name, transform, 0);
  }

  /** How a sampled value becomes one that may have bounds. */
  public enum Transform {
    IDENTITY,
    /** Sampled as the logarithm of what it is above its bound. */
    EXP
  }

  /** The parameter's value. */
  public double value(double sampled) {
    return switch (transform) {
      case IDENTITY -> bound + sampled;
      case EXP -> bound + StrictMath.exp(sampled);
    };
  }

  /** What the sampled value is called. */
  public String sampledName() {
    String above = bound == 0 ? name : "%s_minus_%d".formatted(name, bound);
    return switch (transform) {
      case IDENTITY -> above;
      case EXP -> "log_" + above;
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
