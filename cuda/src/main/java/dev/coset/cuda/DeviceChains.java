package dev.coset.cuda;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.data.InputException;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The chains of a queue on a device, a slice of time after another. A slot holds a chain; there are
 * more of them than thread blocks, so that a block that ends one goes on with another. Between two
 * slices the ended ones go to the sink together, and others take their places.
 */
final class DeviceChains {
  private static final long FIRST_SLICE = 20_000_000;
  private static final long LONGEST_SLICE = 4_000_000_000L;

  /** A slice ends when every block has ended its transition, so it lasts many of them. */
  private static final int OVERSHOOTS = 40;

  /** Of the device's free memory, so that others find some. */
  private static final double SHARE = 0.9;

  private final Device device;
  private final Posterior posterior;
  private final ChainPlan plan;
  private final SamplerMonitor monitor;
  private final Consumer<List<ChainOutcome>> sink;
  private final Device.Kernel kernel;
  private final Yield yield;
  private final int blocks;
  private final PlanBytes bytes;
  private final MemorySegment headers;
  private final Deque<Integer> free = new ArrayDeque<>();
  private final List<Integer> busy = new ArrayList<>(); // in the order in which they get a block
  private final int[] transitions; // of each slot, as last reported
  private final long[] steps;
  private final int[] divergences;

