package dev.coset.sampler;

/** Sums and ratios of weights kept as logarithms, the same to the bit on every machine. */
final class LogWeights {
  private LogWeights() {}

  static double exp(double x) {
    return StrictMath.exp(x);
  }

  /** Returns {@code log(e^a + e^b)}. */
  static double sum(double a, double b) {
    double high = Math.max(a, b);
    double gap = Math.min(a, b) - high;
    return gap > -40 ? high + StrictMath.log1p(StrictMath.exp(gap)) : high;
  }

  /** Returns {@code 1 / (1 + e^-x)}. */
  static double expit(double x) {
    return 1 / (1 + exp(-x));
  }
}
