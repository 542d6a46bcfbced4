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
import java.util.function.Supplier;

/**
 * Chains on an NVIDIA GPU, each in a thread block of its own. The draws are those of any engine,
 * bit for bit.
 */
public final class CudaEngine implements Engine {
  private final Supplier<Device> device;
  private final Runnable requirement;
  private final int threads;

  /** The first GPU of this machine; for ServiceLoader. */
  public CudaEngine() {
    this(
        () -> CudaDevice.open(0),
        () -> CudaDevice.require(0),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param device opened when chains are to run
   * @param requirement throws where that will not be possible
   * @param threads that look for starts, where those are not uniform
   */
  CudaEngine(Supplier<Device> device, Runnable requirement, int threads) {
    this.device = device;
    this.requirement = requirement;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "cuda";
  }

  /**
   * Takes {@code threads}, of this machine's processors, for starts that are not uniform.
   *
   * @throws dev.coset.data.InputException where no GPU serves, before anything is begun
   */
  @Override
  public Engine with(Map<String, String> options) {
    requirement.run();
    String given = options.get("threads");
    return given == null ? this : new CudaEngine(device, requirement, Integer.parseInt(given));
  }

  @Override
  public void run(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    try (Device open = device.get()) {
      new DeviceChains(open, posterior, plan, monitor, sink).run(queue, threads);
    } catch (InterruptedException e) {
      queue.close();
      Thread.currentThread().interrupt();
    }
  }
}
