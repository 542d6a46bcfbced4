package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EngineSessionTest {
  private static final ChainPlan PLAN = ChainPlan.of(6, 5, 3, 8);
  private static final ChainRecipe RECIPE = ChainRecipe.of(Posteriors.SMALL, PLAN);

  private static IntStream all() {
    return IntStream.range(0, PLAN.chains());
  }

  private static void run(int threads, SamplerMonitor monitor, Consumer<ChainOutcome> sink) {
    EngineSession.run(
        Engine.local(threads), RECIPE, all(), monitor, outcomes -> outcomes.forEach(sink));
  }

  private static Draws draws(ChainOutcome outcome) {
    return ((ChainOutcome.Finished) outcome).draws();
  }

  private static SamplerMonitor stopping(AtomicBoolean stop) {
    return new SamplerMonitor() {
      @Override
      public boolean stopped() {
        return stop.get();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void runsEveryChainOnceWhateverTheNumberOfThreads(int threads) {
    var drawn = new TreeMap<Integer, Draws>();
    run(
        threads,
        SamplerMonitor.NONE,
        outcome -> assertThat(drawn.put(outcome.chain(), draws(outcome))).isNull());
    assertThat(drawn).hasSize(PLAN.chains());
    var runner = new ChainRunner(RECIPE, SamplerMonitor.NONE);
    drawn.forEach((chain, own) -> assertThat(own).isEqualTo(draws(runner.run(chain))));
  }

  /** Where chains are fewer than threads, threads share a chain. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void threadsThatShareAChainLeaveItsDrawsAsTheyAre(int threads) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    double[][] x = new double[20][];
    Arrays.setAll(x, j -> random.doubles(20_000, -1, 1).toArray());
    var large =
        new Posterior(
            Network.of(20, new int[] {8}, 1, Activation.TANH),
            Prior.STANDARD_NORMAL,
            new NormalLikelihood(),
            Precision.SINGLE,
            new Points(x, x[3]));
    assertThat(large.isWorthSharing()).isTrue();
    assertThat(Posteriors.SMALL.isWorthSharing()).isFalse();
    var recipe = ChainRecipe.of(large, ChainPlan.of(2, 4, 2, 3));
    var drawn = new TreeMap<Integer, Draws>();
    EngineSession.run(
        Engine.local(threads),
        recipe,
        IntStream.range(0, 2),
        SamplerMonitor.NONE,
        outcomes -> outcomes.forEach(outcome -> drawn.put(outcome.chain(), draws(outcome))));
    var runner = new ChainRunner(recipe, SamplerMonitor.NONE);
    assertThat(drawn).hasSize(2);
    drawn.forEach((chain, own) -> assertThat(own).isEqualTo(draws(runner.run(chain))));
  }

  /** Chains of several recipes, those from given points too, are what each would be alone. */
  @Test
  void batchesOfSeveralRecipesShareTheEngine() {
    double[][] q = {new double[Posteriors.SMALL.dimension()]};
    q[0][0] = 0.25;
    var from = ChainRecipe.from(Posteriors.SMALL, PLAN, new ChainRecipe.Starts(4, q));
    var short0 = ChainRecipe.of(Posteriors.SMALL, ChainPlan.of(3, 2, 1, 9));
    Map<ChainBatch, Map<Integer, Draws>> drawn = new LinkedHashMap<>();
    try (var session = EngineSession.local(2)) {
      for (var batch :
          List.of(
              new ChainBatch(RECIPE, IntStream.of(1, 3)),
              new ChainBatch(from, IntStream.of(4)),
              new ChainBatch(short0, IntStream.range(0, 3)))) {
        Map<Integer, Draws> own = new TreeMap<>();
        drawn.put(batch, own);
        session.submit(batch.to(outcomes -> outcomes.forEach(o -> own.put(o.chain(), draws(o)))));
      }
      drawn.keySet().forEach(session::await);
    }
    assertThat(drawn.values()).extracting(Map::size).containsExactly(2, 1, 3);
    drawn.forEach(
        (batch, own) ->
            own.forEach(
                (chain, draws) ->
                    assertThat(draws)
                        .isEqualTo(
                            draws(
                                new ChainRunner(batch.recipe(), SamplerMonitor.NONE).run(chain)))));
  }

  /** A sink that waits for the others would meet them if they came in. */
  @Test
  void oneOutcomeAtATimeReachesTheSink() {
    var inside = new AtomicInteger();
    List<Integer> together = new ArrayList<>();
    run(
        6,
        SamplerMonitor.NONE,
        outcome -> {
          int now = inside.incrementAndGet();
          pause();
          together.add(now);
          inside.decrementAndGet();
        });
    assertThat(together).hasSize(6).containsOnly(1);
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void workComesAfterItsBatchAndItsFailureReachesWhoeverWaits() {
    List<ChainOutcome> outcomes = new ArrayList<>();
    try (var session = EngineSession.local(3)) {
      var batch = new ChainBatch(RECIPE, all()).to(outcomes::addAll);
      session.submit(batch);
      assertThat(session.await(session.after(batch, outcomes::size))).isEqualTo(PLAN.chains());
      var failing =
          session.after(
              batch,
              () -> {
                throw new IllegalStateException("no score");
              });
      assertThatIllegalStateException()
          .isThrownBy(() -> session.await(failing))
          .withMessage("no score");
      assertThat(session.await(session.after(batch, () -> "more"))).isEqualTo("more");
    }
  }

  @Test
  void aBatchWithoutChainsEndsAtOnce() {
    try (var session = EngineSession.local(1)) {
      var batch = new ChainBatch(RECIPE, IntStream.empty());
      session.submit(batch);
      session.await(batch);
      assertThat(session.await(session.after(batch, () -> 5))).isEqualTo(5);
    }
  }

  @Test
  void whenTheMonitorStopsItChainsAreGivenUp() {
    List<ChainOutcome> outcomes = new ArrayList<>();
    var stop = new AtomicBoolean(true);
    try (var session = new EngineSession(Engine.local(2), stopping(stop))) {
      var batch = new ChainBatch(RECIPE, all()).to(outcomes::addAll);
      session.submit(batch);
      var score = session.after(batch, () -> 1);
      assertThatThrownBy(() -> session.await(batch)).isInstanceOf(StoppedException.class);
      assertThatThrownBy(() -> session.await(score)).isInstanceOf(StoppedException.class);
      var late = new ChainBatch(RECIPE, all());
      session.submit(late);
      assertThatThrownBy(() -> session.await(late)).isInstanceOf(StoppedException.class);
    }
    assertThat(outcomes).isEmpty();
  }

  @Test
  void aCancelledBatchEndsAndTheOthersGoOn() throws InterruptedException {
    var begun = new CountDownLatch(1);
    SamplerMonitor monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            begun.countDown();
          }
        };
    try (var session = new EngineSession(Engine.local(1), monitor)) {
      var endless =
          new ChainBatch(
              ChainRecipe.of(Posteriors.SMALL, ChainPlan.of(1, 100_000_000, 1, 8)),
              IntStream.of(0));
      session.submit(endless);
      begun.await();
      session.cancel(endless);
      session.await(endless);
      var next = new ChainBatch(RECIPE, all());
      session.submit(next);
      session.await(next);
    }
  }

  @Test
  void aSinkThatFailsEndsTheRun() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                run(
                    1,
                    SamplerMonitor.NONE,
                    outcome -> {
                      throw new IllegalStateException("disk full");
                    }))
        .withMessage("disk full");
  }

  @Test
  void anInterruptEndsTheWaitAndIsNotForgotten() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(1, SamplerMonitor.NONE, outcome -> {}))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
