package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private final boolean dashes;
  private double @Nullable [] numbers; // (row)
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
   */
  ColumnBuilder(CsvFile file, int cell, boolean categorical, boolean dashes) {
    this.file = file;
    this.cell = cell;
    this.numbers = categorical ? null : new double[16];
    this.categorical = categorical;
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
    }
    if (codeOf != null) {
      int code = missing ? MISSING : code(codeOf, row);
      codes = size == codes.length ? Arrays.copyOf(codes, 2 * size) : codes;
      codes[size] = code;
    } else if (numbers == null && afterNumbers == null) {
      afterNumbers = new Misfit("numbers", file.text(row, cell), row.place(), 1, size + 1);
    }
    size++;
  }

  private int code(Map<String, Integer> known, Row row) {
    String text = file.text(row, cell);
    Integer code = known.get(text);
    if (code != null) {
      return code;
    }
    if (numbers != null && texts.size() == SURELY_NUMBERS) {
      codeOf = null;
      texts.clear();
      places.clear();
      return MISSING;
    }
    if (texts.size() == MOST_TEXTS) {
      throw new InputException(
          "In %s, column %s has more than %d different texts, such as %s: leave it out with --ignore %s."
              .formatted(
                  file.name(),
                  Quoted.text(name()),
                  MOST_TEXTS,
                  Quoted.text(text),
                  Quoted.option(List.of(name()))));
    }
    known.put(text, texts.size());
    texts.add(text);
    places.add(row.place());
    return texts.size() - 1;
  }

  /** Whether its cells are known as texts. */
  boolean keepsTexts() {
    return codeOf != null;
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

  /** Whether its cells are different whole numbers. */
  boolean isNumbering() {
    double[] values = numbers;
    Set<Double> seen = new HashSet<>();
    return values != null
        && IntStream.range(0, size)
            .filter(row -> !Double.isNaN(values[row]))
            .allMatch(row -> values[row] == Math.rint(values[row]) && seen.add(values[row]));
  }

  /** What the cells of some rows have become, adding what the user may not expect. */
  RawColumn finish(int[] rows, List<String> warnings) {
    if (categorical) {
      return texts(rows);
    }
    if (afterNumbers != null) {
      throw afterNumbers.refusal(file, name());
    }
    Optional<RawColumn> found =
        numbers(rows).or(() -> truths(rows)).or(() -> times(rows, warnings));
    if (found.isEmpty()) {
      explain(rows, warnings);
    }
    RawColumn column = found.orElseGet(() -> texts(rows));
    numbers = null; // a million of them need not be there twice
    return column;
  }

  /** How often each different cell is there. */
  private int[] counts(int[] rows) {
    int[] counts = new int[texts.size()];
    if (codeOf != null) {
      for (int row : rows) {
        if (codes[row] != MISSING) {
          counts[codes[row]]++;
        }
      }
    }
    return counts;
  }

  /** Its numbers, where all cells are written in one form. */
  Optional<RawColumn> numbers(int[] rows) {
    return plainNumbers(rows)
        .or(
            () -> {
              if (codeOf == null) {
                return Optional.empty();
              }
              var forms = new NumberColumn();
              different(rows).filter(text -> !isDash(text)).forEach(forms::add);
              return forms
                  .finish(sentence())
                  .map(form -> new RawColumn.Numbers(name(), form, parsed(form, rows)));
            });
  }

  /** Its numbers, where none needs another form. */
  Optional<RawColumn> plainNumbers(int[] rows) {
    double[] values = numbers;
    if (codeOf == null) {
      return Optional.ofNullable(values)
          .map(of -> plain(IntStream.of(rows).mapToDouble(row -> of[row]).toArray()));
    }
    List<String> cells = different(rows).filter(text -> !isDash(text)).toList();
    boolean onlyDashes = cells.isEmpty() && different(rows).findAny().isPresent();
    return !onlyDashes && cells.stream().noneMatch(text -> Double.isNaN(Cell.number(text)))
        ? Optional.of(plain(parsed(NumberForm.PLAIN, rows)))
        : Optional.empty();
  }

  private RawColumn plain(double[] values) {
    return new RawColumn.Numbers(name(), NumberForm.PLAIN, values);
  }

  private Optional<RawColumn> truths(int[] rows) {
    var forms = new Forms<>(TruthForm.class);
    different(rows).forEach(forms::add);
    return forms.finish().map(form -> new RawColumn.Truths(name(), form, parsed(form, rows)));
  }

  private Optional<RawColumn> times(int[] rows, List<String> warnings) {
    var forms = new DateColumn();
    different(rows).forEach(forms::add);
    if (forms.ambiguous()) {
      if (different(rows).count() > ColumnFit.MOST_LEVELS) {
        throw new InputException(forms.ambiguity(sentence() + " cannot be used"));
      }
      warnings.add(forms.ambiguity(sentence() + " is taken as text"));
    }
    return forms
        .finish()
        .map(
            dates ->
                new RawColumn.Times(
                    name(), dates.form(), dates.hours(), parsed(dates.form(), rows)));
  }

  RawColumn texts(int[] rows) {
    double[] places = new double[texts.size()];
    Arrays.setAll(places, place -> place);
    return new RawColumn.Texts(name(), List.copyOf(texts), byRow(places, rows));
  }

  /** Says why a column is text though most of its cells are not. */
  private void explain(int[] rows, List<String> warnings) {
    Optional<Misfit> misfit =
        misfit(rows)
            .filter(Misfit::isRare)
            .or(
                () ->
                    Misfit.among(
                            texts, places, counts(rows), "dates of one form", DateForm.values())
                        .filter(Misfit::isRare));
    if (misfit.isPresent() && different(rows).count() > ColumnFit.MOST_LEVELS) {
      throw misfit.get().refusal(file, name());
    }
    misfit.ifPresent(found -> warnings.add(found.warning(file, name())));
  }

  /** Why it is not numbers. */
  Optional<Misfit> misfit(int[] rows) {
    if (afterNumbers != null) {
      return Optional.of(afterNumbers);
    }
    int[] counts = counts(rows);
    Arrays.setAll(counts, code -> isDash(texts.get(code)) ? 0 : counts[code]);
    return Misfit.among(texts, places, counts, "numbers", NumberForm.values());
  }

  /** The different cells. */
  private Stream<String> different(int[] rows) {
    int[] counts = counts(rows);
    return IntStream.range(0, counts.length).filter(code -> counts[code] > 0).mapToObj(texts::get);
  }

  private boolean isDash(String text) {
    return dashes && Cell.missingNumber(text);
  }

  private double[] parsed(CellForm form, int[] rows) {
    return byRow(texts.stream().mapToDouble(form::parse).toArray(), rows);
  }

  /** What each different cell is, by row; NaN where a cell is missing. */
  private double[] byRow(double[] valueOf, int[] rows) {
    return IntStream.of(rows)
        .mapToDouble(row -> codes[row] == MISSING ? Double.NaN : valueOf[codes[row]])
        .toArray();
  }

  private String sentence() {
    return "In %s, column %s".formatted(file.name(), Quoted.text(name()));
  }
}
