package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where chains run. */
final class EngineOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadCount.class,
      description = "Chains that run at once on this machine. Default: one for each processor.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "local",
      description =
          "Engine that runs the chains: local, spark, or cuda, an NVIDIA GPU. All give the same"
              + " draws. Default: ${DEFAULT-VALUE}.")
  String engine = "local";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Cluster of --engine spark, such as spark://host:7077. Default: this machine, on"
              + " --threads cores.")
  @Nullable String master;

  Engine engine() {
    if (master != null && !engine.equals("spark")) {
      throw new InputException("A --master needs an engine that has one: add --engine spark.");
    }
    if (engine.equals("spark") && !isHere(engine)) {
      throw new InputException(
          "Spark is no part of this installation: run --engine spark with ./coset from a checkout"
              + " of Coset, which fetches it.");
    }
    Map<String, String> options = new HashMap<>();
    options.put("threads", String.valueOf(threads));
    if (master != null) {
      options.put("master", master);
    }
    return UserInput.checked(() -> Engine.named(engine, options));
  }

  private static boolean isHere(String name) {
    return ServiceLoader.load(Engine.class).stream().anyMatch(e -> e.get().name().equals(name));
  }
}
