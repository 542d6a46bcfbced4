package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.SamplerMonitor;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChainRunnerTest {
  private static final Posterior POSTERIOR =
      new Posterior(
          Network.of(1, new int[] {2}, 1, Activation.TANH),
          Prior.STANDARD_NORMAL,
          new NormalLikelihood(),
          Precision.DOUBLE,
          new Points(new double[][] {{-1, 0, 1}}, new double[] {-1, 0.1, 1}));

  private static Draws draws(ChainPlan plan, int chain) {
    var outcome = new ChainRunner(POSTERIOR, plan, SamplerMonitor.NONE).run(chain);
    return ((ChainOutcome.Finished) outcome).draws();
  }

  /** Start and transitions each have a stream of their own. */
  @Test
  void aChainIsThatOfItsStartAndItsStream() {
    var plan = ChainPlan.of(4, 30, 5, 11).withSuperchains(2);
    var nuts = new Nuts(POSTERIOR.density(), plan.sampler(), SamplerMonitor.NONE);
    double[] start = new UniformStart().of(POSTERIOR, 11, 1).q();
    assertThat(draws(plan, 3))
        .isEqualTo(nuts.sample(3, start, RandomStream.TRANSITIONS.of(11, 3)).draws());
  }

  @Test
  void runsOfDifferentSeedsShareNoChain() {
    Set<Double> firstEntries = new HashSet<>();
    for (long seed = 0; seed < 4; seed++) {
      for (int chain = 0; chain < 4; chain++) {
        firstEntries.add(draws(ChainPlan.of(4, 2, 1, seed), chain).draw(0)[0]);
      }
    }
    assertThat(firstEntries).hasSize(16);
  }
}
