package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cells of a column without missing ones, and what they are: the first kind that fits all. */
final class ColumnCells {
  /** Zeros that a number does without. */
  private static final Pattern ZEROS = Pattern.compile("^0+(?=\\d)");

  private final TableFile file;
  private final String name;
  private final boolean categorical;
  private final boolean dashes;
  private final double @Nullable [] numbers; // (row), where the texts are not known
  private final @Nullable Misfit afterNumbers;
  private final List<String> texts; // (code)
  private final List<Row.Place> places; // (code)
  private final int[] codes; // (row)
  private final int[] counts; // (code)

  /**
   * Of so many numbers that their texts were not kept.
   *
   * @param numbers none where a text came after them
   */
  ColumnCells(
      TableFile file,
      String name,
      boolean categorical,
      boolean dashes,
      double @Nullable [] numbers,
      @Nullable Misfit afterNumbers) {
    this(file, name, categorical, dashes, numbers, afterNumbers, List.of(), List.of(), new int[0]);
  }

  /**
   * Of cells that are known as texts.
   *
   * @param texts (code)
   * @param codes (row)
   */
  ColumnCells(
      TableFile file,
      String name,
      boolean categorical,
      boolean dashes,
      List<String> texts,
      List<Row.Place> places,
      int[] codes) {
    this(file, name, categorical, dashes, null, null, texts, places, codes);
  }

  private ColumnCells(
      TableFile file,
      String name,
      boolean categorical,
      boolean dashes,
      double @Nullable [] numbers,
      @Nullable Misfit afterNumbers,
      List<String> texts,
      List<Row.Place> places,
      int[] codes) {
    this.file = file;
    this.name = name;
    this.categorical = categorical;
    this.dashes = dashes;
    this.numbers = numbers;
    this.afterNumbers = afterNumbers;
    this.texts = texts;
    this.places = places;
    this.codes = codes;
    this.counts = new int[texts.size()];
    for (int code : codes) {
      if (code != ColumnBuilder.MISSING) {
        counts[code]++;
      }
    }
  }

  /** What a feature becomes, adding what the user may not expect. */
  RawColumn feature(List<Message> warnings) {
    if (categorical) {
      return texts();
    }
    if (afterNumbers != null) {
      throw afterNumbers.refusal(file, name);
    }
    boolean holdsText = file.holdsText(name) && !isMarked();
    Optional<RawColumn> numbers = holdsText ? Optional.empty() : numbers();
    if (numbers.isPresent()) {
      warnOfZeros(warnings);
      return numbers.get();
    }
    return truths()
        .or(() -> times(warnings))
        .orElseGet(
            () -> {
              explain(holdsText, warnings);
              return texts();
            });
  }

  /** Whether some cell has a unit or parentheses, as amounts do and codes do not. */
  private boolean isMarked() {
    return different()
        .anyMatch(text -> MarkedForm.in(text).hasUnit() || MarkedForm.isInParentheses(text));
  }

  /** Says where two cells became one number that differ in zeros before it, as codes do. */
  private void warnOfZeros(List<Message> warnings) {
    Map<String, String> without = new HashMap<>();
    for (String text : different().toList()) {
      String digits = ZEROS.matcher(text).replaceFirst("");
      String other = without.putIfAbsent(digits, text);
      if (other != null) {
        warnings.add(
            Message.of(
                "%s holds %s and %s, which are one number. Use %s if they are codes.",
                sentence(), Quoted.text(other), Quoted.text(text), Setting.CATEGORICAL.to(name)));
        return;
      }
    }
  }

  /** Numbers, where all are written in one form. */
  Optional<RawColumn> numbers() {
    Optional<RawColumn> plain = plainNumbers();
    if (plain.isPresent()) {
      return plain;
    }
    var forms = new NumberColumn();
    different().filter(text -> !isDash(text)).forEach(forms::add);
    return forms.finish(sentence()).map(form -> new RawColumn.Numbers(name, form, parsed(form)));
  }

