package dev.coset.predictive;

/** {@code log sum_g exp(x_g)}, right also where every exponential underflows. */
public final class LogSumExp {
  private LogSumExp() {}

  /** Negative infinity where every entry is. */
  public static double of(double[] x) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double v : x) {
      largest = Math.max(largest, v);
    }
    if (Double.isInfinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (double v : x) {
      sum += StrictMath.exp(v - largest);
    }
    return largest + StrictMath.log(sum);
  }
}
