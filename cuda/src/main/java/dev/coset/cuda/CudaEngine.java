package dev.coset.cuda;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.Engine;
import dev.coset.chains.JobQueue;
import dev.coset.chains.Workers;
import dev.coset.data.InputException;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Ubu;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs chains on an NVIDIA GPU, each in its own thread block, and at the same time on this
 * machine's processors: whoever is free takes the next. The draws are those of any engine, bit for
 * bit.
 */
public final class CudaEngine implements Engine {
  /** Batches that share the device; their chains together are to fill it. */
  private static final int BATCHES_AT_ONCE = 48;

  private final IntFunction<Device> devices;
  private final IntConsumer requirement;
  private final int device;
  private final int threads;

  /** The first GPU of this machine; for ServiceLoader. */
  public CudaEngine() {
    this(CudaDevice::open, CudaDevice::require, 0, Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param devices of this machine by number, opened when chains are to run
   * @param requirement throws where that will not be possible
   * @param threads of the processors
   */
  CudaEngine(IntFunction<Device> devices, IntConsumer requirement, int device, int threads) {
    this.devices = devices;
    this.requirement = requirement;
    this.device = device;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "cuda";
  }

  /**
   * Takes {@code device}, the number of a GPU among those that CUDA shows, and {@code threads}, of
   * this machine's processors, which run chains too.
   *
   * @throws InputException where no GPU serves, before anything is begun
   */
  @Override
  public Engine with(Map<String, String> options) {
    int number = number(options, "device", device);
    requirement.accept(number);
    return new CudaEngine(devices, requirement, number, number(options, "threads", threads));
  }

  private static int number(Map<String, String> options, String name, int otherwise) {
    String given = options.get(name);
    return given == null ? otherwise : Integer.parseInt(given);
  }

  @Override
  public void requireRuns(Posterior posterior, Sampler sampler) {
    if (sampler instanceof Ubu.Settings) {
      return; // one batch of rows at a time does not fill a GPU: the processors run it
    }
    try (Device open = devices.apply(device)) {
      DeviceChains.requireRuns(open, posterior, sampler);
    }
  }

  @Override
  public void run(JobQueue queue, SamplerMonitor monitor) {
    var daemons = Thread.ofPlatform().daemon().name("start-", 0).factory();
    ExecutorService processors = Executors.newFixedThreadPool(threads, daemons);
    try (Device open = devices.apply(device)) {
      List<Callable<@Nullable Void>> workers = new ArrayList<>();
      for (int i = 0; i < BATCHES_AT_ONCE; i++) {
        workers.add(() -> onDevice(open, queue, monitor, processors));
      }
      workers.addAll(Collections.nCopies(threads, Workers.local(queue, batch -> true, monitor)));
      Workers.run(workers, queue);
    } finally {
      processors.shutdownNow();
    }
  }

  /** Runs one batch after another on a device. */
  private static @Nullable Void onDevice(
      Device open, JobQueue queue, SamplerMonitor monitor, ExecutorService processors)
      throws InterruptedException {
    for (Optional<ChainBatch> next = queue.takeBatch(batch -> runs(open, batch));
        next.isPresent();
        next = queue.takeBatch(batch -> runs(open, batch))) {
      try (DeviceStream stream = open.stream()) {
        new DeviceChains(open, stream, next.get(), queue, monitor, processors).run();
      }
      if (monitor.stopped()) {
        throw new StoppedException();
      }
    }
    return null;
  }

  /** Whether there is a kernel for it; the processors run the rest. */
  private static boolean runs(Device open, ChainBatch batch) {
    try {
      DeviceChains.requireRuns(open, batch.recipe().posterior(), batch.recipe().plan().sampler());
      return true;
    } catch (InputException none) {
      return false;
    }
  }
}
