package dev.coset.cli;

import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Duplicates;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetOutliers;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.store.Source;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which rows are learned from and which are kept for testing. */
final class DataOptions {
  @Parameters(
      paramLabel = "DATA.csv",
      description = "A CSV file with a header, or columns as NumPy's .npz.")
  Path csv = Path.of("");

  @Option(
      names = "--target",
      required = true,
      paramLabel = "COL",
      converter = AttachedName.class,
      preprocessor = AttachedName.class,
      description = "The column to predict.")
  String target = "";

  @Option(
      names = "--missing",
      description =
          "Missing cells: impute (numbers take the training median, with a feature that says so"
              + " where at least 1%% are missing; text gets a level of its own; rows without the"
              + " target are left out), drop their rows, or error. Default: impute; error in"
              + " --preset paper.")
  @Nullable MissingCells missing;

  @Option(
      names = "--ignore",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description =
          "Columns that are not used. A name with a comma is quoted as in a file, '\"a,b\",c'; so"
              + " in --features and --categorical.")
  List<String> ignore = List.of();

  @Option(
      names = "--features",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description = "The only columns that are used. Default: all but the target.")
  List<String> features = List.of();

  @Option(
      names = "--categorical",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description = "Columns of numbers that name something, such as postal codes.")
  List<String> categorical = List.of();

  @Option(
      names = "--id",
      paramLabel = "COL",
      converter = AttachedName.class,
      preprocessor = AttachedName.class,
      description = "A column that names rows: not used, and passed on to predictions.")
  @Nullable String id;

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

  static final class Together {
    @Option(
        names = "--test-group",
        paramLabel = "COL",
        converter = AttachedName.class,
        preprocessor = AttachedName.class,
        description = "All rows with one value of this column train, or all test; it is not used.")
    @Nullable String group;

    @Option(
        names = "--test-after",
        paramLabel = "COL",
        converter = AttachedName.class,
        preprocessor = AttachedName.class,
        description =
            "The last rows by this column of dates or numbers test; rows of one time stay"
                + " together.")
    @Nullable String after;
  }

  @ArgGroup(exclusive = true)
  @Nullable Together together;

  /** The file and how it is read. */
  Source source(ModelOptions model) {
    Path split = test == null ? null : test.file;
    return new Source(
        name(),
        options(model),
        split == null ? fraction() : null,
        together == null ? null : together.after,
        split == null ? null : split.toString());
  }

  private TableOptions options(ModelOptions model) {
    return new TableOptions(
        target,
        model.targetType(),
        missing != null ? missing : model.paper() ? MissingCells.ERROR : MissingCells.IMPUTE,
        ignore,
        features,
        categorical,
        id,
        together == null ? null : together.group,
        !model.paper());
  }

  private String name() {
    return csv.getFileName().toString();
  }

  private double fraction() {
    return test == null || test.fraction == null ? 0.2 : test.fraction;
  }

  /** Reads the file. */
  Study study(ModelOptions model) {
    model.configuration(); // wrong options are told before a large file is read
    RawTable table = table(model);
    Configuration configuration = model.configuration(table.target());
    return UserInput.checked(
        () -> {
          Split split = split(table, configuration.plan().seed());
          return Study.of(data(table, split), split, configuration);
        });
  }

  private Dataset data(RawTable table, Split split) {
    Dataset data = table.fit(split.train());
    return together == null || together.after == null
        ? data
        : data.in(Blocks.times(table.times(together.after)));
  }

  /** Says what was made of the file. */
  static void tell(Study study, Console console) {
    study.data().notes().forEach(console::note);
    study.data().warnings().forEach(console::warn);
    Duplicates.say(study.data(), study.split()).ifPresent(console::warn);
    study.scaling().warnings().forEach(console::warn);
    TargetOutliers.of(study.data(), study.split().train(), study.scaling().target())
        .sentence(study.data(), study.configuration().targetScale())
        .ifPresent(console::warn);
  }

  /** Reads the file, as it is. */
  RawTable table(ModelOptions model) {
    return RawTable.read(csv, options(model));
  }

  /** Refuses options that say which rows test, where all do in turn. */
  void refuseSplits() {
    if (test != null || (together != null && together.after != null)) {
      throw new InputException(
          "All rows test in turn: leave out --test-fraction, --split and --test-after.");
    }
  }

  private Split split(RawTable table, long seed) {
    if (test != null && test.file != null) {
      if (together != null) {
        throw new InputException(
            "--split names the rows: leave out --test-group and --test-after.");
      }
      String name = name().replaceFirst("\\.csv(\\.gz)?$", "");
      return Split.fromJson(test.file, name, table);
    }
    if (together != null && together.after != null) {
      return Split.after(table.times(together.after), fraction());
    }
    int[] groups = table.groups();
    if (groups != null) {
      return Split.byGroup(groups, fraction(), seed);
    }
    return table.target().numeric()
        ? Split.shuffled(table.rows(), fraction(), seed)
        : Split.stratified(table.classes(), fraction(), seed);
  }
}
