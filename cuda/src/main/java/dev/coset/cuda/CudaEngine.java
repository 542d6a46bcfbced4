package dev.coset.cuda;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.Engine;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Chains on an NVIDIA GPU, each in a thread block of its own. The draws are those of any engine, bit
 * for bit.
 */
public final class CudaEngine implements Engine {
  private final Supplier<Device> device;
  private final int threads;

  /** The first GPU of this machine; for ServiceLoader. */
  public CudaEngine() {
    this(() -> CudaDevice.open(0), Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param device opened when chains are to run
   * @param threads that look for starts, where those are not uniform
   */
  CudaEngine(Supplier<Device> device, int threads) {
    this.device = device;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "cuda";
  }

  /** Takes {@code threads}, of this machine's processors, for starts that are not uniform. */
  @Override
  public Engine with(Map<String, String> options) {
    String given = options.get("threads");
    return given == null ? this : new CudaEngine(device, Integer.parseInt(given));
  }

  @Override
  public void run(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      SamplerMonitor monitor,
      Consumer<ChainOutcome> sink) {
    try (Device open = device.get()) {
      new DeviceChains(open, posterior, plan, monitor, batch -> batch.forEach(sink))
          .run(queue, threads);
    } catch (InterruptedException e) {
      queue.close();
      Thread.currentThread().interrupt();
    }
  }
}
