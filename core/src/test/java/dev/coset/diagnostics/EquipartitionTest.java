package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.SamplerMonitor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EquipartitionTest {
  private static final double[][] X = {{-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2}};
  private static final double[] Y = {-1.1, -0.8, -0.9, -0.3, 0.2, 0.3, 0.8, 1, 0.9};
  private static final Posterior POSTERIOR =
      new Posterior(
          Network.of(1, new int[] {2}, 1, Activation.TANH),
          Prior.STANDARD_NORMAL,
          new NormalLikelihood(),
          Precision.DOUBLE,
          new Points(X, Y));

  private static Draws sampled() {
    var runner =
        new ChainRunner(
            ChainRecipe.of(POSTERIOR, ChainPlan.of(100, 200, 20, 3)), SamplerMonitor.NONE);
    List<Draws> chains =
        IntStream.range(0, 100)
            .mapToObj(c -> ((ChainOutcome.Finished) runner.run(c)).draws())
            .toList();
    return Draws.concatenate(POSTERIOR.dimension(), NutsStatistics.SCHEMA, chains);
  }

  private static Equipartition of(Draws draws, int threads) {
    return Equipartition.of(POSTERIOR, ChainedDraws.of(draws, null), threads);
  }

  @Test
  void itIsOneForDrawsOfThePosterior() {
    Equipartition of = of(sampled(), 2);
    assertThat(of.error()).isLessThan(0.1);
    assertThat(Math.abs(of.mean() - 1)).isLessThan(4 * of.error());
    assertThat(of.off()).isFalse();
    assertThat(of(sampled(), 1)).isEqualTo(of);
  }

  /** Draws of a density that is wider or narrower are told apart. */
  @Test
  void itIsNotOneForDrawsThatAreTooWideOrTooNarrow() {
    Draws draws = sampled();
    int d = draws.dimension();
    double[] centre = new double[d];
    for (int i = 0; i < draws.values().length; i++) {
      centre[i % d] += draws.values()[i] / draws.count();
    }
    for (double factor : new double[] {0.5, 1.5}) {
      double[] values = new double[draws.values().length];
      Arrays.setAll(values, i -> centre[i % d] + factor * (draws.values()[i] - centre[i % d]));
      Equipartition of = of(draws.withValues(values), 2);
      assertThat(of.off()).as("%s", of).isTrue();
    }
  }
}
