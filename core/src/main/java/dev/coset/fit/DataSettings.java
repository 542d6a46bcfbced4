package dev.coset.fit;

import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.Table;
import dev.coset.data.TableOptions;
import dev.coset.message.Setting;
import dev.coset.model.Study;
import dev.coset.store.Source;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which columns are used, and which rows train and which test. */
final class DataSettings {
  private static final double TEST_FRACTION = 0.2;

  final Table table;
  final String target;
  @Nullable MissingCells missing;
  List<String> ignore = List.of();
  List<String> features = List.of();
  List<String> categorical = List.of();
  @Nullable String id;
  @Nullable String rowWeight;
  @Nullable Double testFraction;
  @Nullable Path splitFile;
  @Nullable String testGroup;
  @Nullable String testAfter;

  DataSettings(Table table, String target) {
    this.table = table;
    this.target = target;
  }

  /** The table's name and how it is read. */
  Source source(ModelSettings model) {
    return new Source(
        table.name(),
        options(model),
        splitFile == null ? fraction() : null,
        testAfter,
        splitFile == null ? null : splitFile.toString());
  }

  private TableOptions options(ModelSettings model) {
    return new TableOptions(
        target,
        model.targetType(),
        missing != null ? missing : model.paper ? MissingCells.ERROR : MissingCells.IMPUTE,
        ignore,
        features,
        categorical,
        id,
        testGroup,
        !model.paper,
        rowWeight);
  }

  private double fraction() {
    return testFraction == null ? TEST_FRACTION : testFraction;
  }

  /** Reads the table. */
  RawTable read(ModelSettings model) {
    checkSplit();
    model.check(); // wrong settings are told before a large file is read
    return RawTable.read(table, options(model));
  }

  private void checkSplit() {
    if (testGroup != null && testAfter != null) {
      throw InputException.of(
          "Test rows are chosen by group or by time: give %s or %s.",
          Setting.TEST_GROUP, Setting.TEST_AFTER);
    }
    if (splitFile != null && testFraction != null) {
      throw InputException.of(
          "%s names the rows: leave out %s.", Setting.SPLIT, Setting.TEST_FRACTION);
    }
    if (splitFile != null && (testGroup != null || testAfter != null)) {
      throw InputException.of(
          "%s names the rows: leave out %s and %s.",
          Setting.SPLIT, Setting.TEST_GROUP, Setting.TEST_AFTER);
    }
  }

  /** Refuses settings that say which rows test, where all do in turn. */
  void refuseSplits() {
    if (testFraction != null || splitFile != null || testAfter != null) {
      throw InputException.of(
          "All rows are test rows in turn: leave out %s, %s and %s.",
          Setting.TEST_FRACTION, Setting.SPLIT, Setting.TEST_AFTER);
    }
  }

  /** The study of some of the rows. */
  Study study(RawTable raw, Split split, ModelSettings model) {
    return Study.of(data(raw, split), split, model.configuration(raw.kind()));
  }

  private Dataset data(RawTable raw, Split split) {
    Dataset data = raw.fit(split.train());
    return testAfter == null ? data : data.in(Blocks.times(raw.times(testAfter)));
  }

  /** The rows that train and those that test. */
  Split split(RawTable raw, long seed) {
    if (splitFile != null) {
      return Split.fromJson(splitFile, table.name().replaceFirst("\\.csv(\\.gz)?$", ""), raw);
    }
    if (testAfter != null) {
      return Split.after(raw.times(testAfter), fraction());
    }
    int[] groups = raw.groups();
    if (groups != null) {
      return Split.byGroup(groups, fraction(), seed);
    }
    return Split.stratified(raw.strata(), fraction(), seed);
  }
}
