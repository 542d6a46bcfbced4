package dev.coset.cuda;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.Engine;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Chains on an NVIDIA GPU, each in a thread block of its own. The draws are those of any engine,
 * bit for bit.
 */
public final class CudaEngine implements Engine {
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
   * @param threads that look for starts, where those are not uniform
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
   * this machine's processors, for starts that are not uniform.
   *
   * @throws dev.coset.data.InputException where no GPU serves, before anything is begun
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
  public void run(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    try (Device open = devices.apply(device)) {
      new DeviceChains(open, posterior, plan, monitor, sink).run(queue, threads);
    } catch (InterruptedException e) {
      queue.close();
      Thread.currentThread().interrupt();
    }
  }
}
