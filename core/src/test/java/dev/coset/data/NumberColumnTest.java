package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberColumnTest {

  private final Random random = new Random(1);

  @ParameterizedTest
  @EnumSource(NumberForm.class)
  void whatIsWrittenInAFormIsReadInIt(NumberForm form) {
    for (int n = 0; n < 5000; n++) {
      String plain = plain();
      assertThat(form.parse(print(plain, form))).isEqualTo(Double.parseDouble(plain));
    }
  }

  @ParameterizedTest
  @EnumSource(NumberForm.class)
  void theFormOfAColumnIsFoundWhateverTheOrderOfItsCells(NumberForm form) {
    for (int n = 0; n < 200; n++) {
      List<String> plain = new ArrayList<>(Stream.generate(this::plain).limit(20).toList());
      plain.addAll(List.of("-1234567.5", "12.25"));
      Collections.shuffle(plain, random);
      assertThat(finish(plain.stream().map(cell -> print(cell, form)).toList())).contains(form);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,5|2.5",
        "1,5|1,234.5",
        "1,234.5|1.234,5",
        "1 234|1'234",
        "1,234,567|1,5",
        "1.234.567|1.5",
        "1|x",
        "1,23,456",
        "1234,567,890",
        "1 234e5",
        "1,234|5%",
        "$1,234.50|7",
        "$5|5 $",
        "$5|\u20AC5",
        "$5%",
        "5 kg",
        "ABC 5",
        "(1)|(2)",
        "(-5)|7",
        "$(5|$7",
        "--$5|$7",
        "1, 5",
        "1  234",
        "0x10",
        "1d",
        ",",
        "."
      })
  void cellsThatNoOneFormReadsAreNoNumbers(String cells) {
    assertThat(finish(List.of(cells.split("\\|")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,234", "1,234|12", "-1,234|12,000", "1,234|1.234", "1,234|1e3"})
  void aCommaThatMayBeEitherIsNotGuessed(String cells) {
    List<String> column = List.of(cells.split("\\|"));
    for (List<String> order : List.of(column, column.reversed())) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> finish(order))
          .withMessageContainingAll("In 'f.csv', column 'a' holds", "such as '", "comma")
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  @Test
  void oneCellDecidesForAll() {
    assertThat(finish(List.of("1,234", "1,234,567"))).contains(NumberForm.COMMA_POINT);
    assertThat(finish(List.of("1,234", "0.5"))).contains(NumberForm.COMMA_POINT);
    assertThat(finish(List.of("1,234", "1,23"))).contains(NumberForm.DECIMAL_COMMA);
    assertThat(finish(List.of("1,234", "0,123"))).contains(NumberForm.DECIMAL_COMMA);
    assertThat(finish(List.of("1,234", "1234,567"))).contains(NumberForm.DECIMAL_COMMA);
    assertThat(finish(List.of("1,234", "1 000"))).contains(NumberForm.SPACE_COMMA);
    assertThat(finish(List.of("1.234", "1.234.567"))).contains(NumberForm.POINT_COMMA);
    assertThat(finish(List.of("1.234", "1,5"))).contains(NumberForm.POINT_COMMA);
    assertThat(finish(List.of("1.234", "12.345"))).contains(NumberForm.PLAIN);
    assertThat(finish(List.of("1\u00A0234", "1\u202F234"))).contains(NumberForm.SPACE_POINT);
    assertThat(finish(List.of())).isEmpty();
  }

  /** Cells of one format, separated by bars, and the numbers that they are. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$1,200.00|$3.5|-$7|$-8|+$9; 1200 3.5 -7 -8 9",
        "$1,200.00|($3.50)|$(4)|( $5 ); 1200 -3.5 -4 -5",
        "1 200,00 EUR|3,5 EUR|-7EUR|(8 EUR); 1200 3.5 -7 -8",
        "1\u00A0200,00\u00A0EUR|1\u2009200\u202FEUR; 1200 1200",
        "EUR 1.200,00|EUR 3; 1200 3",
        "\u20AC1.200.300|\u20AC3; 1200300 3",
        "US$ 5.25|US$10; 5.25 10",
        "12%|-3.5 %|(4%)|0%; 12 -3.5 -4 0",
        "12,5%|3%; 12.5 3",
        "12.345%|1.250%; 12.345 1.25",
        "(1,200.00)|7.25|-3; -1200 7.25 -3",
        "(1 200,5)|7; -1200.5 7"
      })
  void amountsPercentagesAndNegativesInParenthesesAreNumbers(String cells, String numbers) {
    List<String> column = List.of(cells.split("\\|"));
    for (List<String> order : List.of(column, column.reversed())) {
      NumberFormat format = finish(order).orElseThrow();
      assertThat(column.stream().map(format::parse))
          .isEqualTo(Stream.of(numbers.split(" ")).map(Double::valueOf).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$1,200",
        "$1,200|$950",
        "1,200%|(3%)",
        "(1,200)|7",
        "1.200 EUR",
        "1.200 EUR|5 EUR"
      })
  void anAmountThatMayBeReadInTwoWaysIsNotGuessed(String cells) {
    List<String> column = List.of(cells.split("\\|"));
    for (List<String> order : List.of(column, column.reversed())) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> finish(order))
          .withMessageContainingAll("In 'f.csv', column 'a' holds", "such as '", "decimal")
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  /** What a run keeps of a format is enough to read by it. */
  @ParameterizedTest
  @EnumSource(NumberForm.class)
  void aFormatIsItsText(NumberForm form) {
    List<NumberFormat> formats =
        List.of(
            form,
            new MarkedForm(form, "", ""),
            new MarkedForm(form, "$", ""),
            new MarkedForm(form, "", "EUR"),
            new MarkedForm(form, "", "%"));
    for (NumberFormat format : formats) {
      assertThat(NumberFormat.of(format.toString())).isEqualTo(format);
      assertThat(format.parse(format.example())).isEqualTo(1234.5);
    }
    assertThat(form.toString()).isEqualTo(form.name());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> NumberFormat.of("COMMA_POINT $"));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> NumberFormat.of("POINT"));
  }

  @Test
  void infinityIsANumberInEveryForm() {
    for (NumberForm form : NumberForm.values()) {
      assertThat(form.parse("-inf")).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(form.parse("1e999")).isEqualTo(Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void anyCellsAreAColumnOrTextOrRefused() {
    for (int n = 0; n < 20_000; n++) {
      List<String> cells =
          Stream.generate(() -> random("0123.,' \u00A0\u2019-+eE%x\uD83D", 9)).limit(3).toList();
      Optional<NumberFormat> found;
      try {
        found = finish(cells);
      } catch (InputException e) {
        Sentences.assertMessage(e.getMessage());
        continue;
      }
      boolean numbers =
          Stream.of("", "%")
              .flatMap(
                  after ->
                      Arrays.stream(NumberForm.values())
                          .map(form -> after.isEmpty() ? form : new MarkedForm(form, "", after)))
              .anyMatch(form -> cells.stream().noneMatch(cell -> Double.isNaN(form.parse(cell))));
      assertThat(found.isPresent()).as(cells.toString()).isEqualTo(numbers);
    }
  }

  private static Optional<NumberFormat> finish(List<String> cells) {
    NumberColumn column = new NumberColumn();
    cells.forEach(column::add);
    return column.finish("In 'f.csv', column 'a'");
  }

  private NumberForm form() {
    return NumberForm.values()[random.nextInt(NumberForm.values().length)];
  }

  private String plain() {
    String whole = (random.nextBoolean() ? "-" : "") + random.nextInt(1 << random.nextInt(1, 31));
    return random.nextInt(4) == 0 ? whole : whole + "." + random.nextInt(1 << random.nextInt(20));
  }

  private String random(String alphabet, int longest) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(1, longest + 1); length > 0; length--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static String print(String plain, NumberForm form) {
    String group =
        switch (form) {
          case PLAIN, DECIMAL_COMMA -> "";
          case COMMA_POINT -> ",";
          case POINT_COMMA -> ".";
          case SPACE_POINT -> " ";
          case SPACE_COMMA -> "\u00A0";
          case APOSTROPHE_POINT -> "'";
          case APOSTROPHE_COMMA -> "\u2019";
        };
    String[] parts = plain.split("\\.");
    String whole = parts[0].replaceAll("(?<=\\d)(?=(\\d{3})+$)", group);
    return parts.length == 1 ? whole : whole + (form.decimalComma() ? "," : ".") + parts[1];
  }
}
