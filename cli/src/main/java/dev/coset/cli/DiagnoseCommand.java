package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.symmetry.SymmetryRemoval;
import dev.coset.weights.Weighing;
import java.nio.file.Path;
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
    try (var mixture = Weighing.weighed(console.read(folder), threads.number)) {
      console.printEach(mixture, this::diagnosed);
    }
    return 0;
  }

  private Console.Result diagnosed(Mixture.Part part) {
    RunStore run = part.run();
    var convergence = ChainConvergence.of(run.study(), part.chains());
    var diagnostics = RunDiagnostics.of(run, part.chains(), convergence, threads.number);
    var fields = DiagnosisTable.fields(diagnostics);
    String text = DiagnosisTable.text(diagnostics);
    if (symmetryFree) {
      var free =
          SymmetryRemoval.EXACT.apply(
              run.study().posterior().network(), run.draws(), threads.number);
      var aligned = diagnostics.withParameters(run, free.draws(), threads.number).parameters();
      fields.put("representative_set", DiagnosisTable.fields(aligned));
      text += "\n" + DiagnosisTable.mixing("representative set", aligned);
    }
    return new Console.Result(fields, text);
  }
}
