package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class WarmupTest {
  private static final double TARGET = 0.8;

  @Test
  void windowsOf1024Steps() {
    assertThat(Warmup.windows(1024)).containsExactly(75, 25, 50, 100, 200, 524, 50);
  }

  @Test
  void windowsOfFewSteps() {
    assertThat(Warmup.windows(0)).isEmpty();
    assertThat(Warmup.windows(19)).containsExactly(19);
    assertThat(Warmup.windows(20)).containsExactly(3, 15, 2);
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
  void theFirstTransitionHasStepSizeOne() {
    assertThat(new Warmup(1024, 1, TARGET).stepSize()).isEqualTo(1);
    assertThat(new Warmup(0, 1, TARGET).stepSize()).isEqualTo(1);
  }

  /** Windows of ever wider points, so that a window that lends points to another shows. */
  @Test
  void allWindowsButTheFirstAndLastSetTheMassFromTheirOwnPoints() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(3L);
    var warmup = new Warmup(1024, 1, TARGET);
    List<Integer> windows = Warmup.windows(1024);
    double[] inverseMass = {1};
    double expected = 1;
    for (int w = 0; w < windows.size(); w++) {
      double width = w + 1;
      double[] points = random.doubles(windows.get(w)).map(u -> width * (u + 1)).toArray();
      for (double point : points) {
        assertThat(inverseMass[0]).isCloseTo(expected, within(1e-12 * expected));
        warmup.learn(TARGET, new double[] {point}, inverseMass);
      }
      boolean adaptsMass = w > 0 && w < windows.size() - 1;
      expected = adaptsMass ? RunningVarianceTest.shrunk(points) : expected;
      assertThat(inverseMass[0]).isCloseTo(expected, within(1e-12 * expected));
    }
  }

  @Test
  void theStepSizeIsDualAveragedAnewAfterEachMassWindowAndIsTheAverageInTheEnd() {
    Set<Integer> massWindowEnds = Set.of(100, 150, 250, 450, 974);
    var random = RandomSource.XO_SHI_RO_256_PP.create(4L);
    var warmup = new Warmup(1024, 1, TARGET);
    var sinceWindow = new DualAveraging(TARGET, 1);
    for (int step = 1; step < 1024; step++) {
      double acceptance = 0.6 + 0.4 * random.nextDouble();
      warmup.learn(acceptance, new double[] {random.nextDouble()}, new double[1]);
      sinceWindow.update(acceptance);
      assertThat(warmup.stepSize()).as("step %d", step).isEqualTo(sinceWindow.stepSize());
      if (massWindowEnds.contains(step)) {
        sinceWindow = new DualAveraging(TARGET, warmup.stepSize());
      }
    }
    warmup.learn(0.7, new double[1], new double[1]);
    sinceWindow.update(0.7);
    assertThat(warmup.stepSize())
        .isEqualTo(sinceWindow.averagedStepSize())
        .isNotCloseTo(sinceWindow.stepSize(), within(0.01 * sinceWindow.stepSize()));
  }
}
