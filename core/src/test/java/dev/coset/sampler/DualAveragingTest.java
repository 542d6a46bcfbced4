package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** The recursion against its sums written out, with NumPyro's constants. */
class DualAveragingTest {
  private static final double T0 = 10;
  private static final double KAPPA = 0.75;
  private static final double GAMMA = 0.05;

  private static final double TARGET = 0.7;
  private static final double STEP = 0.03;
  private static final double[] ACCEPTANCE =
      RandomSource.XO_SHI_RO_256_PP.create(2L).doubles(300).toArray();

  /** Hoffman and Gelman (2014), equation 6: the iterate after the first {@code t} transitions. */
  private static double logStep(int t) {
    double gaps = Arrays.stream(ACCEPTANCE, 0, t).map(a -> TARGET - a).sum();
    return Math.log(10 * STEP) - Math.sqrt(t) / GAMMA / (t + T0) * gaps;
  }

  /** What the average keeps of iterate {@code s} when it has seen {@code t}. */
  private static double weight(int s, int t) {
    double kept = Math.pow(s, -KAPPA);
    for (int later = s + 1; later <= t; later++) {
      kept *= 1 - Math.pow(later, -KAPPA);
    }
    return kept;
  }

  @Test
  void theLogStepLeavesItsCentreByTheSumOfAllGaps() {
    var dualAveraging = new DualAveraging(TARGET, STEP);
    for (int t = 1; t <= ACCEPTANCE.length; t++) {
      dualAveraging.update(ACCEPTANCE[t - 1]);
      assertThat(Math.log(dualAveraging.stepSize())).isCloseTo(logStep(t), within(1e-10));
    }
  }

  @Test
  void theAverageForgetsEarlyLogSteps() {
    var dualAveraging = new DualAveraging(TARGET, STEP);
    for (int t = 1; t <= ACCEPTANCE.length; t++) {
      dualAveraging.update(ACCEPTANCE[t - 1]);
      double average = 0;
      for (int s = 1; s <= t; s++) {
        average += weight(s, t) * logStep(s);
      }
      assertThat(Math.log(dualAveraging.averagedStepSize())).isCloseTo(average, within(1e-10));
    }
  }

  @Test
  void aRestartForgetsAllButTheStepSize() {
    var restarted = new DualAveraging(TARGET, 1);
    for (double acceptance : ACCEPTANCE) {
      restarted.update(acceptance);
    }
    restarted.restart(STEP);
    var anew = new DualAveraging(TARGET, STEP);
    for (double acceptance : ACCEPTANCE) {
      restarted.update(acceptance);
      anew.update(acceptance);
      assertThat(restarted.stepSize()).isEqualTo(anew.stepSize());
      assertThat(restarted.averagedStepSize()).isEqualTo(anew.averagedStepSize());
    }
  }

  @Test
  void findsTheStepOfTheTargetAcceptance() {
    var dualAveraging = new DualAveraging(0.8, 1);
    double step = 1;
    for (int i = 0; i < 2000; i++) {
      dualAveraging.update(Math.exp(-3 * step));
      step = dualAveraging.stepSize();
    }
    assertThat(Math.exp(-3 * dualAveraging.averagedStepSize())).isCloseTo(0.8, within(0.005));
  }

  @Test
  void theStepSizeNeitherVanishesNorOverflows() {
    var refused = new DualAveraging(0.8, 1);
    var accepted = new DualAveraging(0.2, 1);
    for (int i = 0; i < 20_000; i++) {
      refused.update(0);
      accepted.update(1);
    }
    assertThat(refused.stepSize()).isPositive().isLessThan(1e-300);
    assertThat(refused.averagedStepSize()).isPositive().isLessThan(1e-300);
    assertThat(accepted.stepSize()).isFinite().isGreaterThan(1e300);
    assertThat(accepted.averagedStepSize()).isFinite().isGreaterThan(1e300);
  }
}
