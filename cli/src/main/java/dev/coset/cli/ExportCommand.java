package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.export.ExportFormat;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
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
    name = "export",
    mixinStandardHelpOptions = true,
    description = "Export a run's draws for ArviZ and other programs.",
    footer = {
      "",
      "zarr: a folder for arviz.from_zarr (with zarr before 3) or xarray.open_datatree, with the"
          + " groups posterior, sample_stats, log_likelihood, observed_data and constant_data;"
          + " data are standardised, and attributes hold the scaling. csv: one row per draw.",
      "",
      "Examples:",
      "  coset export houses-run --format zarr --out houses.zarr",
      "  coset export houses-run --format csv --out draws.csv"
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Option(
      names = "--format",
      defaultValue = "zarr",
      description = "zarr or csv. Default: ${DEFAULT-VALUE}.")
  ExportFormat format = ExportFormat.ZARR;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description =
          "Path to write. An earlier export there is replaced. Default: RUN/export.zarr or"
              + " RUN/export.csv.")
  @Nullable Path out;

  @Mixin ThreadOptions threads = new ThreadOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    try (var mixture = weights.read(folder, threads.number, console)) {
      if (out != null && mixture.parts().size() > 1) {
        throw new InputException(
            "The run %s has %d models. Coset exports each into its own folder: leave out --out."
                .formatted(folder, mixture.parts().size()));
      }
      console.printEach(mixture, this::export);
    }
    return 0;
  }

  private Console.Result export(Mixture.Part part) {
    RunStore run = part.run();
    Path path = out == null ? run.folder().resolve("export." + format.extension()) : out;
    ExportFormat.Exported done = format.write(run, part.chains(), path, threads.number);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("path", path.toString());
    fields.put("format", format.name().toLowerCase(Locale.ROOT));
    fields.put("chains", done.chains());
    fields.put("draws_per_chain", done.drawsPerChain());
    fields.put("failed_chains", done.failed());
    return new Console.Result(
        fields,
        Texts.format(
            "%d chains of %s written to %s",
            done.chains(), Texts.count(done.drawsPerChain(), "draw"), path));
  }
}
