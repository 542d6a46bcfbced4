package dev.coset.cli;

import dev.coset.compression.Compression;
import dev.coset.data.InputException;
import dev.coset.store.CompressedRun;
import dev.coset.store.CompressionLoss;
import dev.coset.store.CompressionLoss.Divergence;
import dev.coset.store.CompressionLoss.Lppd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    description = "Thin a run to few weighted draws, in one small file that predicts.",
    footer = {
      "",
      "Draws are chosen so that the Kullback-Leibler divergence from the predictive of all draws to"
          + " that of those kept, averaged over training inputs, stays below --kl. What was lost is"
          + " measured with the draws as the file has them, in single precision. predict and score"
          + " read the file as they read a run, and report makes a page that asks it; what needs"
          + " chains needs the run's folder.",
      "",
      "Examples:",
      "  coset compress houses-run --out small.coset",
      "  coset compress houses-run --kl 0.001 --no-rows --out small.coset",
      "  coset predict small.coset new.csv -o predictions.csv"
    })
final class CompressCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write; an earlier compressed run there is replaced.")
  Path out = Path.of("");

  @Option(
      names = "--kl",
      paramLabel = "NATS",
      description =
          "What the mean divergence at training inputs stays below. Default: ${DEFAULT-VALUE}.")
  double bound = Compression.BOUND;

  @Option(
      names = "--no-rows",
      description =
          "Leave out the rows of the data, at most 2,000 of those kept for testing, that else"
              + " travel with it.")
  boolean noRows;

  @Mixin ThreadOptions threads = new ThreadOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
      throw new InputException("--kl takes a positive number, but was " + bound + ".");
    }
    OutputFile.refuseUnusable(out, folder);
    if (Files.exists(out) && !CompressedRun.isAt(out)) {
      throw new InputException(
          "The path %s holds something that is no compressed run: choose another.".formatted(out));
    }
    var console = new Console(spec, json);
    try (var run = weights.read(folder, threads.number, console)) {
      CompressedRun small = Compression.of(run, bound, !noRows, threads.number);
      small.write(out);
      if (small.loss().fresh().mean() > 10 * bound) {
        console.warn(
            "Away from training inputs the loss is far larger: noise is so small there that draws"
                + " stand apart; keep more of them with a smaller --kl, or predict with the run.");
      }
      console.print(fields(small), text(small));
    }
    return 0;
  }

  private long size() {
    try {
      return Files.size(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> fields(CompressedRun small) {
    CompressionLoss loss = small.loss();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("path", out.toString());
    fields.put("bytes", size());
    fields.put("draws", small.draws());
    fields.put("draws_of_run", small.drawn());
    fields.put("rows", small.keptRows());
    fields.put("kl_bound", loss.bound());
    fields.put("kl_train", loss.train());
    fields.put("kl_function", loss.function());
    fields.put(loss.freshAreTest() ? "kl_test" : "kl_fresh", loss.fresh());
    fields.put("lppd_train", fields(loss.trainLppd()));
    Lppd test = loss.testLppd();
    if (test != null) {
      fields.put("lppd_test", fields(test));
    }
    return fields;
  }

  private static Map<String, Object> fields(Lppd lppd) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("full", lppd.full());
    fields.put("compressed", lppd.compressed());
    fields.put("change", lppd.change());
    fields.put("rows", lppd.rows());
    return fields;
  }

  private String text(CompressedRun small) {
    CompressionLoss loss = small.loss();
    Lppd test = loss.testLppd();
    String rows = small.keptRows() == 0 ? "none" : small.keptRows() + " of the data";
    return Texts.format(
        """
        draws       %d of %d, weighted, in single precision
        KL          %s at training inputs (below %s was asked for)
                    %s of the function, noise left out
                    %s at %s
        LPPD        %s of training rows%s
        rows        %s
        file        %s (%.1f kB)\
        """,
        small.draws(),
        small.drawn(),
        text(loss.train()),
        loss.bound(),
        text(loss.function()),
        text(loss.fresh()),
        loss.freshAreTest() ? "test rows" : "inputs whose columns are drawn one by one",
        text(loss.trainLppd()),
        test == null ? "" : Texts.format("%n            %s of test rows", text(test)),
        rows,
        out,
        size() / 1e3);
  }

  private static String text(Divergence of) {
    return Texts.format("mean %.2g, largest %.2g of %d", of.mean(), of.max(), of.inputs());
  }

  private static String text(Lppd of) {
    return Texts.format("%.4f to %.4f (%+.4f)", of.full(), of.compressed(), of.change());
  }
}
