package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.data.InputException;
import dev.coset.data.UserInput;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where chains run. */
final class EngineOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = ThreadCount.class,
      description =
          "Number of threads on this machine. Each runs a chain; on large tables, threads without a"
              + " chain help with the others. Default: one for each processor.")
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

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  Engine engine() {
    if (master != null && !engine.equals("spark")) {
      throw new InputException("--master is for Spark only: add --engine spark.");
    }
    if (engine.equals("spark") && !isHere(engine)) {
      throw new InputException(
          "This installation has no Spark. Run --engine spark with ./coset from a checkout of"
              + " Coset, which downloads it.");
    }
    Map<String, String> options = new HashMap<>();
    options.put("threads", String.valueOf(threads));
    if (master != null) {
      options.put("master", master);
    }
    Engine chosen = UserInput.checked(() -> Engine.named(engine, options));
    if (command != null) {
      exposure(engine, master, System::getProperty).ifPresent(new Console(command, false)::warn);
    }
    return chosen;
  }

  /**
   * What is wrong with a cluster that anybody can use.
   *
   * @param setting a setting of Spark's, by its name; null where it is not given
   */
  static Optional<String> exposure(
      String engine, @Nullable String master, Function<String, @Nullable String> setting) {
    String cluster = master != null ? master : setting.apply("spark.master");
    return engine.equals("spark")
            && cluster != null
            && cluster.startsWith("spark://")
            && !"true".equalsIgnoreCase(setting.apply("spark.authenticate"))
        ? Optional.of(
            "Spark runs without authentication. Anyone who reaches the ports of this machine or the"
                + " cluster can read the data and run programs. Set spark.authenticate as"
                + " deploy/README.md says.")
        : Optional.empty();
  }

  private static boolean isHere(String name) {
    return ServiceLoader.load(Engine.class).stream().anyMatch(e -> e.get().name().equals(name));
  }
}
