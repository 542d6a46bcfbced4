package dev.coset.cli;

import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.message.Dialect;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.symmetry.SymmetryRemoval;
import dev.coset.weights.RunWeights;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "diagnose",
    mixinStandardHelpOptions = true,
    description = "Say whether a run's draws can be trusted, and what to do if not.",
    footer = {
      "",
      "A warning means that results may be wrong until something is done; a note is worth knowing."
          + " R-hat and ESS need four draws of each chain or more; all else is said of chains of"
          + " one draw too.",
      "",
      "Examples:",
      "  coset diagnose houses-run",
      "  coset diagnose houses-run --json      every diagnostic of every quantity"
    })
final class DiagnoseCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = "--symmetry-free",
      description =
          "Also in the representative set, where symmetry is removed and R-hat of parameters means"
              + " something.")
  boolean symmetryFree;

  @Mixin ThreadOptions threads = new ThreadOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    try (var mixture = RunWeights.weighted(console.read(folder), threads.number)) {
      mixture.requireDraws();
      var assessment = Assessment.of(mixture, threads.number);
      RunDiagnostics lead = assessment.lead().orElseThrow();
      boolean several = mixture.parts().size() > 1;
      console.printEach(
          DiagnosisTable.verdict(assessment, mixture, console.dialect()),
          mixture,
          part -> {
            var each = part.run() == mixture.lead() ? lead : diagnostics(part);
            return diagnosed(
                part.run(), each, several ? each.findings() : List.of(), console.dialect());
          });
    }
    return 0;
  }

  private RunDiagnostics diagnostics(Mixture.Part part) {
    var convergence = ChainConvergence.of(part.run().study(), part.chains());
    return RunDiagnostics.of(part.run(), part.chains(), convergence, threads.number);
  }

  /**
   * What one model's chains say.
   *
   * @param findings those that the verdict on the whole run has not said
   */
  private Console.Result diagnosed(
      RunStore run, RunDiagnostics diagnostics, List<Finding> findings, Dialect dialect) {
    var fields = DiagnosisTable.fields(findings, diagnostics, dialect);
    String text = DiagnosisTable.text(findings, diagnostics, dialect);
    if (symmetryFree) {
      var free = SymmetryRemoval.EXACT.apply(run.study(), run.draws(), threads.number);
      var aligned = diagnostics.withParameters(run, free.draws(), threads.number).parameters();
      fields.put("representative_set", DiagnosisTable.fields(aligned));
      text += "\n" + DiagnosisTable.mixing("representative set", aligned);
    }
    return new Console.Result(fields, text);
  }
}
