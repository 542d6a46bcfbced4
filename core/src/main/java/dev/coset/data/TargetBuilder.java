package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The target as it comes in, before it is known whether it is a number or classes. It keeps the
 * numbers until a text comes, and the cells until there are more different ones than there may be
 * classes.
 */
final class TargetBuilder {

  private static final int FEW_VALUES = 10;
  private static final int ROWS_PER_VALUE = 5;
  private static final int CELLS_PER_TYPING_ERROR = 20;

  private final CsvFile file;
  private final int cell;
  private final TargetType type;
  private DoubleStream.@Nullable Builder numbers = DoubleStream.builder();
  private @Nullable List<String> cells;
  private final Map<String, String> known = new HashMap<>(); // equal cells become one object
  private int size;
  private int texts;
  private String firstText = "";
  private String firstWhere = "";

  /**
   * @param values (row) numbers, or the numbers of the classes
   */
  record Target(Column column, double[] values) {}

  /**
   * @param cell the place of the target in the header
   */
  TargetBuilder(CsvFile file, int cell, TargetType type) {
    this.file = file;
    this.cell = cell;
    this.type = type;
    this.cells = type == TargetType.NUMBER ? null : new ArrayList<>();
  }

  void add(Row row) {
    size++;
    double number = file.number(row, cell);
    if (Double.isNaN(number)) {
      if (texts++ == 0) {
        firstText = file.text(row, cell);
        firstWhere = row.where();
      }
      if (type == TargetType.NUMBER) {
        throw notNumeric();
      }
      numbers = null;
    }
    if (numbers != null) {
      numbers.add(number);
    }
    if (cells != null) {
      String text = file.text(row, cell);
      String same = known.putIfAbsent(text, text);
      cells.add(same == null ? text : same);
      if (known.size() > Classes.MOST) {
        cells = null;
        known.clear();
      }
    }
  }

  /** Its cells as numbers or texts, adding what the user may not expect of it. */
  RawColumn column(List<String> warnings) {
    if (numbers == null) {
      return ofTexts(warnings);
    }
    double[] values = numbers.build().toArray();
    numbers = null;
    return new RawColumn.Numbers(name(), NumberForm.PLAIN, values);
  }

  /** What its column has become, of the rows that are used. */
  Target finish(RawColumn column, List<String> warnings) {
    double[] values = column.codes();
    if (column instanceof RawColumn.Texts texts) {
      return classes(
          Arrays.stream(values).mapToObj(code -> texts.levels().get((int) code)).toList(),
          warnings);
    }
    Set<Double> few = type == TargetType.AUTO ? few(values) : Set.of();
    if (type == TargetType.CLASSES || few.equals(Set.of(0.0, 1.0))) {
      return classes(Arrays.stream(values).mapToObj(Classes::name).toList(), warnings);
    }
    if (few.size() > 1
        && few.stream().allMatch(value -> value == Math.rint(value))
        && values.length >= ROWS_PER_VALUE * few.size()) {
      warnings.add(
          ("The target %s is treated as a number though it has only %d different values: "
                  + "--likelihood categorical asks for classes.")
              .formatted(Quoted.text(name()), few.size()));
    }
    return new Target(Column.numeric(name()), values);
  }

  private RawColumn ofTexts(List<String> warnings) {
    String first = Quoted.text(firstText) + " in " + firstWhere;
    if (type == TargetType.AUTO) {
      if (texts == 1 || CELLS_PER_TYPING_ERROR * texts < size) {
        throw notNumeric();
      }
      if (numberOrCommaNumber(firstText)
          && known.keySet().stream().allMatch(TargetBuilder::numberOrCommaNumber)) {
        throw commas(first);
      }
    }
    if (cells == null) {
      throw Classes.tooManyTexts(name(), "more than %d classes".formatted(Classes.MOST));
    }
    if (size - texts > texts) {
      warnings.add("In %s, column %s is taken as text because of %s, although %d of its %d cells are numbers."
              .formatted(file.name(), Quoted.text(name()), first, size - texts, size));
    }
    List<String> levels = List.copyOf(known.keySet());
    Map<String, Integer> placeOf = new HashMap<>();
    levels.forEach(level -> placeOf.put(level, placeOf.size()));
    return new RawColumn.Texts(
        name(), levels, cells.stream().mapToDouble(placeOf::get).toArray());
  }

  private Target classes(List<String> labels, List<String> warnings) {
    Classes classes = Classes.in(labels);
    Column column = classes.target(name(), labels.size());
    if (type == TargetType.AUTO) {
      warnings.add(
          "The target %s has %d classes (%s): they are told apart with --likelihood categorical."
              .formatted(Quoted.text(name()), column.levels().size(), Quoted.few(column.levels())));
    }
    return new Target(column, labels.stream().mapToDouble(classes::number).toArray());
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

  private InputException notNumeric() {
    return new InputException(
        ("In %s, the target %s must be numeric but is %s in %s: correct that cell, choose another "
                + "target, or ask for classes with --likelihood categorical.")
            .formatted(file.name(), Quoted.text(name()), Quoted.text(firstText), firstWhere));
  }

  /** Whether text would be a number without its commas, decimal or between thousands. */
  private static boolean numberOrCommaNumber(String text) {
    return !Double.isNaN(Cell.number(text.replace(",", "")));
  }

  private InputException commas(String first) {
    return new InputException(
        ("In %s, column %s holds numbers with a comma, first %s: write them with a "
                + "decimal point and no other separators.")
            .formatted(file.name(), Quoted.text(name()), first));
  }

  private String name() {
    return file.header().get(cell);
  }
}
