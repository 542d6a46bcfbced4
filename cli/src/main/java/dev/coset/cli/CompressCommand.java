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
    description = "Reduce a run to a few weighted draws in one small file that can predict.",
    footer = {
      "",
      "Coset keeps draws until the mean Kullback-Leibler divergence over training inputs, from the"
          + " predictive of all draws to that of the kept ones, is below --kl. The loss is measured"
          + " with the draws as stored, in single precision. predict, score and report accept the"
          + " file in place of the run's folder. Commands that need chains need the folder.",
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
      description = "File to write. An earlier compressed run there is replaced.")
  Path out = Path.of("");

  @Option(
      names = "--kl",
      paramLabel = "NATS",
      description =
          "Upper limit of the mean divergence at training inputs. Default: ${DEFAULT-VALUE}.")
  double bound = Compression.BOUND;

  @Option(
      names = "--no-rows",
      description = "Store no rows of the data. Default: store at most 2,000 test rows.")
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
          "The path %s holds something other than a compressed run. Choose another path."
              .formatted(out));
    }
    var console = new Console(spec, json);
    try (var run = weights.read(folder, threads.number, console)) {
      CompressedRun small = Compression.of(run, bound, !noRows, threads.number);
      small.write(out);
      if (small.loss().fresh().mean() > 10 * bound) {
        console.warn(
            "The loss is far larger away from training inputs, because the noise is small compared"
                + " with the spread of the draws. Rerun with a smaller --kl, or predict with the"
                + " run's folder.");
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
        KL          %s at training inputs (limit %s)
                    %s of the function, without noise
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
        loss.freshAreTest() ? "test rows" : "inputs with columns drawn independently",
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
