package dev.coset.cli;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.data.Table;
import dev.coset.fit.Fit;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Fit 150 built-in points, y = sin(x) + noise, with three hidden neurons, and write a"
            + " report.",
    footer = {"", "Example:", "  coset demo"})
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "RUN",
      defaultValue = "coset-demo",
      description = "Folder of the run. Default: ${DEFAULT-VALUE}.")
  Path out = Path.of("");

  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Dataset data = Sinusoid.dataset(150, 0);
    var configuration = Configuration.of(new int[] {3}, ChainPlan.of(54, 1024, 1, 0));
    var study = Study.of(data, Split.shuffled(data.rows(), 0.2, 0), configuration);
    // The study is given: no table is read.
    var fit =
        Fit.of(Table.of(Map.of()), "y")
            .hidden(3)
            .chains(54)
            .weights(Weighting.EQUAL)
            .threads(engine.threads)
            .engine(engine.engine());
    return RunSummary.of(
        listener -> fit.listener(listener).run(study, "y = sin(x) + N(0, 0.3)", out),
        report,
        engine.threads,
        new Console(spec, json));
  }
}
