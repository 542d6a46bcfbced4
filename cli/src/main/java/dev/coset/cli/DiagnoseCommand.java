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
    description = "Check whether a run's draws can be trusted, and say what to do if not.",
    footer = {
      "",
      "A warning means that results may be wrong until something is done; a note is worth knowing."
          + " Findings are on the whole mixture; a run of several models has one line for each"
          + " model. R-hat and ESS need at least four draws per chain.",
      "",
      "Examples:",
      "  coset diagnose houses-run",
      "  coset diagnose houses-run --all       also the findings on each model",
      "  coset diagnose houses-run --json      every diagnostic of every quantity"
    })
final class DiagnoseCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(names = "--all", description = "Also print the findings and statistics of each model.")
  boolean all;

  @Option(
      names = "--symmetry-free",
      description =
          "Also diagnose the draws without their symmetry, where R-hat of parameters is"
              + " meaningful. Implies --all.")
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
      List<Diagnosed> models =
          mixture.parts().stream()
              .map(part -> new Diagnosed(part, diagnostics(part, mixture, assessment)))
              .toList();
      var whole = DiagnosisTable.verdict(assessment, mixture, console.dialect());
      boolean inShort = models.size() > 1 && !all && !symmetryFree;
      console.printEach(
          inShort
              ? new Console.Result(whole.fields(), whole.text() + "\n" + ModelTable.text(models))
              : whole,
          models,
          Diagnosed::part,
          model -> {
            var findings = models.size() > 1 ? model.diagnostics().findings() : List.<Finding>of();
            var each =
                diagnosed(model.part().run(), model.diagnostics(), findings, console.dialect());
            return inShort ? new Console.Result(each.fields(), "") : each;
          });
    }
    return 0;
  }

  /** A model of the run with its diagnostics. */
  record Diagnosed(Mixture.Part part, RunDiagnostics diagnostics) {}

  private RunDiagnostics diagnostics(Mixture.Part part, Mixture run, Assessment assessment) {
    return part.run() == run.lead() ? assessment.lead().orElseThrow() : diagnostics(part);
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
