package dev.coset.spark;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.Engine;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Has the name of the engine on a GPU, runs chains on a processor, and remembers where it was. */
public final class PretendedGpu implements Engine {
  /** The devices that chains ran on. */
  static final BlockingQueue<String> DEVICES = new LinkedBlockingQueue<>();

  private final String device;

  public PretendedGpu() {
    this("");
  }

  private PretendedGpu(String device) {
    this.device = device;
  }

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public Engine with(Map<String, String> options) {
    return new PretendedGpu(options.getOrDefault("device", ""));
  }

  @Override
  public void run(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    DEVICES.add(device);
    Engine.local(1).run(posterior, plan, queue, monitor, sink);
  }
}
