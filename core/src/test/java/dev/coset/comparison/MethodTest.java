package dev.coset.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.parallel.StoppedException;
import dev.coset.predictive.Scores;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MethodTest {
  private static final NamedMethod.Sizes SIZES = new NamedMethod.Sizes(3, 40, Weighting.EQUAL);

  @TempDir Path folder;

  private static Study study(double testFraction) {
    double[][] x = new double[50][1];
    double[] y = new double[50];
    for (int i = 0; i < 50; i++) {
      x[i][0] = i / 12.0 - 2;
      y[i] = Math.sin(x[i][0]) + 0.1 * ((i * 7) % 5 - 2);
    }
    return Study.of(
        Dataset.of(x, y),
        Split.shuffled(50, testFraction, 1),
        Configuration.of(new int[] {2}, ChainPlan.of(8, 150, 2, 3)));
  }

  /** Counts transitions and stops after some. */
  private static final class Counter implements MethodMonitor {
    final AtomicLong transitions = new AtomicLong();
    final AtomicLong parts = new AtomicLong();
    final long most;

    Counter(long most) {
      this.most = most;
    }

    @Override
    public void begins(String method, long expected) {
      parts.addAndGet(expected);
    }

    @Override
    public void trained() {
      parts.decrementAndGet();
    }

    @Override
    public void transition(boolean warmup, int steps, boolean diverged) {
      transitions.incrementAndGet();
      parts.decrementAndGet();
    }

    @Override
    public boolean stopped() {
      return transitions.get() > most;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMethodBearsItsNameAndScoresTheSameOnAnyNumberOfThreads(NamedMethod named) {
    Method method = named.of(SIZES);
    assertThat(method.name()).isEqualTo(named.toString());
    var counter = new Counter(Long.MAX_VALUE);
    MethodResult one = method.run(study(0.2), Workbench.local(1).watchedBy(counter));
    assertThat(counter.parts).hasValue(0); // as many parts as were announced
    MethodResult three = method.run(study(0.2), Workbench.local(3));
    assertThat(one.method()).isEqualTo(method.name());
    assertThat(one.scores().lppd()).isCloseTo(three.scores().lppd(), within(1e-9));
    assertThat(one.gradients()).isEqualTo(three.gradients()).isPositive();
    assertThat(one.seconds()).isPositive();
    // What was scored is what the result predicts.
    var test = study(0.2).test();
    assertThat(Scores.of(one.predictive(test.x()), test.y().values())).isEqualTo(one.scores());
  }

  @Test
  void chainsInMemoryAreThoseOfARun() {
    Study study = study(0.2);
    MethodResult result = Method.manyChains().run(study, Workbench.local(2));
    var kept = Workbench.local(2).in(folder);
    assertThat(Method.manyChains().run(study, kept).scores()).isEqualTo(result.scores());
    try (var run = RunStore.read(folder.resolve("chains"))) {
      var test = study.test();
      var predictive = study.posterior().predictive(run.draws(), test.x(), 1);
      assertThat(Scores.of(predictive, test.y().values())).isEqualTo(result.scores());
      assertThat(run.gradients()).isEqualTo(result.gradients());
    }
  }

  @Test
  void aLongChainHasAsManyDraws() {
    Method.longChain().run(study(0.2), Workbench.local(1).in(folder));
    try (var run = RunStore.read(folder.resolve("long-chain"))) {
      assertThat(run.outcomes()).hasSize(1);
      assertThat(run.draws().count()).isEqualTo(8 * 2);
    }
  }

  @Test
  void aMixtureDoesNotSampleAgain() {
    Study study = study(0.2);
    var counter = new Counter(Long.MAX_VALUE);
    var at = Workbench.local(2).watchedBy(counter);
    MethodResult chains = Method.manyChains().run(study, at);
    assertThat(counter.transitions).hasValue(8 * 152);
    MethodResult mixture = Method.mixtureOfLaplace().run(study, at);
    assertThat(counter.transitions).hasValue(8 * 152);
    assertThat(mixture.gradients()).isGreaterThan(chains.gradients());
    assertThat(mixture.scores().lppd()).isCloseTo(chains.scores().lppd(), within(0.3));
  }

  @Test
  void whatWasStoppedGoesOnAndWhatIsKeptIsNotSampledAgain() {
    Study study = study(0.2);
    Scores whole = Method.manyChains().run(study).scores();
    var stopping = Workbench.local(2).in(folder).watchedBy(new Counter(600));
    assertThatThrownBy(() -> Method.manyChains().run(study, stopping))
        .isInstanceOf(StoppedException.class);
    // Chains that are there already do not wait for the others.
    var few = study.configuration().withPlan(study.configuration().plan().withChains(1));
    var idle = new Counter(Long.MAX_VALUE);
    Method.manyChains().run(study.with(few), Workbench.local(2).in(folder).watchedBy(idle));
    assertThat(idle.transitions).hasValue(0);

    var rest = new Counter(Long.MAX_VALUE);
    MethodResult resumed =
        Method.manyChains().run(study, Workbench.local(2).in(folder).watchedBy(rest));
    assertThat(resumed.scores()).isEqualTo(whole);
    assertThat(rest.transitions.get()).isLessThan(8 * 152);
    var none = new Counter(Long.MAX_VALUE);
    MethodResult again =
        Method.manyChains().run(study, Workbench.local(2).in(folder).watchedBy(none));
    assertThat(again.scores()).isEqualTo(whole);
    assertThat(again.gradients()).isEqualTo(resumed.gradients());
    assertThat(none.transitions).hasValue(0);
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    assertThatThrownBy(() -> Method.manyChains().run(study(0)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no rows for testing");
    Study study = study(0.2);
    var until = study.configuration().stopped(new Configuration.Until(0.1, 8));
    assertThatThrownBy(() -> Method.manyChains().run(study.with(until)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("stopping rule");
  }
}
