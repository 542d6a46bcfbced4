package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A column as it comes in, before it is known what its cells are. It keeps plain numbers until
 * another cell comes, and a code for each different cell until those are too many to be levels and
 * cannot be numbers or times in some other form.
 */
final class ColumnBuilder {
  /** So many different texts are no levels, and are not kept. */
  private static final int MOST_TEXTS = 1_000_000;

  /** Beyond, a double cannot hold every whole number. */
  private static final double MOST_WHOLE = 0x1p53;

  /** Of so many different numbers the cells are no longer kept as texts. */
  private static final int SURELY_NUMBERS = 20_000;

  private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");
  static final int MISSING = -1;
  private final TableFile file;
  private final int cell;
  private final boolean categorical;
  private final boolean holdsText;
  private final boolean dashes;
  private final boolean asked;
  private double @Nullable [] numbers; // (row)
  private int rounded; // whole numbers that are not those of their cells
  private String firstRounded = "";
  private boolean freeText;
  private @Nullable Map<String, Integer> codeOf = new HashMap<>();
  private final List<String> texts = new ArrayList<>(); // (code)
  private final List<Row.Place> places = new ArrayList<>(); // (code), where it was first
  private int[] codes = new int[16]; // (row)
  private @Nullable Misfit afterNumbers; // a text after so many numbers that it must be wrong
  private int size;

  /**
   * Begins.
   *
   * @param cell the place of the column in the header
   * @param categorical whether numbers, too, name something
   * @param dashes whether {@code -} and {@code .} are missing among numbers
   * @param asked whether the user named the column, so that it must be used
   */
  ColumnBuilder(TableFile file, int cell, boolean categorical, boolean dashes, boolean asked) {
    this.file = file;
    this.cell = cell;
    this.asked = asked;
    this.numbers = categorical ? null : new double[16];
    this.categorical = categorical;
    this.holdsText = file.holdsText(file.header().get(cell));
    this.dashes = dashes;
  }

  String name() {
    return file.header().get(cell);
  }

  void add(Row row) {
    boolean missing = row.missing(cell);
    double number = missing ? Double.NaN : file.number(row, cell);
    if (Double.isNaN(number) && !missing && !(dashes && row.missingNumber(cell))) {
      numbers = null;
    }
    if (numbers != null) {
      numbers = size == numbers.length ? Arrays.copyOf(numbers, 2 * size) : numbers;
      numbers[size] = number;
      if (Math.abs(number) >= MOST_WHOLE) {
        countRounded(file.text(row, cell), number);
      }
    }
    if (codeOf != null) {
      int code = missing ? MISSING : code(codeOf, row);
      codes = size == codes.length ? Arrays.copyOf(codes, 2 * size) : codes;
      codes[size] = code;
    } else if (numbers == null && afterNumbers == null && !freeText) {
      afterNumbers = new Misfit("numbers", file.text(row, cell), row.place(), 1, size + 1);
    }
    size++;
  }

  private void countRounded(String text, double number) {
    if (WHOLE.matcher(text).matches()
        && new BigDecimal(text).compareTo(new BigDecimal(number)) != 0) {
      firstRounded = rounded++ == 0 ? text : firstRounded;
    }
  }

  private int code(Map<String, Integer> known, Row row) {
    String text = file.text(row, cell);
    Integer code = known.get(text);
    if (code != null) {
      return code;
    }
    if (numbers != null && texts.size() == SURELY_NUMBERS && !holdsText) {
      codeOf = null;
      texts.clear();
      places.clear();
      return MISSING;
    }
    if (texts.size() == MOST_TEXTS) {
      if (asked) {
        throw tooManyTexts(text);
      }
      freeText = true;
      codeOf = null;
      texts.clear();
      places.clear();
      return MISSING;
    }
    known.put(text, texts.size());
    texts.add(text);
    places.add(row.place());
    return texts.size() - 1;
  }

  private InputException tooManyTexts(String text) {
    return InputException.of(
        "In %s, column %s has more than %d different texts, such as %s. Drop it with %s.",
        file.name(), Quoted.text(name()), MOST_TEXTS, Quoted.text(text), Setting.IGNORE.to(name()));
  }

  /** Whether it has so many different texts that they were not kept. */
  boolean isFreeText() {
    return freeText;
  }

  /** Says that its numbers are not those of its cells, where that is so. */
  Optional<Message> rounding() {
    return numbers == null || rounded == 0
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "Column %s has %d whole number%s beyond 2^53, such as %s, which %s rounded, so that"
                    + " different ones may become equal. Use %s if they are names, or subtract a"
                    + " constant.",
                Quoted.text(name()),
                rounded,
                rounded == 1 ? "" : "s",
                firstRounded,
                rounded == 1 ? "is" : "are",
                Setting.CATEGORICAL.to(name())));
  }

  /** Whether a row lacks the cell, whatever the others are. */
  boolean missing(int row) {
    return codeOf != null ? codes[row] == MISSING : numbers != null && Double.isNaN(numbers[row]);
  }

  boolean isEmpty() {
    return codeOf != null && texts.isEmpty();
  }

  /** Whether rows lack the cell, and all others have the same. */
  boolean isOneTextOrMissing() {
    return texts.size() == 1 && IntStream.range(0, size).anyMatch(this::missing);
  }

  /** Whether its cells are different whole numbers, as far as doubles can tell. */
  boolean isNumbering() {
    double[] values = numbers;
    Set<Double> seen = new HashSet<>();
    return values != null
        && IntStream.range(0, size)
            .filter(row -> !Double.isNaN(values[row]))
            .allMatch(
                row ->
                    values[row] == Math.rint(values[row])
                        && (seen.add(values[row]) || rounded > 0));
  }

  /** Whether its cells are 0, 1, 2 and so on, or 1, 2, 3, in any order. */
  boolean isCounting() {
    double[] values = numbers;
    BitSet seen = new BitSet(size + 1);
    for (int row = 0; row < size && values != null; row++) {
      double value = values[row];
      if (!(value >= 0 && value <= size && value == Math.rint(value)) || seen.get((int) value)) {
        return false;
      }
      seen.set((int) value);
    }
    return values != null && !(seen.get(0) && seen.get(size));
  }

  /** Its cells in some rows, after which no more come. */
  ColumnCells cells(int[] rows) {
    double[] all = numbers;
    numbers = null; // a million of them need not be there twice
    if (codeOf == null) {
      double[] values =
          all == null ? null : IntStream.of(rows).mapToDouble(row -> all[row]).toArray();
      return new ColumnCells(file, name(), categorical, dashes, values, afterNumbers);
    }
    int[] own = IntStream.of(rows).map(row -> codes[row]).toArray();
    return new ColumnCells(file, name(), categorical, dashes, texts, places, own);
  }
}
