package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.coset.MonteCarlo;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
    Nuts.Chain chain = nuts.sample(0, new double[2], random);
    assertThat(Math.log(chain.warmup().stepSize() / 10))
        .isCloseTo((1 - target) / (0.05 * (1 + 10)), within(1e-12));
    assertThat(chain.draws().acceptance()).containsOnly(1);
    assertThat(chain.draws().depth()).containsOnly(depth);
    assertThat(chain.draws().steps()).containsOnly((1 << depth) - 1);
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
      assertThat(draws.energy()[g]).isGreaterThanOrEqualTo(-draws.logDensity()[g]);
      assertThat(draws.acceptance()[g]).isBetween(0.0, 1.0);
      assertThat(draws.steps()[g])
          .isBetween(1 << (draws.depth()[g] - 1), (1 << draws.depth()[g]) - 1);
    }
  }
}
