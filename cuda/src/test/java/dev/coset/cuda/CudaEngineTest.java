package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.JobQueue;
import dev.coset.data.InputException;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Ubu;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queueing and failures, on a device that only counts. */
class CudaEngineTest {
  private static final long GIB = 1L << 30;
  private static final ChainPlan PLAN = ChainPlan.of(7, 5, 1, 3);
  private static final Posterior POSTERIOR =
      Models.of(20, 1, "3", Activation.TANH, "normal", 0, Precision.SINGLE);

  @TempDir Path folder;
  private final List<Integer> ended = new ArrayList<>();
  private final List<ChainOutcome> outcomes = new ArrayList<>();

  private void run(FakeDevice device, SamplerMonitor monitor) {
    run(device, PLAN, new JobQueue(), monitor);
  }

  private void run(FakeDevice device, ChainPlan plan, JobQueue queue, SamplerMonitor monitor) {
    var batch =
        new ChainBatch(ChainRecipe.of(POSTERIOR, plan), IntStream.range(0, plan.chains()))
            .to(
                some -> {
                  outcomes.addAll(some);
                  some.stream().map(ChainOutcome::chain).forEach(ended::add);
                });
    try (DeviceStream stream = device.stream()) {
      new DeviceChains(device, stream, batch, queue, monitor, Runnable::run).run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyChainBeginsInOrderAndEndsOnce() {
    var device = new FakeDevice(GIB, -1);
    run(device, SamplerMonitor.NONE);
    assertThat(device.begun).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(ended).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    assertThat(device.closed).isTrue();
  }

  @Test
  void noBlockIsIdleWhileChainsAreLeft() {
    var device = new FakeDevice(GIB, -1);
    run(device, SamplerMonitor.NONE);
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
    run(new FakeDevice(GIB, -1), monitor);
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
    run(device, monitor);
    assertThat(ended).containsExactly(0, 1);
    assertThat(device.begun).containsExactly(0, 1); // those that had slots as well never ran
    assertThat(device.closed).isTrue();
  }

  @Test
  void aClosedQueueEndsWithWhatItHandedOut() {
    var queue = new JobQueue();
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            queue.close();
          }
        };
    run(new FakeDevice(GIB, -1), PLAN, queue, monitor);
    assertThat(ended).containsExactly(0, 1, 2, 3); // as many as there are slots
  }

  @Test
  void aDeviceThatFallsOverCostsOnlyTheChainsInFlight() {
    var device = new FakeDevice(GIB, 4);
    assertThatThrownBy(() -> run(device, SamplerMonitor.NONE))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(ended).containsExactly(0, 1);
    assertThat(device.closed).isTrue();
  }

  @Test
  void startsOfProcessorsReachTheDeviceAndAFailedOneIsAnOutcome() {
    run(
        new FakeDevice(GIB, -1),
        PLAN.withStart(NumberedStart.NAME),
        new JobQueue(),
        SamplerMonitor.NONE);
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
    assertThatThrownBy(() -> run(device, SamplerMonitor.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("engine(Engine.local(threads))");
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
    engine.with(Map.of("device", "2")).requireRuns(POSTERIOR, PLAN.sampler());
    assertThat(asked).containsExactly(2);
    assertThat(opened).containsExactly(2);
  }

  /** Batches of several models, starts and chains on processors and device together. */
  @Test
  void processorsAndDeviceShareTheBatches() {
    var device = new EmulatedDevice(folder, true);
    var engine = new CudaEngine(number -> device, number -> {}, 0, 1);
    assumeTrue(
        EmulatedDevice.isAvailable(),
        "The CUDA kernels on a processor: install g++, on Linux and x86-64.");
    Posterior other = Models.of(30, 2, "", Activation.TANH, "normal", 0, Precision.SINGLE);
    var plan = new ChainPlan(6, 3, Mclmc.Settings.of(60, 2, 3));
    List<ChainRecipe> recipes =
        List.of(
            ChainRecipe.of(POSTERIOR, plan),
            ChainRecipe.of(other, plan.withStart("uniform")),
            ChainRecipe.of(POSTERIOR, plan.withStart(NumberedStart.NAME)));
    Map<ChainRecipe, List<ChainOutcome>> all = new HashMap<>();
    try (var session = new EngineSession(engine, SamplerMonitor.NONE)) {
      List<ChainBatch> batches = new ArrayList<>();
      for (ChainRecipe recipe : recipes) {
        List<ChainOutcome> own = Collections.synchronizedList(new ArrayList<>());
        all.put(recipe, own);
        batches.add(new ChainBatch(recipe, IntStream.range(0, 6)).to(own::addAll));
      }
      batches.forEach(session::submit);
      batches.forEach(session::await);
    }
    all.forEach(
        (recipe, own) ->
            assertThat(EqualBytesTest.ordered(own)).isEqualTo(EqualBytesTest.local(recipe)));
  }

  @Test
  void theProcessorsRunTheSamplerForManyRows() {
    var engine = new CudaEngine(number -> new FakeDevice(GIB, -1), number -> {}, 0, 1);
    var recipe = ChainRecipe.of(POSTERIOR, new ChainPlan(3, 3, Ubu.Settings.of(60, 2, 3)));
    engine.requireRuns(POSTERIOR, recipe.plan().sampler());
    List<ChainOutcome> own = Collections.synchronizedList(new ArrayList<>());
    try (var session = new EngineSession(engine, SamplerMonitor.NONE)) {
      var batch = new ChainBatch(recipe, IntStream.range(0, 3)).to(own::addAll);
      session.submit(batch);
      session.await(batch);
    }
    assertThat(EqualBytesTest.ordered(own)).isEqualTo(EqualBytesTest.local(recipe));
  }

  @Test
  void modelsThatNoKernelRunsAreRefusedInASentence() {
    var engine = new CudaEngine(number -> new FakeDevice(GIB, -1), number -> {}, 0, 1);
    var masses = new Mclmc.Settings().with(Mclmc.Mass.DIAGONAL);
    assertThatThrownBy(() -> engine.requireRuns(POSTERIOR, masses))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("masses of its own. Use engine(");
    Posterior deep =
        Models.of(20, 1, "2" + "-2".repeat(32), Activation.TANH, "normal", 0, Precision.SINGLE);
    assertThatThrownBy(() -> engine.requireRuns(deep, PLAN.sampler()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("32 layers. Use engine(");
  }

  @Test
  void serviceLoaderFindsIt() {
    assertThat(ServiceLoader.load(Engine.class).stream().map(e -> e.get().name())).contains("cuda");
  }
}
