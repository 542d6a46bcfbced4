package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.report.ModelCard;
import dev.coset.store.CompressedRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
    name = "card",
    mixinStandardHelpOptions = true,
    description = "Write a run's model card as Markdown, in the layout of Hugging Face.",
    footer = {
      "",
      "Data, model, training cost, scores with intervals, calibration, limits, version and command."
          + " The report shows the same card.",
      "",
      "Examples:",
      "  coset card houses-run",
      "  coset card houses-run -o MODEL_CARD.md"
    })
final class CardCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write. Default: standard output.")
  @Nullable Path output;

  @Mixin ThreadOptions threads = new ThreadOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, false);
    if (CompressedRun.isAt(folder)) {
      throw new InputException(
          "The file %s is a compressed run, which keeps no scores: make the card from the folder of the run."
              .formatted(folder));
    }
    if (output != null) {
      OutputFile.refuseUnusable(output, folder);
    }
    try (var run = weights.read(folder, threads.number, console)) {
      String card = ModelCard.of(run, threads.number).markdown();
      if (output == null) {
        console.out().print(card);
        console.out().flush();
      } else {
        OutputFile.write(output, to -> Files.writeString(to, card));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return 0;
  }
}
