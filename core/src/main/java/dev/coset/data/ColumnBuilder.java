package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A column as it comes in, before it is known what its cells are. It keeps a code for each
 * different cell until those are too many to be levels and cannot be numbers or times in some other
 * form; then it keeps plain numbers until another cell comes.
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
  private boolean plain; // whether all cells are plain numbers
  private int rounded; // whole numbers that are not those of their cells
  private String firstRounded = "";
  private boolean freeText;
  private @Nullable TextCodes known = new TextCodes(); // while texts are kept
  private final List<Row.Place> places = new ArrayList<>(); // (code), where it was first
  private Doubles valueOf = new Doubles(); // (code) while all are plain numbers
  private int[] codes = new int[16]; // (row) while texts are kept
  private @Nullable Doubles numbers; // (row) of plain numbers whose texts are not kept
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
    this.plain = !categorical;
    this.categorical = categorical;
    this.holdsText = file.holdsText(file.header().get(cell));
    this.dashes = dashes;
  }

  String name() {
    return file.header().get(cell);
  }

  void add(Row row) {
    if (known != null) {
      int code = row.missing(cell) ? MISSING : code(known, row);
      if (known != null) {
        codes = size == codes.length ? Arrays.copyOf(codes, size + size / 2) : codes;
        codes[size] = code;
      }
    } else {
      double number = file.number(row, cell); // also of free text: it refuses what is infinite
      if (numbers != null) {
        addNumber(numbers, number, row);
      }
    }
    size++;
  }

  /** Adds one more number to so many that a text among them must be wrong. */
  private void addNumber(Doubles to, double number, Row row) {
    if (Double.isNaN(number) && !isMissingNumber(row)) {
      plain = false;
      numbers = null;
      afterNumbers = new Misfit("numbers", file.text(row, cell), row.place(), 1, size + 1);
      return;
    }
    to.add(number);
    if (Math.abs(number) >= MOST_WHOLE) {
      countRounded(file.text(row, cell), number);
    }
  }

  private boolean isMissingNumber(Row row) {
    return dashes ? row.missingNumber(cell) : row.missing(cell);
  }

  private void countRounded(String text, double number) {
    if (WHOLE.matcher(text).matches()
        && new BigDecimal(text).compareTo(new BigDecimal(number)) != 0) {
      firstRounded = rounded++ == 0 ? text : firstRounded;
    }
  }

  private int code(TextCodes among, Row row) {
    int code = row.code(cell, among);
    if (code == TextCodes.NONE) {
      double number = file.number(row, cell);
      plain &= !Double.isNaN(number) || (dashes && row.missingNumber(cell));
      code = newCode(among, row, number);
    }
    if (plain && code != MISSING && Math.abs(valueOf.get(code)) >= MOST_WHOLE) {
      countRounded(among.texts().get(code), valueOf.get(code));
    }
    return code;
  }

  /** The code of another text, or none where there are so many that they are no longer kept. */
  private int newCode(TextCodes among, Row row, double number) {
    String text = file.text(row, cell);
    if (plain && among.size() == SURELY_NUMBERS && !holdsText) {
      Doubles values = values();
      numbers = values;
      known = null;
      addNumber(values, number, row);
    } else if (among.size() == MOST_TEXTS) {
      if (asked) {
        throw tooManyTexts(text);
      }
      freeText = true;
      plain = false;
      known = null;
    } else {
      among.add(text);
      places.add(row.place());
      if (plain) {
        valueOf.add(number);
      }
      return among.size() - 1;
    }
    places.clear();
    valueOf = new Doubles();
    codes = new int[0];
    return MISSING;
  }

  /** (row): the numbers so far. */
  private Doubles values() {
    Doubles values = new Doubles();
    for (int row = 0; row < size; row++) {
      values.add(value(row));
    }
    return values;
  }

  /** The number in a row, or NaN where it is missing. */
  private double value(int row) {
    return numbers != null
        ? numbers.get(row)
        : codes[row] == MISSING ? Double.NaN : valueOf.get(codes[row]);
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
    return !plain || rounded == 0
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
    return known != null
        ? codes[row] == MISSING
        : numbers != null && Double.isNaN(numbers.get(row));
  }

  boolean isEmpty() {
    return known != null && known.size() == 0;
  }

  /** Whether rows lack the cell, and all others have the same. */
  boolean isOneTextOrMissing() {
    return known != null && known.size() == 1 && IntStream.range(0, size).anyMatch(this::missing);
  }

  /** Whether its cells are different whole numbers, as far as doubles can tell. */
  boolean isNumbering() {
    Set<Double> seen = new HashSet<>();
    for (int row = 0; row < size && plain; row++) {
      double value = value(row);
      if (!Double.isNaN(value)
          && !(value == Math.rint(value) && (seen.add(value) || rounded > 0))) {
        return false;
      }
    }
    return plain;
  }

  /** Whether its cells are 0, 1, 2 and so on, or 1, 2, 3, in any order. */
  boolean isCounting() {
    BitSet seen = new BitSet(size + 1);
    for (int row = 0; row < size && plain; row++) {
      double value = value(row);
      if (!(value >= 0 && value <= size && value == Math.rint(value)) || seen.get((int) value)) {
        return false;
      }
      seen.set((int) value);
    }
    return plain && !(seen.get(0) && seen.get(size));
  }

  /** Its cells in some rows, in ascending order, after which no more come. */
  ColumnCells cells(int[] rows) {
    TextCodes texts = known;
    if (texts == null) {
      double[] values = numbers == null ? null : numbers.select(rows);
      numbers = null; // a million of them need not be there twice
      plain = false;
      return new ColumnCells(file, name(), categorical, dashes, values, afterNumbers);
    }
    int[] own = new int[rows.length];
    Arrays.setAll(own, i -> codes[rows[i]]);
    codes = new int[0];
    return new ColumnCells(file, name(), categorical, dashes, texts.texts(), places, own);
  }
}
