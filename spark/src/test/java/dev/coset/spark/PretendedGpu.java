package dev.coset.spark;

import dev.coset.chains.Engine;
import dev.coset.chains.JobQueue;
import dev.coset.sampler.SamplerMonitor;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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
  public void run(JobQueue queue, SamplerMonitor monitor) {
    DEVICES.add(device);
    Engine.local(1).run(queue, monitor);
  }
}
