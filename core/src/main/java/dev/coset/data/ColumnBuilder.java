package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A column as it comes in, before it is known what its cells are. It keeps plain numbers until
 * another cell comes, and a code for each different cell until those are too many to be levels and
 * cannot be numbers or times in some other form.
 */
final class ColumnBuilder {
  /** So many different texts are no levels, and are not kept. */
  private static final int MOST_TEXTS = 1_000_000;

  /** Of so many different numbers the cells are no longer kept as texts. */
  private static final int SURELY_NUMBERS = 20_000;

  private static final int MISSING = -1;
  private final CsvFile file;
  private final int cell;
  private final boolean categorical;
  private final boolean imputes;
  private DoubleStream.@Nullable Builder numbers;
  private @Nullable Map<String, Integer> codeOf = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private int[] codes = new int[16];
  private int size;
  private int numeric;
  private int other;
  private String firstOther = "";

  /**
   * Begins.
   *
   * @param cell the place of the column in the header
   * @param categorical whether numbers, too, name something
   * @param imputes whether missing cells are filled in
   */
  ColumnBuilder(CsvFile file, int cell, boolean categorical, boolean imputes) {
    this.file = file;
    this.cell = cell;
    this.numbers = categorical ? null : DoubleStream.builder();
    this.categorical = categorical;
    this.imputes = imputes;
  }

  void add(Row row) {
    if (row.missing(cell)) {
      add(MISSING);
      if (numbers != null) {
        numbers.add(Double.NaN);
      }
    } else {
      addValue(row);
    }
    size++;
  }

  private void addValue(Row row) {
    if (codeOf == null && imputes && row.missingNumber(cell)) {
      if (numbers != null) {
        numbers.add(Double.NaN);
      }
      return;
    }
    double number = file.number(row, cell);
    if (Double.isNaN(number)) {
      if (other++ == 0) {
        firstOther = Quoted.text(row.text(cell)) + " in " + row.where();
      }
      numbers = null;
    } else {
      numeric++;
    }
    if (numbers != null) {
      numbers.add(number);
    }
    if (codeOf != null) {
      add(code(codeOf, file.text(row, cell)));
    } else if (numbers == null) {
      throw notNumeric();
    }
  }

  private int code(Map<String, Integer> known, String text) {
    Integer code = known.get(text);
    if (code != null) {
      return code;
    }
    if (numbers != null && texts.size() == SURELY_NUMBERS) {
      codeOf = null;
      texts.clear();
      codes = new int[0];
      return MISSING;
    }
    if (texts.size() == MOST_TEXTS) {
      throw tooMany();
    }
    known.put(text, texts.size());
    texts.add(text);
    return texts.size() - 1;
  }

  private void add(int code) {
    if (codeOf == null) {
      return;
    }
    if (size == codes.length) {
      codes = Arrays.copyOf(codes, 2 * size);
    }
    codes[size] = code;
  }

  /** What its cells have become, adding what the user may not expect. */
  RawColumn finish(List<String> warnings) {
    if (numbers != null) {
      double[] values = numbers.build().toArray();
      numbers = null;
      return new RawColumn.Numbers(name(), NumberForm.PLAIN, values);
    }
    if (!categorical) {
      Optional<RawColumn> written = inSomeForm(warnings);
      if (written.isPresent()) {
        return written.get();
      }
      if (numeric > other && texts.size() > ColumnFit.MOST_LEVELS) {
        throw notNumeric();
      }
    }
    if (!categorical && other > 0 && numeric > other) {
      warnings.add(mostlyNumbers(file, name(), firstOther, numeric, numeric + other));
    }
    double[] places = new double[texts.size()];
    Arrays.setAll(places, place -> place);
    return new RawColumn.Texts(name(), List.copyOf(texts), byRow(places));
  }

  /** Numbers, dates or truths, where all cells are written so. */
  private Optional<RawColumn> inSomeForm(List<String> warnings) {
    String sentence = "In %s, column %s".formatted(file.name(), Quoted.text(name()));
    List<String> cells =
        texts.stream().filter(text -> !(imputes && Cell.missingNumber(text))).toList();
    var asNumbers = new NumberColumn();
    cells.forEach(asNumbers::add);
    Optional<NumberForm> form = asNumbers.finish(sentence);
    if (form.isPresent()) {
      return Optional.of(new RawColumn.Numbers(name(), form.get(), parsed(form.get())));
    }
    var asTruths = new Forms<>(TruthForm.class);
    texts.forEach(asTruths::add);
    Optional<TruthForm> truth = asTruths.finish();
    if (truth.isPresent()) {
      return Optional.of(new RawColumn.Truths(name(), truth.get(), parsed(truth.get())));
    }
    var asDates = new DateColumn();
    texts.forEach(asDates::add);
    return asDates
        .finish(sentence, warnings)
        .map(
            dates ->
                new RawColumn.Times(name(), dates.form(), dates.hours(), parsed(dates.form())));
  }

  private double[] parsed(CellForm form) {
    return byRow(texts.stream().mapToDouble(form::parse).toArray());
  }

  /** What each different cell is, by row; NaN where a cell is missing. */
  private double[] byRow(double[] valueOf) {
    double[] values = new double[size];
    for (int row = 0; row < size; row++) {
      values[row] = codes[row] == MISSING ? Double.NaN : valueOf[codes[row]];
    }
    return values;
  }

  private InputException notNumeric() {
    return new InputException(
        "In %s, column %s holds numbers except for %s: correct that cell, or leave the column out with --ignore."
            .formatted(file.name(), Quoted.text(name()), firstOther));
  }

  private InputException tooMany() {
    return new InputException(
        "In %s, column %s has more than %d different texts, such as %s: leave it out with --ignore %s."
            .formatted(file.name(), Quoted.text(name()), MOST_TEXTS, firstOther, name()));
  }

  private String name() {
    return file.header().get(cell);
  }

  static String mostlyNumbers(
      CsvFile file, String column, String firstText, int numbers, int cells) {
    return "In %s, column %s is taken as text because of %s, although %d of its %d cells are numbers."
        .formatted(file.name(), Quoted.text(column), firstText, numbers, cells);
  }
}
