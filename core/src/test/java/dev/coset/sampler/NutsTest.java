package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.coset.MonteCarlo;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chains reproduce known moments within Monte Carlo error, judged by the spread between independent
 * chains.
 */
class NutsTest {
  private static final int CHAINS = 24;

  private static Draws[] sample(LogDensity density, int warmup, int draws, long seed) {
    return IntStream.range(0, CHAINS)
        .mapToObj(
            c -> {
              var random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1000L * c);
              var nuts = new Nuts(density, Nuts.Settings.of(warmup, draws), SamplerMonitor.NONE);
              double[] start =
                  DoubleStream.generate(() -> 4 * random.nextDouble() - 2)
                      .limit(density.dimension())
                      .toArray();
              return nuts.sample(c, start, random).draws();
            })
        .toArray(Draws[]::new);
  }

  private static void assertMoment(
      String what, Draws[] chains, ToDoubleFunction<double[]> f, double truth, int comparisons) {
    double[] estimates = new double[chains.length];
    for (int c = 0; c < chains.length; c++) {
      for (int g = 0; g < chains[c].count(); g++) {
        estimates[c] += f.applyAsDouble(chains[c].draw(g)) / chains[c].count();
      }
    }
    MonteCarlo.assertMean(what, estimates, truth, comparisons);
  }

  @ParameterizedTest
  @CsvSource({"2, 0.9, 2000", "50, 0.8, 600", "500, 0.5, 150"})
  void correlatedNormals(int dimension, double rho, int draws) {
    Draws[] chains = sample(Densities.correlatedNormal(dimension, rho), 500, draws, 7);
    int comparisons = 3 * dimension;
    for (int i = 0; i < dimension; i++) {
      int j = i;
      assertMoment("mean " + j, chains, q -> q[j], 0, comparisons);
      assertMoment("variance " + j, chains, q -> q[j] * q[j], 1, comparisons);
      if (j > 0) {
        assertMoment("covariance " + j, chains, q -> q[j] * q[j - 1], rho, comparisons);
      }
    }
  }

  @Test
  void funnel() {
    Draws[] chains = sample(Densities.funnel(), 1000, 4000, 21);
    assertMoment("E v", chains, q -> q[0], 0, 5);
    assertMoment("E v^2", chains, q -> q[0] * q[0], 1, 5);
    assertMoment("E x", chains, q -> q[1], 0, 5);
    assertMoment("E x^2 e^-v", chains, q -> q[1] * q[1] * Math.exp(-q[0]), 1, 5);
    assertMoment("E x1 x2 e^-v", chains, q -> q[1] * q[2] * Math.exp(-q[0]), 0, 5);
  }

  @Test
  void banana() {
    Draws[] chains = sample(Densities.banana(), 1000, 4000, 31);
    assertMoment("E a", chains, q -> q[0], 0, 5);
    assertMoment("E a^2", chains, q -> q[0] * q[0], 1, 5);
    assertMoment("E b", chains, q -> q[1], 0, 5);
    assertMoment("E b^2", chains, q -> q[1] * q[1], 1.5, 5);
    assertMoment("E a^2 b", chains, q -> q[0] * q[0] * q[1], 1, 5);
  }

  /**
   * Where the density is flat no leaf is refused and no path turns: each has the greatest depth,
   * and one transition moves the log step from its centre, ten times 1, by the gap 1 - target over
   * gamma (1 + t0).
   */
  @ParameterizedTest
  @MethodSource
  void aFlatDensityShowsTheSettings(Nuts.Settings settings, double target, int depth) {
    var nuts = new Nuts(Densities.plateau(2, 0), settings, SamplerMonitor.NONE);
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    Sampler.Chain chain = nuts.sample(0, new double[2], random);
    assertThat(Math.log(chain.warmup().stepSize() / 10))
        .isCloseTo((1 - target) / (0.05 * (1 + 10)), within(1e-12));
    assertThat(NutsStatistics.of(chain.draws()).acceptance()).containsOnly(1);
    assertThat(NutsStatistics.of(chain.draws()).depth()).containsOnly(depth);
    assertThat(NutsStatistics.of(chain.draws()).steps()).containsOnly((1 << depth) - 1);
    assertThat(chain.warmup().steps()).isEqualTo((1 << depth) - 1);
  }

  static List<Arguments> aFlatDensityShowsTheSettings() {
    return List.of(
        arguments(Nuts.Settings.of(1, 3), 0.8, 10),
        arguments(new Nuts.Settings(1, 3, 0.6, 4), 0.6, 4));
  }

  @Test
  void aChainIsAFunctionOfItsRandomStream() {
    Draws[] once = sample(Densities.funnel(), 100, 20, 5);
    Draws[] again = sample(Densities.funnel(), 100, 20, 5);
    assertThat(once).isEqualTo(again);
    assertThat(once[0]).isNotEqualTo(once[1]);
  }

  @Test
  void whatADrawSaysOfItselfIsTrue() {
    LogDensity density = Densities.banana();
    Draws draws = sample(density, 200, 50, 9)[0];
    for (int g = 0; g < draws.count(); g++) {
      assertThat(draws.logDensity()[g])
          .isEqualTo(density.valueAndGradient(draws.draw(g), new double[2]));
      assertThat(NutsStatistics.of(draws).energy()[g])
          .isGreaterThanOrEqualTo(-draws.logDensity()[g]);
      assertThat(NutsStatistics.of(draws).acceptance()[g]).isBetween(0.0, 1.0);
      assertThat(NutsStatistics.of(draws).steps()[g])
          .isBetween(
              Math.scalb(1.0, (int) NutsStatistics.of(draws).depth()[g] - 1),
              Math.scalb(1.0, (int) NutsStatistics.of(draws).depth()[g]) - 1);
    }
  }

  private static Sampler.Chain chain(
      LogDensity density, Nuts.Settings settings, double[] start, SamplerMonitor monitor) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(13L);
    return new Nuts(density, settings, monitor).sample(6, start, random);
  }

  /** A well too narrow for the first step size, 1: nothing is accepted, and no draw leaves. */
  @Test
  void aChainBeginsAtItsStart() {
    LogDensity well = Densities.scaledNormal(1e-6, 1e-6);
    double[] start = {1e-6, -2e-6};
    Draws draws = chain(well, Nuts.Settings.of(0, 3), start, SamplerMonitor.NONE).draws();
    assertThat(draws.draw(0)).isEqualTo(start);
    assertThat(draws.draw(2)).isEqualTo(start);
    assertThat(NutsStatistics.of(draws).diverged()).containsOnly(1);
    assertThat(draws.chain()).containsOnly(6);
  }

  @Test
  void theMonitorSeesEveryTransitionAndTheSummaryAddsUpThoseOfWarmup() {
    record Seen(boolean warmup, int steps, boolean diverged) {}
    List<Seen> seen = new ArrayList<>();
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            seen.add(new Seen(warmup, steps, diverged));
          }
        };
    LogDensity narrow = Densities.scaledNormal(0.01, 0.01); // the first steps diverge
    Sampler.Chain chain = chain(narrow, Nuts.Settings.of(60, 40), new double[2], monitor);

    assertThat(seen).hasSize(100);
    List<Seen> warmup = seen.subList(0, 60);
    List<Seen> kept = seen.subList(60, 100);
    assertThat(warmup).allMatch(Seen::warmup);
    assertThat(kept).noneMatch(Seen::warmup);
    assertThat(chain.warmup().steps()).isEqualTo(warmup.stream().mapToInt(Seen::steps).sum());
    assertThat(chain.warmup().divergences())
        .isEqualTo((int) warmup.stream().filter(Seen::diverged).count())
        .isPositive();
    assertThat(NutsStatistics.of(chain.draws()).steps())
        .isEqualTo(kept.stream().mapToDouble(Seen::steps).toArray());
  }

  @Test
  void aMonitorStopsAChainAfterATransition() {
    var transitions = new AtomicInteger();
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            transitions.incrementAndGet();
          }

          @Override
          public boolean stopped() {
            return transitions.get() == 7;
          }
        };
    for (var settings : List.of(Nuts.Settings.of(10, 1), Nuts.Settings.of(5, 10))) {
      transitions.set(0);
      assertThatExceptionOfType(StoppedException.class)
          .isThrownBy(() -> chain(Densities.banana(), settings, new double[2], monitor));
      assertThat(transitions).hasValue(7);
    }
  }

  /** Scales a thousandfold apart, and the acceptance that was asked for. */
  @Test
  void warmupFindsScalesAndStepSize() {
    LogDensity density = Densities.scaledNormal(0.03, 30);
    Sampler.Chain chain =
        chain(density, Nuts.Settings.of(1000, 2000), new double[2], SamplerMonitor.NONE);
    // The last window has 500 correlated points: a tenth to a fifth is what a variance errs by.
    assertThat(chain.warmup().inverseMass()[0] / 0.03 / 0.03).isBetween(0.5, 2.0);
    assertThat(chain.warmup().inverseMass()[1] / 30 / 30).isBetween(0.5, 2.0);
    assertThat(Arrays.stream(NutsStatistics.of(chain.draws()).acceptance()).average().orElseThrow())
        .isCloseTo(0.8, within(0.1));
    assertThat(NutsStatistics.of(chain.draws()).diverged()).containsOnly(0);
    assertThat(Arrays.stream(chain.draws().logDensity()).distinct().count())
        .as("draws that moved")
        .isGreaterThan(1500);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1, 0.8, 10, Warm-up must be 0 steps or more",
    "0, 0, 0.8, 10, at least 1 draw",
    "0, 1, 0, 10, between 0 and 1",
    "0, 1, 1, 10, between 0 and 1",
    "0, 1, NaN, 10, between 0 and 1",
    "0, 1, 0.8, 0, between 1 and 20",
    "0, 1, 0.8, 21, between 1 and 20"
  })
  void settingsThatMakeNoChainAreRefused(
      int warmup, int draws, double target, int depth, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Nuts.Settings(warmup, draws, target, depth))
        .withMessageContaining(why);
  }

  @Test
  void theLeastAndGreatestDepthsWork() {
    double[] start = {0.1, 0.1};
    var settings = new Nuts.Settings(0, 50, 0.8, 1);
    Draws draws = chain(Densities.plateau(2, 0), settings, start, SamplerMonitor.NONE).draws();
    assertThat(NutsStatistics.of(draws).steps()).containsOnly(1);
    assertThat(NutsStatistics.of(draws).depth()).containsOnly(1);
    assertThat(new Nuts.Settings(0, 1, 0.8, 20).maxDepth()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 10})
  void theWorkspaceIsTheArraysThatAChainHolds(int maxDepth) throws IllegalAccessException {
    var hamiltonian = new Hamiltonian(Densities.plateau(17, 0));
    int arrays =
        arraysOf17(hamiltonian)
            + arraysOf17(new Trajectory(hamiltonian, maxDepth))
            + arraysOf17(new RunningVariance(17))
            + arraysOf17(new PhasePoint(17));
    assertThat(new Nuts.Settings(0, 1, 0.8, maxDepth).workspace()).isEqualTo(arrays);
  }

  private static int arraysOf17(Object holder) throws IllegalAccessException {
    int arrays = 0;
    for (Field field : holder.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      arrays +=
          switch (field.get(holder)) {
            case double[] array when array.length == 17 -> 1;
            case double[][] array -> array.length;
            case PhasePoint point -> arraysOf17(point);
            default -> 0;
          };
    }
    return arrays;
  }
}
