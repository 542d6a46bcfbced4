package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.model.Weighting;
import dev.coset.store.CompressedRun;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
import dev.coset.weights.RunWeights;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the chains of a run that is read count. */
final class WeightOptions {
  @Option(
      names = "--weights",
      paramLabel = "RULE",
      description =
          "How this command weights chains. equal: all chains equally. stacking: modes by"
              + " predictive accuracy on held-out training rows. evidence: modes by their posterior"
              + " mass. Default: the rule of the run.")
  @Nullable Weighting rule;

  /** Opens a run, or a compressed one, whose weights are what they are, to predict with it. */
  FittedModel model(Path path, int threads, Console console) {
    if (!Files.isRegularFile(path)) {
      return read(path, threads, console);
    }
    var compressed = CompressedRun.read(path);
    if (rule != null) {
      throw new InputException(
          "The compressed run %s has fixed weights: leave out --weights, or give the folder of the run."
              .formatted(path));
    }
    return compressed;
  }

  /** Opens a run to read it; another rule than its own is said. */
  Mixture read(Path folder, int threads, Console console) {
    Mixture run = console.read(folder);
    if (rule == null) {
      return RunWeights.weighted(run, threads);
    }
    Mixture weighted = RunWeights.weighted(run, rule, threads);
    weighted.parts().stream()
        .filter(part -> part.run().drawCount() > 0)
        .forEach(part -> console.note(part.chains().reason()));
    return weighted;
  }
}