  /** Numbers, where none needs another form. */
  Optional<RawColumn> plainNumbers() {
    if (numbers != null) {
      return Optional.of(new RawColumn.Numbers(name, NumberForm.PLAIN, numbers));
    }
    List<String> cells = different().filter(text -> !isDash(text)).toList();
    boolean plain =
        !cells.isEmpty() && cells.stream().noneMatch(text -> Double.isNaN(Cell.number(text)));
    return plain
        ? Optional.of(new RawColumn.Numbers(name, NumberForm.PLAIN, parsed(NumberForm.PLAIN)))
        : Optional.empty();
  }

  private Optional<RawColumn> truths() {
    var forms = new Forms<>(TruthForm.class);
    different().forEach(forms::add);
    return forms.finish().map(form -> new RawColumn.Truths(name, form, parsed(form)));
  }

  private Optional<RawColumn> times(List<Message> warnings) {
    var forms = new DateColumn();
    different().forEach(forms::add);
    if (forms.ambiguous()) {
      if (different().count() > ColumnFit.MOST_LEVELS) {
        throw new InputException(forms.ambiguity(sentence() + " cannot be used"));
      }
      warnings.add(Message.text(forms.ambiguity(sentence() + " is taken as text")));
    }
    return forms
        .finish()
        .map(dates -> new RawColumn.Times(name, dates.form(), dates.hours(), parsed(dates.form())));
  }

  RawColumn texts() {
    double[] places = new double[texts.size()];
    Arrays.setAll(places, place -> place);
    return new RawColumn.Texts(name, List.copyOf(texts), byRow(places));
  }

  /** Says why a column is text though most of its cells are not. */
  private void explain(boolean holdsText, List<Message> warnings) {
    Optional<Misfit> misfit =
        (holdsText ? Optional.<Misfit>empty() : misfit())
            .filter(Misfit::isRare)
            .or(
                () ->
                    Misfit.among(texts, places, counts, "dates of one form", DateForm.values())
                        .filter(Misfit::isRare));
    if (misfit.isPresent() && different().count() > ColumnFit.MOST_LEVELS) {
      throw misfit.get().refusal(file, name);
    }
    misfit.ifPresent(found -> warnings.add(found.warning(file, name)));
  }

  /** Why it is not numbers. */
  Optional<Misfit> misfit() {
    if (afterNumbers != null) {
      return Optional.of(afterNumbers);
    }
    int[] ofNumbers = new int[counts.length];
    Arrays.setAll(ofNumbers, code -> isDash(texts.get(code)) ? 0 : counts[code]);
    return Misfit.among(texts, places, ofNumbers, "numbers", numberFormats());
  }

  /** In which most of its cells may be numbers. */
  private CellForm[] numberFormats() {
    Map<MarkedForm, Integer> units = new LinkedHashMap<>();
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0) {
        units.merge(MarkedForm.in(texts.get(code)), counts[code], Integer::sum);
      }
    }
    Stream<NumberForm> bare = Arrays.stream(NumberForm.values());
    return units.entrySet().stream()
        .filter(unit -> unit.getKey().hasUnit())
        .max(Map.Entry.comparingByValue())
        .map(unit -> bare.flatMap(form -> Stream.of(form, unit.getKey().with(form))))
        .orElseGet(() -> bare.map(form -> form))
        .toArray(CellForm[]::new);
  }

  /** Whether so many numbers came before a text that their texts were not kept. */
  boolean isTextAfterNumbers() {
    return afterNumbers != null;
  }

  private Stream<String> different() {
    return IntStream.range(0, counts.length).filter(code -> counts[code] > 0).mapToObj(texts::get);
  }

  private boolean isDash(String text) {
    return dashes && Cell.missingNumber(text);
  }

  private double[] parsed(CellForm form) {
    return byRow(texts.stream().mapToDouble(form::parse).toArray());
  }

  /** What each different cell is, by row; NaN where a cell is missing. */
  private double[] byRow(double[] valueOf) {
    double[] values = new double[codes.length];
    Arrays.setAll(
        values, row -> codes[row] == ColumnBuilder.MISSING ? Double.NaN : valueOf[codes[row]]);
    return values;
  }

  private String sentence() {
    return "In %s, column %s".formatted(file.name(), Quoted.text(name));
  }
}
