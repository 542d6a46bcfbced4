package dev.coset.experiments;

/**
 * A value as the paper prints it.
 *
 * @param lppd rounded to two digits
 * @param standardError over test points
 */
record Printed(double lppd, double standardError) {
  private static final double ROUNDING = 0.005;

  /**
   * How a measured value compares. The test points are the same, so two samplers that agree differ
   * by Monte Carlo error only; two standard errors of the difference are allowed, and the rounding
   * of print. Where the error is not known, or exceeded, it is said whether the two intervals of
   * one standard error over test points meet.
   *
   * @param errorOfDifference Monte Carlo error, the paper's and ours together
   */
  String compare(double measured, double standardErrorOfMeasured, double errorOfDifference) {
    double difference = Math.abs(measured - lppd);
    if (difference <= ROUNDING + 2 * errorOfDifference) {
      return "agrees";
    }
    return difference <= standardError + standardErrorOfMeasured + ROUNDING
        ? "intervals meet"
        : measured > lppd ? "differs: better" : "differs: worse";
  }
}
