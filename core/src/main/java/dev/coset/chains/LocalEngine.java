package dev.coset.chains;

import dev.coset.sampler.SamplerMonitor;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Chains on platform threads of this machine; each takes the next chain when it is done with one.
 */
public final class LocalEngine implements Engine {
  private final int threads;

  /** One thread for each processor; for {@link java.util.ServiceLoader}. */
  public LocalEngine() {
    this(Runtime.getRuntime().availableProcessors());
  }

  public LocalEngine(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
    this.threads = threads;
  }

  @Override
  public String name() {
    return "local";
  }

  @Override
  public Engine with(Map<String, String> options) {
    String given = options.get("threads");
    return given == null ? this : new LocalEngine(Integer.parseInt(given));
  }

  @Override
  public OptionalInt atOnce() {
    return OptionalInt.of(threads);
  }

  @Override
  public void run(JobQueue queue, SamplerMonitor monitor) {
    Workers.run(Collections.nCopies(threads, Workers.local(queue, batch -> true, monitor)), queue);
  }
}
