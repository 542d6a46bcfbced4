package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where chains run. */
final class EngineOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Chains that run at once on this machine. Default: one for each processor.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "local",
      description = "Engine that runs the chains. Default: ${DEFAULT-VALUE}.")
  String engine = "local";

  Engine engine() {
    try {
      return Engine.named(engine, Map.of("threads", String.valueOf(threads)));
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }
}
