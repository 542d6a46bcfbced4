package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queueing and failures, on a device that only counts. */
class CudaEngineTest {
  private static final long GIB = 1L << 30;
  private static final ChainPlan PLAN = ChainPlan.of(7, 5, 1, 3);
  private static final Posterior POSTERIOR =
      Models.of(20, 1, "3", Activation.TANH, "normal", 0, Precision.SINGLE);

  private final List<Integer> ended = new ArrayList<>();
  private final List<ChainOutcome> outcomes = new ArrayList<>();

  private void run(FakeDevice device, ChainQueue queue, SamplerMonitor monitor) {
    run(device, PLAN, queue, monitor);
  }

  private void run(FakeDevice device, ChainPlan plan, ChainQueue queue, SamplerMonitor monitor) {
    new CudaEngine(number -> device, number -> {}, 0, 1)
        .run(
            POSTERIOR,
            plan,
            queue,
            monitor,
            batch -> {
              outcomes.addAll(batch);
              batch.stream().map(ChainOutcome::chain).forEach(ended::add);
            });
  }

  private static ChainQueue all() {
    return new ChainQueue(IntStream.range(0, PLAN.chains()));
  }

  @Test
  void everyChainOfTheQueueBeginsInOrderAndEndsOnce() {
    var device = new FakeDevice(GIB, -1);
    run(device, all(), SamplerMonitor.NONE);
    assertThat(device.begun).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(ended).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    assertThat(device.closed).isTrue();
  }

  @Test
  void noBlockIsIdleWhileChainsAreLeft() {
    var device = new FakeDevice(GIB, -1);
    run(device, all(), SamplerMonitor.NONE);
    assertThat(device.slices).isEqualTo(7); // seven chains of two slices each, on two blocks
  }

  @Test
  void everyTransitionIsReported() {
    var transitions = new AtomicInteger();
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            transitions.incrementAndGet();
          }
        };
    run(new FakeDevice(GIB, -1), all(), monitor);
    assertThat(transitions).hasValue(7 * 2 * 3); // three in each of a chain's two slices
  }

  @Test
  void aStopGivesUpWhatRunsAndKeepsWhatEnded() {
    var monitor =
        new SamplerMonitor() {
          @Override
          public boolean stopped() {
            return !ended.isEmpty();
          }
        };
    var device = new FakeDevice(GIB, -1);
    run(device, all(), monitor);
    assertThat(ended).containsExactly(0, 1);
    assertThat(device.begun).containsExactly(0, 1); // those that had slots as well never ran
    assertThat(device.closed).isTrue();
  }

  @Test
  void aClosedQueueEndsWithWhatItHandedOut() {
    var queue = all();
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            queue.close();
          }
        };
    run(new FakeDevice(GIB, -1), queue, monitor);
    assertThat(ended).containsExactly(0, 1, 2, 3); // as many as there are slots
  }

  @Test
  void aDeviceThatFallsOverCostsOnlyTheChainsInFlight() {
    var device = new FakeDevice(GIB, 4);
    assertThatThrownBy(() -> run(device, all(), SamplerMonitor.NONE))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(ended).containsExactly(0, 1);
    assertThat(device.closed).isTrue();
  }

  @Test
  void startsOfProcessorsReachTheDeviceAndAFailedOneIsAnOutcome() {
    run(new FakeDevice(GIB, -1), PLAN.withStart(NumberedStart.NAME), all(), SamplerMonitor.NONE);
    assertThat(ended).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    for (ChainOutcome outcome : outcomes) {
      switch (outcome) {
        case ChainOutcome.Finished finished ->
            assertThat(finished.startGradients()).isEqualTo(10 + finished.chain());
        case ChainOutcome.Failed failed -> {
          assertThat(failed.chain()).isEqualTo(2);
          assertThat(failed.reason()).contains("no start number 2");
        }
      }
    }
  }

  @Test
  void tooLittleMemoryIsSaidInASentence() {
    var device = new FakeDevice(1000, -1);
    assertThatThrownBy(() -> run(device, all(), SamplerMonitor.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--engine local");
    assertThat(device.closed).isTrue();
  }

  @Test
  void anotherGpuIsAskedForAndOpenedByItsNumber() {
    List<Integer> asked = new ArrayList<>();
    List<Integer> opened = new ArrayList<>();
    var engine =
        new CudaEngine(
            number -> {
              opened.add(number);
              return new FakeDevice(GIB, -1);
            },
            asked::add,
            0,
            1);
    engine.with(Map.of("device", "2")).run(POSTERIOR, PLAN, all(), SamplerMonitor.NONE, b -> {});
    assertThat(asked).containsExactly(2);
    assertThat(opened).containsExactly(2);
  }

  @Test
  void serviceLoaderFindsIt() {
    assertThat(ServiceLoader.load(Engine.class).stream().map(e -> e.get().name())).contains("cuda");
  }
}
