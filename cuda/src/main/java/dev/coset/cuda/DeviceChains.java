package dev.coset.cuda;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.JobQueue;
import dev.coset.data.InputException;
import dev.coset.message.Setting;
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
import java.util.concurrent.Executor;

/**
 * Chains of a batch on a device, a slice of time after another. A slot holds a chain; where chains
 * are many there are more slots than thread blocks, so that a block that ends one continues with
 * another. Between two slices the ended ones are delivered together, and others take their places.
 */
final class DeviceChains {
  private static final long FIRST_SLICE = 20_000_000;
  private static final long LONGEST_SLICE = 4_000_000_000L;

  /** A slice ends when every block has ended its transition, so it lasts many of them. */
  private static final int OVERSHOOTS = 40;

  /** Of the device's free memory, so that others find some. */
  private static final double SHARE = 0.9;

  /** Arrays that NUTS works with, and two more for each doubling; {@code nuts.cuh} has them. */
  static final int NUTS_ARRAYS = 15;

  /** Arrays that MCLMC works with, the first of those of NUTS. */
  static final int MCLMC_ARRAYS = 5;

  private final DeviceStream stream;
  private final ChainBatch batch;
  private final JobQueue queue;
  private final SamplerMonitor monitor;
  private final Starts starts;
  private final DeviceStream.Kernel kernel;
  private final ChainResult result;
  private final int blocks;
  private final PlanBytes bytes;
  private final MemorySegment headers;
  private final Deque<Integer> free = new ArrayDeque<>();
  private final List<Integer> busy = new ArrayList<>(); // in the order in which they get a block
  private final int[] transitions; // of each slot, as last reported
  private final long[] steps;
  private final int[] divergences;

  /**
   * @param monitor of the whole run
   * @param processors find starts that are not uniform
   * @throws InputException where the device has too little free memory
   */
  DeviceChains(
      Device device,
      DeviceStream stream,
      ChainBatch batch,
      JobQueue queue,
      SamplerMonitor monitor,
      Executor processors) {
    this.stream = stream;
    this.batch = batch;
    this.queue = queue;
    this.monitor = batch.watch(monitor);
    this.starts = new Starts(batch, queue, processors);
    ChainRecipe recipe = batch.recipe();
    var sampler = recipe.plan().sampler();
    var shape = shape(recipe.posterior(), sampler);
    this.kernel =
        stream.kernel(
            Layout.special(shape, device.sharedBytes(), device.sharedBytesPerMultiprocessor()),
            sampler.name(),
            () -> queue.closed() || monitor.stopped());
    Layout layout = kernel.layout();
    this.result = new ChainResult(sampler, shape.dimension());
    int most = Math.min(kernel.blocksPerMultiprocessor() * device.multiprocessors(), batch.size());
    synchronized (device) { // so that no other stream takes the same memory
      var points = DevicePoints.of(stream, recipe.posterior().data(), layout);
      long perBlock = bytesPerBlock(layout, result);
      this.blocks = (int) Math.min(most, (long) (SHARE * stream.freeBytes()) / perBlock);
      if (blocks < 1) {
        throw tooLittleMemory(device, stream.freeBytes(), perBlock);
      }
      int slots = batch.size() > 2 * blocks ? 2 * blocks : blocks;
      int[] windows =
          sampler instanceof Nuts.Settings nuts
              ? nuts.windows().stream().mapToInt(Integer::intValue).toArray()
              : new int[0];
      long windowsAt = stream.allocate(Math.max(1, windows.length) * (long) Integer.BYTES);
      stream.write(windowsAt, MemorySegment.ofArray(windows));
      this.bytes =
          new PlanBytes(
              recipe,
              layout,
              points,
              stream.allocate((long) slots * ChainHeader.SIZE),
              stream.allocate(slots * result.chainBytes()),
              stream.allocate(Math.max(16, blocks * layout.scratchBytes())),
              stream.allocate((long) slots * Integer.BYTES),
              stream.allocate(Integer.BYTES),
              windowsAt,
              result.chainBytes());
      this.headers = Arena.ofAuto().allocate((long) slots * ChainHeader.SIZE, 8);
      this.transitions = new int[slots];
      this.steps = new long[slots];
      this.divergences = new int[slots];
      for (int slot = 0; slot < slots; slot++) {
        free.add(slot);
      }
    }
  }

  static Layout.Shape shape(Posterior posterior, Sampler sampler) {
    int arrays =
        sampler instanceof Nuts.Settings nuts ? NUTS_ARRAYS + 2 * nuts.maxDepth() : MCLMC_ARRAYS;
    return new Layout.Shape(
        posterior.network(),
        posterior.precision(),
        Loss.of(posterior),
        posterior.data().y().count(),
        DevicePoints.weights(posterior.data()) != null,
        Inputs.of(posterior.data(), posterior.precision()),
        arrays);
  }

