package dev.coset.optimisation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MiniBatchTrainingTest {
  private static final int ROWS = 12_000;
  private static final Posterior LINEAR =
      Problems.regression(ROWS, 3, new int[0], Activation.TANH, 1).with(Precision.SINGLE);
  private static final Posterior NETWORK =
      Problems.regression(ROWS, 2, new int[] {5}, Activation.TANH, 2).with(Precision.SINGLE);

  private static double[] train(Posterior posterior, int passes, int member) {
    return MiniBatchTraining.of(passes).train(posterior, 3, member, () -> false);
  }

  private static double height(Posterior posterior, double[] q) {
    LogDensity density = posterior.density();
    return density.valueAndGradient(q, new double[q.length]);
  }

  /** A linear model has one maximum, which L-BFGS finds as well. */
  @Test
  void aLinearModelComesToItsMaximum() {
    var exact =
        new MapTraining(Objective.POSTERIOR, Lbfgs.of(1_000, 1e-6), WeightStart.FAN_IN, null)
            .train(LINEAR, 1, 0);
    double[] q = train(LINEAR, 60, 0);
    // The training rows are 95% of all: the two maxima differ by the noise of the others.
    assertThat(height(LINEAR, exact.q()) - height(LINEAR, q)).isBetween(0.0, 3.0);
    for (int j = 0; j < q.length; j++) {
      assertThat(q[j]).isCloseTo(exact.q()[j], within(0.03));
    }
  }

  @Test
  void aMemberIsAFunctionOfItsSeedAndNumber() {
    double[] member = train(NETWORK, 3, 1);
    assertThat(train(NETWORK, 3, 1)).isEqualTo(member);
    assertThat(train(NETWORK, 3, 2)).isNotEqualTo(member);
  }

  @Test
  void morePassesClimbHigher() {
    double few = height(NETWORK, train(NETWORK, 2, 0));
    double more = height(NETWORK, train(NETWORK, 20, 0));
    assertThat(more).isGreaterThan(few + 100);
  }

  @Test
  void itStopsWhereItIsAsked() {
    var asked = new AtomicInteger();
    assertThatThrownBy(
            () -> MiniBatchTraining.of(50).train(NETWORK, 3, 0, () -> asked.incrementAndGet() == 2))
        .isInstanceOf(StoppedException.class);
    assertThat(asked).hasValue(2);
  }
}
