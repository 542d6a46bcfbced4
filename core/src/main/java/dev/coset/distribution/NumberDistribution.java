package dev.coset.distribution;

import dev.coset.vectormath.Elementary;

/**
 * The predictive distribution of a number. Moments and quantiles are finite: where one overflows,
 * the largest double stands for it.
 */
public sealed interface NumberDistribution extends PredictiveDistribution
    permits LocationScaleMixture, LogMixture {
  /** {@code E[y]}. */
  double mean();

  /**
   * The standard deviation of y; its square is the sum of those of {@link #aleatoric} and {@link
   * #epistemic}.
   */
  default double sd() {
    return Finite.nearest(StrictMath.hypot(aleatoric(), epistemic()));
  }

  /**
   * The part of {@link #sd} that more data would not remove: the root of the mean of the
   * components' variances.
   */
  double aleatoric();

  /**
   * The part of {@link #sd} that is model uncertainty (epistemic): the standard deviation of the
   * components' means.
   */
  double epistemic();

  /** {@code p(y)}. */
  default double density(double y) {
    return Elementary.exp(logDensity(y));
  }

  /** {@code P(Y <= y)}, to rounding, relative also in the lower tail. */
  double cdf(double y);

  /** {@code P(Y > y)}, to rounding, relative also in the upper tail. */
  double survival(double y);

  /** The y with {@code P(Y <= y) = p}, for {@code 0 < p < 1}. */
  default double quantile(double p) {
    return quantiles(p)[0];
  }

  /** The quantiles for several probabilities, which share their work. */
  double[] quantiles(double... probabilities);

  /**
   * The continuous ranked probability score {@code E|Y - y| - E|Y - Y'| / 2}, in the units of y;
   * smaller is better (Gneiting and Raftery 2007).
   */
  double crps(double y);

  /** The density of {@code shift + scale Y}, such as in other units; the scale is positive. */
  NumberDistribution scaled(double shift, double scale);

  /**
   * How well it predicted a number.
   *
   * @param error the mean less the number
   * @param pit {@code P(Y <= y)}, the probability integral transform
   */
  record Score(double logDensity, double error, double crps, double pit) {}

  /** All scores at once, which share their work. */
  Score score(double y);
}
