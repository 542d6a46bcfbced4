package dev.coset.cli;

import dev.coset.data.Dataset;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.store.Configuration;
import dev.coset.store.Source;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which rows are learned from and which are kept for testing. */
final class DataOptions {
  @Parameters(paramLabel = "DATA.csv", description = "A CSV file with a header.")
  Path csv = Path.of("");

  @Option(
      names = "--target",
      required = true,
      paramLabel = "COL",
      description = "The column to predict.")
  String target = "";

  @Option(
      names = "--missing",
      defaultValue = "error",
      description =
          "Missing cells: error, drop their rows, or take the training mean. Default:"
              + " ${DEFAULT-VALUE}.")
  MissingCells missing = MissingCells.ERROR;

  static final class Test {
    @Option(
        names = "--test-fraction",
        paramLabel = "SHARE",
        description = "Share of rows kept for testing, 0 for none. Default: 0.2.")
    @Nullable Double fraction;

    @Option(
        names = "--split",
        paramLabel = "FILE",
        description =
            "JSON with row numbers from 0: {\"train\": [...], \"test\": [...]}, or such objects by"
                + " dataset name.")
    @Nullable Path file;
  }

  @ArgGroup(exclusive = true)
  @Nullable Test test;

  /** The file and how it is read. */
  Source source() {
    Path split = test == null ? null : test.file;
    return new Source(
        name(),
        missing,
        split == null ? fraction() : null,
        split == null ? null : split.toString());
  }

  private String name() {
    return csv.getFileName().toString();
  }

  private double fraction() {
    return test == null || test.fraction == null ? 0.2 : test.fraction;
  }

  /** Reads the file, and says what there is to be warned of. */
  Study study(ModelOptions model, Console console) {
    model.configuration(); // wrong options are told before a large file is read
    Dataset data = Dataset.fromCsv(csv, target, model.targetType(), missing);
    data.warnings().forEach(console::warn);
    Configuration configuration = model.configuration(data);
    Study study =
        UserInput.checked(
            () -> Study.of(data, split(data, configuration.plan().seed()), configuration));
    study.scaling().warnings().forEach(console::warn);
    return study;
  }

  private Split split(Dataset data, long seed) {
    if (test != null && test.file != null) {
      String name = name().replaceFirst("\\.csv$", "");
      return Split.fromJson(test.file, name, data);
    }
    return data.encoding().target().numeric()
        ? Split.shuffled(data.rows(), fraction(), seed)
        : Split.stratified(
            Arrays.stream(data.target()).mapToInt(k -> (int) k).toArray(), fraction(), seed);
  }
}
