package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Which cells of a file's rows are used, and for what. */
final class ColumnRoles {
  private final TableFile file;
  private final TableOptions options;
  private final int target;

  ColumnRoles(TableFile file, TableOptions options) {
    this.file = file;
    this.options = options;
    this.target = ColumnNames.find(file, List.of(options.target()), "column")[0];
    check(Setting.IGNORE, options.ignore());
    check(Setting.FEATURES, options.features());
    check(Setting.CATEGORICAL, options.categorical());
    if (options.id() != null) {
      check(Setting.ID, List.of(options.id()));
    }
    if (options.group() != null) {
      check(Setting.TEST_GROUP, List.of(options.group()));
    }
    if (options.rowWeight() != null) {
      check(Setting.ROW_WEIGHT, List.of(options.rowWeight()));
    }
  }

  private void check(Setting setting, List<String> names) {
    if (names.contains(options.target())) {
      throw InputException.of(
          "%s names the target %s: name other columns.", setting, Quoted.text(options.target()));
    }
    ColumnNames.find(file, names, "column", Message.of(" of %s", setting));
  }

  int target() {
    return target;
  }

  /** The cells that become features, in the order of the file. */
  int[] features() {
    Set<String> unused = new HashSet<>(options.ignore());
    if (options.id() != null) {
      unused.add(options.id());
    }
    if (options.group() != null) {
      unused.add(options.group());
    }
    if (options.rowWeight() != null) {
      unused.add(options.rowWeight());
    }
    Set<String> only = new HashSet<>(options.features());
    List<String> both = new ArrayList<>(options.features());
    both.retainAll(options.ignore());
    if (!both.isEmpty()) {
      throw InputException.of(
          "%s and %s both name %s: name it once.",
          Setting.FEATURES, Setting.IGNORE, Quoted.names(both));
    }
    return IntStream.range(0, file.header().size())
        .filter(cell -> cell != target)
        .filter(cell -> !unused.contains(file.header().get(cell)))
        .filter(cell -> only.isEmpty() || only.contains(file.header().get(cell)))
        .toArray();
  }

  /** Whether the user named it as one to be used. */
  boolean asked(int cell) {
    return options.asksFor(file.header().get(cell));
  }

  boolean categorical(int cell) {
    return options.categorical().contains(file.header().get(cell));
  }
}
