package dev.coset.cli;

import dev.coset.data.UserInput;
import dev.coset.experiments.Experiment;
import dev.coset.experiments.Experiments;
import dev.coset.experiments.Laboratory;
import dev.coset.experiments.PaperData;
import dev.coset.experiments.PaperNetwork;
import dev.coset.experiments.Scope;
import dev.coset.parallel.StoppedException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Run the experiments of the paper, and further ones.",
    footer = {
      "",
      "Each writes a table or charts with the paper's values to DIR/NAME, as CSV, Markdown and SVG."
          + " You can stop it at any time; the same command resumes. Experiments share chains"
          + " (DIR/runs) and measurements (DIR/measurements).",
      "",
      "f2 with 1274 chains takes days; tables state the number of each cell.",
      "",
      "Examples:",
      "  coset reproduce table1 --networks f1 --out results",
      "  coset reproduce table1 --networks f2 --chains 54 --seeds 1 --out results",
      "  coset reproduce figure3 --out results"
    })
final class ReproduceCommand implements Callable<Integer> {
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Experiments.all().stream().map(Experiment::name).iterator();
    }
  }

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      completionCandidates = Names.class,
      description = "Experiments to run: ${COMPLETION-CANDIDATES}.")
  List<String> names = List.of();

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder of results.")
  Path out = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder with the paper's datasets as CSV files, and splits.json. Default: those included"
              + " in Coset.")
  @Nullable Path data;

  @Option(
      names = "--datasets",
      paramLabel = "NAMES",
      split = ",",
      description = "Only these: ${COMPLETION-CANDIDATES}.")
  List<PaperData> datasets = List.of();

  @Option(
      names = "--networks",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "f1,f2",
      description = "Only these. Default: ${DEFAULT-VALUE}.")
  List<PaperNetwork> networks = List.of();

  @Option(
      names = "--chains",
      paramLabel = "N",
      description = "Chains, instead of each experiment's own number.")
  @Nullable Integer chains;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Draws of the one long chain and of a Laplace approximation. Default: 1274.")
  @Nullable Integer draws;

  @Option(names = "--warmup", paramLabel = "N", description = "Warm-up steps. Default: 1024.")
  @Nullable Integer warmup;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Repetitions that show Monte Carlo error. Default: ${DEFAULT-VALUE}.")
  int seeds;

  @Mixin EngineOptions engine = new EngineOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    List<Experiment> experiments = names.stream().map(Experiments::named).toList();
    var scope = new Scope(datasets, networks, given(chains), given(draws), given(warmup), seeds);
    var progress = new MethodProgress(console.err());
    var laboratory =
        new Laboratory(
            PaperData.folder(data), out, scope, engine.engine(), engine.threads, progress);
    try (var signal = new StopOnSignal(progress::stop);
        progress) {
      UserInput.run(() -> experiments.forEach(experiment -> experiment.run(laboratory)));
    } catch (StoppedException stopped) {
      progress.close();
      console.err().println("Stopped. Finished work is saved. Resume with the same command.");
      console.err().flush();
      return RunSummary.CTRL_C;
    }
    Map<String, Object> written = new LinkedHashMap<>();
    var text = new StringBuilder();
    for (Experiment experiment : experiments) {
      Path folder = out.resolve(experiment.name());
      written.put(experiment.name(), folder.toString());
      text.append(experiment.title()).append(": ").append(folder).append('\n');
    }
    console.print(written, text.toString().stripTrailing());
    return 0;
  }

  private static OptionalInt given(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
