package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class WarmupTest {

  @Test
  void windowsOf1024Steps() {
    assertThat(Warmup.windows(1024)).containsExactly(75, 25, 50, 100, 200, 524, 50);
  }

  @Test
  void windowsOfFewSteps() {
    assertThat(Warmup.windows(0)).isEmpty();
    assertThat(Warmup.windows(19)).containsExactly(19);
    assertThat(Warmup.windows(100)).containsExactly(15, 75, 10);
    assertThat(Warmup.windows(150)).containsExactly(75, 25, 50);
  }

  @Test
  void windowsAddUpToAllSteps() {
    for (int steps : IntStream.range(0, 3000).toArray()) {
      assertThat(Warmup.windows(steps).stream().mapToInt(w -> w).sum()).isEqualTo(steps);
    }
  }

  @Test
  void dualAveragingFindsTheStepOfTheTargetAcceptance() {
    var dualAveraging = new DualAveraging(0.8, 1);
    double step = 1;
    for (int i = 0; i < 2000; i++) {
      dualAveraging.update(Math.exp(-3 * step));
      step = dualAveraging.stepSize();
    }
    assertThat(Math.exp(-3 * dualAveraging.averagedStepSize())).isCloseTo(0.8, within(0.005));
  }

  @Test
  void theMassMatrixIsTheShrunkVarianceOfTheWindow() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(3L);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    var variance = new RunningVariance(1);
    double[] values = new double[25];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1e6 + 0.1 * normal.sample();
      variance.add(new double[] {values[i]});
    }
    double mean = IntStream.range(0, 25).mapToDouble(i -> values[i]).average().orElseThrow();
    double squares =
        IntStream.range(0, 25).mapToDouble(i -> (values[i] - mean) * (values[i] - mean)).sum();
    double[] regularised = new double[1];
    variance.regularisedInto(regularised);
    assertThat(regularised[0]).isCloseTo(25.0 / 30 * squares / 24 + 1e-3 * 5 / 30, within(1e-8));
  }

  @Test
  void theStepSizeAfterWarmupIsTheAverage() {
    var warmup = new Warmup(60, 1, 0.8);
    double[] inverseMass = {1};
    double last = 0;
    for (int i = 0; i < 60; i++) {
      warmup.learn(i % 2 == 0 ? 1 : 0.6, new double[] {i}, inverseMass);
      if (i == 58) {
        last = warmup.stepSize();
      }
    }
    assertThat(inverseMass[0]).isNotEqualTo(1);
    assertThat(warmup.stepSize()).isNotEqualTo(last).isPositive();
  }
}
