package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The target as it comes in, before it is known whether it is a number or classes. Numbers are read
 * in the forms in which those of features are.
 */
final class TargetBuilder {

  private static final int FEW_VALUES = 10;
  private static final int ROWS_PER_VALUE = 5;
  private static final int CELLS_PER_TYPING_ERROR = 20;

  private final TableFile file;
  private final TargetType type;
  private final ColumnBuilder column;

  /**
   * @param values (row) numbers, or the numbers of the classes
   */
  record Target(Column column, double[] values) {}

  /**
   * @param cell the place of the target in the header
   * @param dashes whether {@code -} and {@code .} are missing among numbers
   */
  TargetBuilder(TableFile file, int cell, TargetType type, boolean dashes) {
    this.file = file;
    this.type = type;
    this.column = new ColumnBuilder(file, cell, false, dashes, true);
  }

  void add(Row row) {
    column.add(row);
  }

  /** Its cells in some rows as numbers or texts, adding what the user may not expect of them. */
  RawColumn column(int[] rows, List<Message> warnings) {
    column.rounding().ifPresent(warnings::add);
    ColumnCells cells = column.cells(rows);
    // Classes that are numbers are told apart by their values, which new files must find again.
    Optional<RawColumn> numbers =
        type == TargetType.CLASSES ? cells.plainNumbers() : cells.numbers();
    if (numbers.isPresent()) {
      return numbers.get();
    }
    Optional<Misfit> misfit = cells.misfit();
    if (type == TargetType.NUMBER) {
      throw misfit.map(this::notNumeric).orElseGet(() -> MissingCount.noTarget(file, name()));
    }
    if (type == TargetType.AUTO) {
      misfit
          .filter(
              m -> (m.count() == 1 && m.isRare()) || CELLS_PER_TYPING_ERROR * m.count() < m.cells())
          .ifPresent(
              m -> {
                throw notNumeric(m);
              });
    }
    if (cells.isTextAfterNumbers()) {
      throw Classes.tooManyTexts(name(), "more than %d classes".formatted(Classes.MOST));
    }
    misfit.filter(Misfit::isRare).ifPresent(m -> warnings.add(m.warning(file, name())));
    return cells.texts();
  }

  /** What its column has become, of the rows that are used. */
  Target finish(RawColumn column, List<Message> warnings) {
    double[] values = column.codes();
    if (!(column instanceof RawColumn.Numbers numbers)) {
      List<String> texts = ((RawColumn.Texts) column).levels();
      return classes(Arrays.stream(values).mapToObj(code -> texts.get((int) code)).toList());
    }
    Set<Double> few = type == TargetType.AUTO ? few(values) : Set.of();
    if (type == TargetType.CLASSES
        || (few.equals(Set.of(0.0, 1.0)) && numbers.form() == NumberForm.PLAIN)) {
      return classes(Arrays.stream(values).mapToObj(Classes::name).toList());
    }
    if (few.size() > 1
        && few.stream().allMatch(value -> value == Math.rint(value))
        && values.length >= ROWS_PER_VALUE * few.size()) {
      warnings.add(
          Message.of(
              "The target %s is treated as a number, although it has only %d different values. Use"
                  + " %s to predict classes.",
              Quoted.text(name()), few.size(), Setting.LIKELIHOOD.to("categorical")));
    }
    return new Target(
        new Column.Number(name(), numbers.form(), 0, false, Column.Warp.NONE), values);
  }

  private Target classes(List<String> labels) {
    Classes classes = Classes.in(labels);
    return new Target(
        classes.target(name(), labels.size()),
        labels.stream().mapToDouble(classes::number).toArray());
  }

  /** The different values, if they are few; else none. */
  private static Set<Double> few(double[] values) {
    Set<Double> found = new TreeSet<>();
    for (double value : values) {
      found.add(value + 0.0); // as -0 is 0
      if (found.size() > FEW_VALUES) {
        return Set.of();
      }
    }
    return found;
  }

  private InputException notNumeric(Misfit misfit) {
    return InputException.of(
        "In %s, the target %s must be numeric but is %s. Correct that cell, choose another target,"
            + " or predict classes with %s.",
        file.name(), Quoted.text(name()), misfit.where(), Setting.LIKELIHOOD.to("categorical"));
  }

  private String name() {
    return column.name();
  }
}