  DeviceChains(
      Device device,
      Posterior posterior,
      ChainPlan plan,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    this.device = device;
    this.posterior = posterior;
    this.plan = plan;
    this.monitor = monitor;
    this.sink = sink;
    var sampler = plan.sampler();
    requireKernel(sampler);
    int arrays = sampler instanceof Nuts.Settings nuts ? 15 + 2 * nuts.maxDepth() : 5;
    var shape =
        new Layout.Shape(
            posterior.network(),
            posterior.precision(),
            Loss.of(posterior),
            posterior.data().y().count(),
            arrays);
    this.kernel =
        device.kernel(
            Layout.special(shape, device.sharedBytes(), device.sharedBytesPerMultiprocessor()),
            sampler.name());
    Layout layout = kernel.layout();
    this.yield = new Yield(sampler, shape.dimension());
    var points = new DevicePoints(device, posterior.data(), layout);
    int most = kernel.blocksPerMultiprocessor() * device.multiprocessors();
    long perBlock = layout.scratchBytes() + 2 * (yield.chainBytes() + ChainHeader.SIZE);
    long room = (long) (SHARE * device.freeBytes()) / perBlock;
    this.blocks = (int) Math.min(Math.min(most, plan.chains()), room);
    if (blocks < 1) {
      throw new InputException(
          "The GPU %s has %.1f GB free, but a chain of this model takes %.1f GB there: take fewer draws, a smaller network, or --engine local."
              .formatted(device.name(), device.freeBytes() * 1e-9, perBlock * 1e-9));
    }
    int slots = Math.min(2 * blocks, plan.chains());
    int[] windows =
        sampler instanceof Nuts.Settings nuts
            ? nuts.windows().stream().mapToInt(Integer::intValue).toArray()
            : new int[0];
    long windowsAt = device.allocate(Math.max(1, windows.length) * (long) Integer.BYTES);
    device.write(windowsAt, MemorySegment.ofArray(windows));
    this.bytes =
        new PlanBytes(
            posterior,
            plan,
            layout,
            points.x(),
            points.y(),
            device.allocate((long) slots * ChainHeader.SIZE),
            device.allocate(slots * yield.chainBytes()),
            device.allocate(Math.max(16, blocks * layout.scratchBytes())),
            device.allocate((long) slots * Integer.BYTES),
            device.allocate(Integer.BYTES),
            windowsAt,
            yield.chainBytes());
    this.headers = Arena.ofAuto().allocate((long) slots * ChainHeader.SIZE, 8);
    this.transitions = new int[slots];
    this.steps = new long[slots];
    this.divergences = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      free.add(slot);
    }
  }

  private static void requireKernel(Sampler sampler) {
    if (sampler instanceof Mclmc.Settings mclmc && mclmc.mass() != Mclmc.Mass.IDENTITY) {
      throw new InputException(
          "The CUDA engine has no kernel for MCLMC with masses of its own: use --engine local.");
    }
  }

  /** Runs until the queue is empty or the monitor says stop. */
  void run(ChainQueue queue, int threads) throws InterruptedException {
    long slice = FIRST_SLICE;
    try (var starts =
        new Starts(posterior, plan, queue, threads, failed -> sink.accept(List.of(failed)))) {
      while (!monitor.stopped()) {
        fill(starts);
        if (busy.isEmpty()) {
          break;
        }
        long began = System.nanoTime();
        launch(slice);
        device.await();
        long overshoot = System.nanoTime() - began - slice;
        slice = Math.clamp(OVERSHOOTS * overshoot, FIRST_SLICE, LONGEST_SLICE);
        sink.accept(collect());
      }
    }
  }

  /** How many chains run at once. */
  int blocks() {
    return blocks;
  }

  /** How the device is used, for whoever looks closer. */
  String describe() {
    var layout = kernel.layout();
    return "%s: %d blocks of %d threads, %d on a multiprocessor, %d bytes shared, %d of scratch, %d arrays shared, passes of %d points, %s"
        .formatted(
            device.name(),
            blocks,
            layout.threads(),
            kernel.blocksPerMultiprocessor(),
            layout.sharedBytes(),
            layout.scratchBytes(),
            layout.sharedArrays(),
            layout.pass(),
            kernel);
  }

  private void fill(Starts starts) throws InterruptedException {
    while (!free.isEmpty()) {
      var ready = starts.next(free.size(), busy.isEmpty());
      if (ready == null) {
        return;
      }
      int slot = free.remove();
      int tries = 0;
      if (ready.point() != null) {
        device.write(chainAt(slot), MemorySegment.ofArray(ready.point().q()));
        tries = (int) ready.point().gradients();
      }
      ChainHeader.at(headers, slot).begin(ready.chain(), plan.superchainOf(ready.chain()), tries);
      transitions[slot] = 0;
      steps[slot] = 0;
      divergences[slot] = 0;
      busy.add(slot);
    }
  }

  private long chainAt(int slot) {
    return bytes.chains() + slot * bytes.chainBytes();
  }

  private void launch(long nanoseconds) {
    if (!free.isEmpty()) { // none waits
      Turns.order(busy, slot -> plan.sampler().transitions() - transitions[slot], blocks);
    }
    int[] order = busy.stream().mapToInt(Integer::intValue).toArray();
    device.write(bytes.headers(), headers);
    device.write(bytes.order(), MemorySegment.ofArray(order));
    device.write(bytes.taken(), MemorySegment.ofArray(new int[1]));
    kernel.plan(bytes.of(order.length, nanoseconds));
    kernel.launch(Math.min(blocks, order.length));
  }

  /** The outcomes of chains that have ended. */
  private List<ChainOutcome> collect() {
    device.read(headers, bytes.headers());
    List<ChainOutcome> ended = new ArrayList<>();
    for (var each = busy.iterator(); each.hasNext(); ) {
      int slot = each.next();
      var header = ChainHeader.at(headers, slot);
      report(slot, header);
      switch (header.status()) {
        case FRESH, RUNNING -> {}
        case FINISHED, NO_START, NO_MOVE, LEFT -> {
          ended.add(yield.outcome(header, device, chainAt(slot)));
          each.remove();
          free.add(slot);
        }
      }
    }
    return ended;
  }

  /** Tells of the transitions since the last slice; how steps are shared out among them is lost. */
  private void report(int slot, ChainHeader header) {
    int number = header.transitions() - transitions[slot];
    long left = header.steps() - steps[slot];
    int diverged = header.divergences() - header.warmupDivergences() - divergences[slot];
    for (int i = number; i > 0; i--) {
      int share = (int) (left / i);
      left -= share;
      boolean warmup = header.transitions() - i < plan.sampler().warmup();
      monitor.transition(warmup, share, !warmup && diverged-- > 0);
    }
    transitions[slot] = header.transitions();
    steps[slot] = header.steps();
    divergences[slot] = header.divergences() - header.warmupDivergences();
  }
}
