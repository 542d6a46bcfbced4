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
   * by Monte Carlo error only, of which the paper's is taken to be as large as ours; two standard
   * errors of the difference are allowed. Where that is not known, or exceeded, it is said whether
   * the two intervals of one standard error over test points meet.
   */
  String compare(double measured, double standardErrorOfMeasured, double monteCarloError) {
    double difference = Math.abs(measured - lppd);
    if (difference <= ROUNDING + 2 * Math.sqrt(2) * monteCarloError) {
      return "agrees";
    }
    return difference <= standardError + standardErrorOfMeasured + ROUNDING
        ? "intervals meet"
        : measured > lppd ? "differs: better" : "differs: worse";
  }
}