  private static long bytesPerBlock(Layout layout, ChainResult result) {
    return layout.scratchBytes() + 2 * (result.chainBytes() + ChainHeader.SIZE);
  }

  /**
   * Refuses chains that cannot run on a device.
   *
   * @throws InputException where there is no kernel for them, or where one takes too much memory
   */
  static void requireRuns(Device device, Posterior posterior, Sampler sampler) {
    switch (sampler) {
      case Nuts.Settings nuts -> {}
      case Mclmc.Settings mclmc when mclmc.mass() == Mclmc.Mass.IDENTITY -> {}
      case Mclmc.Settings mclmc ->
          throw InputException.of(
              "The CUDA engine has no kernel for MCLMC with masses of its own. Use %s.",
              Setting.ENGINE.to("local"));
      default ->
          throw InputException.of(
              "The CUDA engine has no kernel for the sampler %s. Use %s.",
              sampler.name(), Setting.ENGINE.to("local"));
    }
    var shape = shape(posterior, sampler);
    Layout.requireFits(shape);
    long perBlock =
        bytesPerBlock(
            Layout.general(shape, device.sharedBytes()),
            new ChainResult(sampler, shape.dimension()));
    if (perBlock > SHARE * device.totalBytes()) {
      throw tooLittleMemory(device, device.totalBytes(), perBlock);
    }
  }

  private static InputException tooLittleMemory(Device device, long has, long needed) {
    return InputException.of(
        "The GPU %s has %.1f GB free, but a chain of this model takes %.1f GB there. Take fewer"
            + " draws, a smaller network, or %s.",
        device.name(), has * 1e-9, needed * 1e-9, Setting.ENGINE.to("local"));
  }

  /** Runs until no chain is left or the monitor says stop. */
  void run() throws InterruptedException {
    long slice = FIRST_SLICE;
    try {
      while (!monitor.stopped()) {
        fill();
        if (!busy.isEmpty()) {
          long began = System.nanoTime();
          launch(slice);
          stream.await();
          long overshoot = System.nanoTime() - began - slice;
          slice = Math.clamp(OVERSHOOTS * overshoot, FIRST_SLICE, LONGEST_SLICE);
          batch.deliver(collect());
        } else if (starts.inTheMaking() == 0) {
          return;
        }
      }
    } finally {
      batch.giveUp(busy.size() + starts.inTheMaking());
    }
  }

  /** How many chains run at once. */
  int blocks() {
    return blocks;
  }

  /** How the device is used, for whoever looks closer. */
  String describe() {
    var layout = kernel.layout();
    return "%d blocks of %d threads, %d on a multiprocessor, %d bytes shared, %d of scratch, %d arrays shared, passes of %d points, %s"
        .formatted(
            blocks,
            layout.threads(),
            kernel.blocksPerMultiprocessor(),
            layout.sharedBytes(),
            layout.scratchBytes(),
            layout.sharedArrays(),
            layout.pass(),
            kernel);
  }

  private void fill() throws InterruptedException {
    while (!free.isEmpty()) {
      var ready = starts.next(free.size(), busy.isEmpty());
      if (ready == null) {
        return;
      }
      int slot = free.remove();
      int tries = 0;
      if (ready.point() != null) {
        stream.write(chainAt(slot), MemorySegment.ofArray(ready.point().q()));
        tries = (int) ready.point().gradients();
      }
      ChainHeader.at(headers, slot)
          .begin(ready.chain(), batch.recipe().plan().superchainOf(ready.chain()), tries);
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
      BlockOrder.order(
          busy, slot -> batch.recipe().plan().sampler().transitions() - transitions[slot], blocks);
    }
    int[] order = busy.stream().mapToInt(Integer::intValue).toArray();
    stream.write(bytes.headers(), headers);
    stream.write(bytes.order(), MemorySegment.ofArray(order));
    stream.write(bytes.taken(), MemorySegment.ofArray(new int[1]));
    kernel.plan(bytes.of(order.length, nanoseconds));
    kernel.launch(Math.min(blocks, order.length));
  }

  /** The outcomes of chains that have ended. */
  private List<ChainOutcome> collect() {
    stream.read(headers, bytes.headers());
    List<ChainOutcome> ended = new ArrayList<>();
    for (var each = busy.iterator(); each.hasNext(); ) {
      int slot = each.next();
      var header = ChainHeader.at(headers, slot);
      report(slot, header);
      switch (header.status()) {
        case FRESH, RUNNING -> {}
        case FINISHED, NO_START, NO_MOVE, LEFT -> {
          ended.add(result.outcome(header, stream, chainAt(slot)));
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
      boolean warmup = header.transitions() - i < batch.recipe().plan().sampler().warmup();
      monitor.transition(warmup, share, !warmup && diverged-- > 0);
    }
    transitions[slot] = header.transitions();
    steps[slot] = header.steps();
    divergences[slot] = header.divergences() - header.warmupDivergences();
  }
}
