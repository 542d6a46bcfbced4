package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coset.parallel.StoppedException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.SamplerMonitor;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChainRunnerTest {
  private static final Posterior POSTERIOR = Posteriors.SMALL;

  private static Draws draws(ChainPlan plan, int chain) {
    var outcome = new ChainRunner(ChainRecipe.of(POSTERIOR, plan), SamplerMonitor.NONE).run(chain);
    return ((ChainOutcome.Finished) outcome).draws();
  }

  /** Start and transitions each have a stream of their own. */
  @Test
  void aChainIsThatOfItsStartAndItsStream() {
    var plan = ChainPlan.of(4, 30, 5, 11).withSuperchains(2);
    var settings = (Nuts.Settings) plan.sampler();
    var nuts = new Nuts(POSTERIOR.density(), settings, SamplerMonitor.NONE);
    double[] start = new UniformStart().of(POSTERIOR, plan, 1, () -> false).q();
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

  @Test
  void aChainKnowsWhatItTook() {
    long before = System.nanoTime();
    var outcome =
        (ChainOutcome.Finished)
            new ChainRunner(
                    ChainRecipe.of(POSTERIOR, ChainPlan.of(1, 30, 5, 11)), SamplerMonitor.NONE)
                .run(0);
    double passed = (System.nanoTime() - before) * 1e-9;
    assertThat(outcome.seconds()).isPositive().isLessThanOrEqualTo(passed);
    assertThat(outcome.startGradients()).isEqualTo(1);
    long ofDraws = outcome.draws().total(DrawSchema.STEPS);
    assertThat(outcome.gradients()).isEqualTo(1 + outcome.warmup().steps() + ofDraws);
    ChainOutcome.Finished first = outcome.first(2);
    assertThat(first.draws()).isEqualTo(outcome.draws().select(IntStream.range(0, 2)));
    assertThat(first)
        .isEqualTo(
            new ChainOutcome.Finished(0, first.draws(), outcome.warmup(), 1, outcome.seconds()));
  }

  @Test
  void whatGoesWrongInsideAChainIsItsOutcome() {
    assertThat(failureOf(new IllegalStateException("out of luck"))).isEqualTo("out of luck");
    assertThat(failureOf(new ArithmeticException())).isEqualTo("java.lang.ArithmeticException");
  }

  private static String failureOf(RuntimeException failure) {
    Posterior broken =
        Posteriors.with(
            (q, gradient) -> {
              throw failure;
            });
    long before = System.nanoTime();
    var outcome =
        new ChainRunner(ChainRecipe.of(broken, ChainPlan.of(3, 1, 1, 1)), SamplerMonitor.NONE)
            .run(2);
    double passed = (System.nanoTime() - before) * 1e-9;
    assertThat(outcome.chain()).isEqualTo(2);
    assertThat(outcome.seconds()).isPositive().isLessThanOrEqualTo(passed);
    return ((ChainOutcome.Failed) outcome).reason();
  }

  @Test
  void aStopIsNoOutcome() {
    var stop =
        new SamplerMonitor() {
          @Override
          public boolean stopped() {
            return true;
          }
        };
    var runner = new ChainRunner(ChainRecipe.of(POSTERIOR, ChainPlan.of(1, 1, 1, 1)), stop);
    assertThatExceptionOfType(StoppedException.class).isThrownBy(() -> runner.run(0));
  }
}
