package dev.coset.chains;

import dev.coset.posterior.Posterior;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Runs chains on some hardware, such as threads, a cluster or a GPU. Engines are found by {@link
 * ServiceLoader}; all give the same draws.
 *
 * <p>An engine runs chains of several recipes at once, so that the chains of all models share the
 * machine. It may throw only for what ends the whole run; a chain that fails is an outcome.
 */
public interface Engine {
  String name();

  /** This engine with options of its own, such as {@code threads}. */
  Engine with(Map<String, String> options);

  /** How many chains run at once, where that is known beforehand. */
  default OptionalInt atOnce() {
    return OptionalInt.empty();
  }

  /**
   * Refuses a model whose chains this engine was made for but cannot run, before anything is begun.
   *
   * @throws dev.coset.data.InputException that says what to do instead
   */
  default void requireRuns(Posterior posterior, Sampler sampler) {}

  /**
   * Does the jobs of a queue until it is closed. Outcomes of chains are delivered to their batch as
   * they come, those that come together at once. When the monitor says stop, unfinished chains are
   * given up and the method returns.
   */
  void run(JobQueue queue, SamplerMonitor monitor);

  /** The engine of that name. */
  static Engine named(String name, Map<String, String> options) {
    var engines = ServiceLoader.load(Engine.class);
    for (Engine engine : engines) {
      if (engine.name().equals(name)) {
        return engine.with(options);
      }
    }
    String known =
        engines.stream().map(e -> e.get().name()).sorted().collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "There is no engine named '" + name + "' on the class path; choose one of: " + known + ".");
  }

  /** An engine on a number of threads of this machine. */
  static Engine local(int threads) {
    return new LocalEngine(threads);
  }
}
