package dev.coset.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A column as it comes in, before it is known whether it is numeric or text. It keeps the numbers
 * until a text comes, and a code per cell until there are more different cells than a text column
 * may have levels.
 */
final class ColumnBuilder {

  static final int MOST_LEVELS = 50;

  private static final byte MISSING = -1;

  private final CsvFile file;
  private final int cell;
  private DoubleStream.@Nullable Builder numbers = DoubleStream.builder();
  private @Nullable Map<String, Byte> codeOf = new HashMap<>();
  private byte[] codes = new byte[16];
  private int size;
  private int numeric;
  private int texts;
  private String firstText = "";

  /**
   * @param cell the place of the column in the header
   */
  ColumnBuilder(CsvFile file, int cell) {
    this.file = file;
    this.cell = cell;
  }

  void add(Row row) {
    if (row.missing(cell)) {
      addMissing();
    } else {
      addValue(row);
    }
    size++;
  }

  private void addMissing() {
    if (numbers != null) {
      numbers.add(Double.NaN);
    }
    if (codeOf != null) {
      addCode(MISSING);
    }
  }

  private void addValue(Row row) {
    double number = file.number(row, cell);
    if (Double.isNaN(number)) {
      if (texts++ == 0) {
        firstText = Quoted.text(row.text(cell)) + " in " + row.where();
      }
      numbers = null;
    } else {
      numeric++;
    }
    if (numbers != null) {
      numbers.add(number);
    }
    if (codeOf != null) {
      String text = file.text(row, cell);
      Byte code = codeOf.get(text);
      if (code == null && codeOf.size() < MOST_LEVELS) {
        code = (byte) codeOf.size();
        codeOf.put(text, code);
      }
      if (code != null) {
        addCode(code);
      } else {
        codeOf = null;
        codes = new byte[0];
      }
    }
    if (numbers == null && codeOf == null) {
      throw tooManyLevels();
    }
  }

  /** The column this has become, adding its features (each by row) to the list. */
  Column finish(List<double[]> features) {
    if (numbers != null) {
      features.add(numbers.build().toArray());
      numbers = null;
      return Column.numeric(name());
    }
    // In the order of the levels.
    SortedMap<String, Byte> levels = new TreeMap<>(codeOf == null ? Map.of() : codeOf);
    if (levels.keySet().stream().allMatch(ColumnBuilder::numberOrCommaNumber)) {
      throw commas(file, name(), firstText);
    }
    for (byte code : levels.values()) {
      double[] indicator = new double[size];
      for (int row = 0; row < size; row++) {
        indicator[row] = codes[row] == code ? 1 : codes[row] == MISSING ? Double.NaN : 0;
      }
      features.add(indicator);
    }
    return new Column(name(), List.copyOf(levels.keySet()));
  }

  /** What the user may not expect of this column. */
  void warn(List<String> warnings) {
    if (texts > 0 && numeric > texts) {
      warnings.add(mostlyNumbers(file, name(), firstText, numeric, numeric + texts));
    }
    int missing = size - numeric - texts;
    if (missing > 0) {
      warnings.add(
          "In %s, column %s has %d missing %s, which take the training mean."
              .formatted(
                  file.name(), Quoted.text(name()), missing, missing == 1 ? "cell" : "cells"));
    }
  }

  private void addCode(byte code) {
    if (size == codes.length) {
      codes = Arrays.copyOf(codes, 2 * size);
    }
    codes[size] = code;
  }

  private InputException tooManyLevels() {
    String what = "In %s, column %s ".formatted(file.name(), Quoted.text(name()));
    if (numeric > texts) {
      return new InputException(
          what
              + ("holds numbers except for %s: correct that cell (a number has a decimal point "
                      + "and no other separators) or remove the column.")
                  .formatted(firstText));
    }
    return new InputException(
        what
            + "is text with more than %d levels, such as %s: remove the column or group its levels."
                .formatted(MOST_LEVELS, firstText));
  }

  private String name() {
    return file.header().get(cell);
  }

  /** Whether text would be a number without its commas, decimal or between thousands. */
  static boolean numberOrCommaNumber(String text) {
    return !Double.isNaN(Cell.number(text.replace(",", "")));
  }

  static String mostlyNumbers(
      CsvFile file, String column, String firstText, int numbers, int cells) {
    return "In %s, column %s is taken as text because of %s, although %d of its %d cells are numbers."
        .formatted(file.name(), Quoted.text(column), firstText, numbers, cells);
  }

  static InputException commas(CsvFile file, String column, String first) {
    return new InputException(
        ("In %s, column %s holds numbers with a comma, first %s: write them with a "
                + "decimal point and no other separators.")
            .formatted(file.name(), Quoted.text(column), first));
  }
}
