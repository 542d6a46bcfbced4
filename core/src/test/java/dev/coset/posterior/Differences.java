package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Whether a gradient is that of its density. */
final class Differences {
  private static final double STEP = 1e-5;

  private Differences() {}

  /** Each entry is the limit of differences, which rounding knows to about 1e-10 of the value. */
  static void assertGradient(LogDensity density, double[] q) {
    double[] gradient = new double[q.length];
    double[] ignored = new double[q.length];
    double value = density.valueAndGradient(q, gradient);
    for (int j = 0; j < q.length; j++) {
      double[] up = q.clone();
      double[] down = q.clone();
      up[j] += STEP;
      down[j] -= STEP;
      double difference =
          (density.valueAndGradient(up, ignored) - density.valueAndGradient(down, ignored))
              / (2 * STEP);
      assertThat(gradient[j]).isCloseTo(difference, within(1e-9 * (10 + Math.abs(value))));
    }
  }
}
