package dev.coset.sampler;

import dev.coset.vectormath.Elementary;

/** Sums and ratios of weights kept as logarithms, the same to the bit on every machine. */
final class LogWeights {
  private LogWeights() {}

  /** Returns {@code log(e^a + e^b)}. */
  static double sum(double a, double b) {
    double high = Math.max(a, b);
    double gap = Math.min(a, b) - high;
    return gap > -40 ? high + Elementary.log1p(Elementary.exp(gap)) : high;
  }

  /** Returns {@code 1 / (1 + e^-x)}. */
  static double expit(double x) {
    return 1 / (1 + Elementary.exp(-x));
  }
}
