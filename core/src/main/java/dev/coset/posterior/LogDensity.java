package dev.coset.posterior;

/**
 * An unnormalised log density on R^d: everything a sampler knows of a model. Not thread-safe: it
 * may hold work space.
 */
public interface LogDensity {
  int dimension();

  /** Returns {@code log p(q)} and overwrites {@code gradient} with its gradient. */
  double valueAndGradient(double[] q, double[] gradient);
}
