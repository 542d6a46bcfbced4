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
      description =
          "CSV file with a header, Parquet file with flat columns, or NumPy .npz file with one"
              + " array per column.")
  Path csv = Path.of("");

  @Option(
      names = "--target",
      required = true,
      paramLabel = "COL",
      converter = AttachedName.class,
      preprocessor = AttachedName.class,
      description = "Column to predict.")
  String target = "";

  @Option(
      names = "--missing",
      description =
          "Missing cells. impute: numbers take the training median, plus an indicator feature where"
              + " at least 1%% are missing; text gets its own level; rows without the target are"
              + " dropped. drop: drop their rows. error: refuse them. Default: impute; error in"
              + " --preset paper.")
  @Nullable MissingCells missing;

  @Option(
      names = "--ignore",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description =
          "Columns to ignore. Quote a name with a comma as in a CSV file: '\"a,b\",c'. The same"
              + " holds for --features and --categorical.")
  List<String> ignore = List.of();

  @Option(
      names = "--features",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description = "The only columns to use. Default: all but the target.")
  List<String> features = List.of();

  @Option(
      names = "--categorical",
      paramLabel = "COL",
      split = ",",
      converter = ColumnName.class,
      preprocessor = AttachedName.class,
      description = "Numeric columns to treat as categories, such as postal codes.")
  List<String> categorical = List.of();

  @Option(
      names = "--id",
      paramLabel = "COL",
      converter = AttachedName.class,
      preprocessor = AttachedName.class,
      description =
          "Column that identifies rows. It is not a feature, and is copied to predictions.")
  @Nullable String id;

  @Option(
      names = "--row-weight",
      paramLabel = "COL",
      converter = AttachedName.class,
      preprocessor = AttachedName.class,
      description =
          "Column with the weight of each row, a number of at least 0. A row of weight 2 counts as"
              + " two independent rows, and one of weight 0 is dropped. It is not a feature.")
  @Nullable String rowWeight;

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
            "JSON file with row numbers from 0: {\"train\": [...], \"test\": [...]}, or one such"
                + " object per dataset name.")
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
        description =
            "Column of groups: all rows of a group train, or all test. It is not a feature.")
    @Nullable String group;

    @Option(
        names = "--test-after",
        paramLabel = "COL",
        converter = AttachedName.class,
        preprocessor = AttachedName.class,
        description =
            "Column of dates or numbers: the last rows in its order test. Rows of one time stay"
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
    given(rowWeight, fit::rowWeight);
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
