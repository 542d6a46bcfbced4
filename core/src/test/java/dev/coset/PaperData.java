package dev.coset;

import dev.coset.data.Dataset;
import dev.coset.data.Datasets;
import dev.coset.data.MissingCells;
import dev.coset.data.TargetType;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.nio.file.Path;

/** The files of the paper, which are resources of the experiments. */
public final class PaperData {
  /** Seen from any module's folder, where its tests run. */
  public static final Path FOLDER =
      Path.of("../experiments/src/main/resources/dev/coset/experiments/datasets");

  private PaperData() {}

  /** A study of one of the sets whose target is y, on the paper's split. */
  public static Study study(String name, Configuration configuration) {
    Dataset data =
        Datasets.fromCsv(FOLDER.resolve(name + ".csv"), "y", TargetType.NUMBER, MissingCells.ERROR);
    return Study.of(data, Datasets.split(FOLDER.resolve("splits.json"), name, data), configuration);
  }
}
