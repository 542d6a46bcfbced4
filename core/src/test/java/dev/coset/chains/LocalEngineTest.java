package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LocalEngineTest {
  private static final ChainPlan PLAN = ChainPlan.of(6, 5, 3, 8);

  private static ChainQueue all() {
    return new ChainQueue(IntStream.range(0, PLAN.chains()));
  }

  private static void run(
      int threads, ChainQueue queue, SamplerMonitor monitor, Consumer<ChainOutcome> sink) {
    Engine.local(threads).run(Posteriors.SMALL, PLAN, queue, monitor, batch -> batch.forEach(sink));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void runsEveryChainOnceWhateverTheNumberOfThreads(int threads) {
    var draws = new TreeMap<Integer, Draws>();
    run(
        threads,
        all(),
        SamplerMonitor.NONE,
        outcome -> {
          var finished = (ChainOutcome.Finished) outcome;
          assertThat(draws.put(finished.chain(), finished.draws())).isNull();
        });
    assertThat(draws).hasSize(PLAN.chains());
    var runner = new ChainRunner(Posteriors.SMALL, PLAN, SamplerMonitor.NONE);
    draws.forEach(
        (chain, drawn) ->
            assertThat(drawn).isEqualTo(((ChainOutcome.Finished) runner.run(chain)).draws()));
  }

  /** A sink that waits for the others would meet them if they came in. */
  @Test
  void oneOutcomeAtATimeReachesTheSink() {
    var inside = new AtomicInteger();
    List<Integer> together = new ArrayList<>();
    run(
        6,
        all(),
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
  void whenTheMonitorStopsItChainsAreGivenUp() {
    var stop =
        new SamplerMonitor() {
          @Override
          public boolean stopped() {
            return true;
          }
        };
    ChainQueue queue = all();
    List<ChainOutcome> outcomes = new ArrayList<>();
    run(2, queue, stop, outcomes::add);
    assertThat(outcomes).isEmpty();
    assertThat(queue.next()).as("the queue is closed").isEmpty();
  }

  @Test
  void aSinkThatFailsEndsTheRun() {
    ChainQueue queue = all();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                run(
                    1,
                    queue,
                    SamplerMonitor.NONE,
                    outcome -> {
                      throw new IllegalStateException("disk full");
                    }))
        .withMessage("disk full");
    assertThat(queue.next()).as("the queue is closed").isEmpty();
  }

  @Test
  void anInterruptEndsTheRunAndIsNotForgotten() {
    ChainQueue queue = all();
    Thread.currentThread().interrupt();
    run(1, queue, SamplerMonitor.NONE, outcome -> {});
    assertThat(Thread.interrupted()).isTrue();
    assertThat(queue.next()).isEmpty();
  }

  @Test
  void isFoundByNameWithItsThreads() {
    Engine engine = Engine.named("local", Map.of("threads", "3"));
    assertThat(engine).isInstanceOf(LocalEngine.class);
    assertThat(engine.name()).isEqualTo("local");
    assertThat(engine.atOnce()).hasValue(3);
    assertThat(engine.with(Map.of()).atOnce()).hasValue(3);
    assertThat(Engine.named("local", Map.of()).atOnce())
        .hasValue(Runtime.getRuntime().availableProcessors());
    assertThat(Engine.local(1).atOnce()).hasValue(1);
  }

  @Test
  void whatIsNoEngineIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Engine.local(0))
        .withMessage("The number of threads must be at least 1, but was 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Engine.named("cloud", Map.of()))
        .withMessageContaining("no engine named 'cloud'")
        .withMessageContaining("local");
  }
}
