package dev.coset.sampler;

import dev.coset.vectormath.Elementary;

/**
 * Nesterov's dual averaging of the log step size towards a target acceptance.
 *
 * <p>Reference: M. Hoffman, A. Gelman (2014), The No-U-Turn sampler, section 3.2.
 */
final class DualAveraging {
  private final double target;
  private double centre;
  private double gap; // running mean of target - acceptance
  private double logStep;
  private double logStepAverage;
  private int t;

  DualAveraging(double target, double stepSize) {
    this.target = target;
    restart(stepSize);
  }

  /** Begins anew, drawn towards ten times the step size. */
  void restart(double stepSize) {
    centre = Elementary.log(Tuning.AVERAGING_REACH) + Elementary.log(stepSize);
    gap = 0;
    logStep = 0;
    logStepAverage = 0;
    t = 0;
  }

  void update(double acceptance) {
    t++;
    double weight = 1 / (t + Tuning.AVERAGING_T0);
    gap = (1 - weight) * gap + weight * (target - acceptance);
    logStep = centre - Math.sqrt(t) / Tuning.AVERAGING_GAMMA * gap;
    double forgetting = Elementary.exp(-Tuning.AVERAGING_KAPPA * Elementary.log(t));
    logStepAverage = (1 - forgetting) * logStepAverage + forgetting * logStep;
  }

  double stepSize() {
    return clipped(logStep);
  }

  double averagedStepSize() {
    return clipped(logStepAverage);
  }

  private static double clipped(double logStep) {
    return Math.clamp(Elementary.exp(logStep), Double.MIN_NORMAL, Double.MAX_VALUE);
  }
}
