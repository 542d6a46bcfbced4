package dev.coset.cli;

import dev.coset.data.MissingCells;
import dev.coset.data.Table;
import dev.coset.fit.Fit;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
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

  /** A fit of the file. */
  Fit fit() {
    Fit fit =
        Fit.of(Table.read(csv), target)
            .ignore(ignore.toArray(String[]::new))
            .features(features.toArray(String[]::new))
            .categorical(categorical.toArray(String[]::new));
    given(missing, fit::missing);
    given(id, fit::id);
    if (test != null) {
      given(test.fraction, fit::testFraction);
      given(test.file, fit::split);
    }
    if (together != null) {
      given(together.group, fit::testGroup);
      given(together.after, fit::testAfter);
    }
    return fit;
  }

  /** Uses an option where it is given. */
  static <T> void given(@Nullable T option, Consumer<T> use) {
    if (option != null) {
      use.accept(option);
    }
  }
}
