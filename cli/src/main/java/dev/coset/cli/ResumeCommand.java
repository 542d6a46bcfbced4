package dev.coset.cli;

import dev.coset.fit.Fit;
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
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Resume a stopped run, or add chains to a finished one.",
    footer = {
      "",
      "A run has the same draws at the end, however often it was stopped.",
      "",
      "Examples:",
      "  coset resume houses-run",
      "  coset resume houses-run --chains 24"
    })
final class ResumeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = "--chains",
      paramLabel = "N",
      description = "Add chains until the run, or each of its models, has this many.")
  int chains;

  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    var run = Fit.resume(folder).chains(chains).threads(engine.threads).engine(engine.engine());
    return RunSummary.of(listener -> run.listener(listener).run(), report, engine.threads, console);
  }
}
