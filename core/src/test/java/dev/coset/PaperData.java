package dev.coset;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coset.data.Dataset;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.store.Configuration;
import dev.coset.store.Study;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the paper, where they are at hand; a test that needs them is skipped where not. */
public final class PaperData {
  private PaperData() {}

  public static Path folder() {
    String named = System.getenv("COSET_DATA");
    Path found = named == null ? null : Path.of(named);
    for (Path at = Path.of("").toAbsolutePath(); found == null && at != null; at = at.getParent()) {
      Path datasets = at.resolve("shared/datasets");
      found = Files.isDirectory(datasets) ? datasets : null;
    }
    assumeTrue(found != null, "the paper's datasets are not here: set COSET_DATA to their folder");
    return found;
  }

  /** A study of one of the sets whose target is y, on the paper's split. */
  public static Study study(String name, Configuration configuration) {
    Dataset data = Dataset.fromCsv(folder().resolve(name + ".csv"), "y", MissingCells.ERROR);
    return Study.of(
        data, Split.fromJson(folder().resolve("splits.json"), name, data), configuration);
  }
}
