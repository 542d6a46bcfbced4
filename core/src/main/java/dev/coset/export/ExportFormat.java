package dev.coset.export;

import dev.coset.model.ChainWeights;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A format of draws for other programs. */
public enum ExportFormat {
  /** A folder that {@code arviz.from_zarr} opens. */
  ZARR("zarr") {
    @Override
    void writeTo(Path out, FinishedChains chains, int threads) throws IOException {
      PendingOutput.folder(
          out, ArvizLayout::isExport, folder -> new ArvizLayout(chains, threads).write(folder));
    }
  },

  /** One row for each draw. */
  CSV("csv") {
    @Override
    void writeTo(Path out, FinishedChains chains, int threads) throws IOException {
      PendingOutput.file(out, CsvLayout::isExport, file -> new CsvLayout(chains).write(file));
    }
  };

  /**
   * What was written.
   *
   * @param failed the chains that failed, which are not exported
   */
  public record Exported(Path path, int chains, int drawsPerChain, List<Integer> failed) {}

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  public String extension() {
    return extension;
  }

  /**
   * Writes the draws that a run has so far. An earlier export in that place is replaced; the parent
   * folder is made if need be.
   *
   * @param threads share the work; what is written does not depend on them
   * @throws dev.coset.data.InputException where there is no draw, or something else in that place
   */
  public Exported write(RunStore run, Path out, int threads) {
    return write(run, run.weights(), out, threads);
  }

  /** The same with other weights of the chains. */
  public Exported write(RunStore run, ChainWeights weights, Path out, int threads) {
    FinishedChains chains = FinishedChains.of(run, weights);
    try {
      writeTo(out, chains, threads);
    } catch (IOException e) {
      throw new UncheckedIOException("The export " + out + " cannot be written: " + e, e);
    }
    return new Exported(out, chains.count(), chains.perChain(), chains.failed());
  }

  abstract void writeTo(Path out, FinishedChains chains, int threads) throws IOException;
}
