package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedFormTest {
  private static final MarkedForm DOLLARS = new MarkedForm(NumberForm.COMMA_POINT, "$", "");
  private static final MarkedForm EUROS = new MarkedForm(NumberForm.POINT_COMMA, "", "EUR");
  private static final MarkedForm PERCENT = new MarkedForm(NumberForm.PLAIN, "", "%");
  private static final MarkedForm BARE = new MarkedForm(NumberForm.PLAIN, "", "");

  /** A number is negative by one sign, on either side of the unit, or by parentheses. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$1,200.5; 1200.5",
        "$ 1,200.5; 1200.5",
        "$\u00A01,200.5; 1200.5",
        "$1,200.5 ; 1200.5",
        "+$1,200.5; 1200.5",
        "$+1,200.5; 1200.5",
        "-$1,200.5; -1200.5",
        "$-1,200.5; -1200.5",
        "-$ 1,200.5; -1200.5",
        "($1,200.5); -1200.5",
        "( $1,200.5 ); -1200.5",
        "$(1,200.5); -1200.5",
        "$ ( 1,200.5 ); -1200.5",
        "$7; 7",
        "(7); NaN",
        "$; NaN",
        "1,200.5; NaN",
        "1,200.5$; NaN",
        "-$-7; NaN",
        "+$-7; NaN",
        "(-$7); NaN",
        "($-7); NaN",
        "-$(7); NaN",
        "($(7)); NaN",
        "$(-7); NaN",
        "$7); NaN",
        "($7; NaN",
        "$(); NaN",
        "(); NaN",
        "'';NaN",
        "-; NaN",
        "$x; NaN"
      })
  void dollarsAreReadWithOneSign(String cell, Double number) {
    assertThat(DOLLARS.parse(cell)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1.200,5EUR; 1200.5",
        "1.200,5 EUR; 1200.5",
        "-1.200,5 EUR; -1200.5",
        "(1.200,5 EUR); -1200.5",
        "(1.200,5) EUR; -1200.5",
        "(-1.200,5) EUR; NaN",
        "EUR; NaN",
        "EUR 5; NaN",
        "5; NaN"
      })
  void eurosStandBehind(String cell, Double number) {
    assertThat(EUROS.parse(cell)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"12%; 12", "12 %; 12", "-0.5%; -0.5", "(3%); -3", "%; NaN", "12; NaN", "%12; NaN"})
  void percentagesKeepTheirNumber(String cell, Double number) {
    assertThat(PERCENT.parse(cell)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"(12); -12", "( 12 ); -12", "-12; -12", "12; 12", "(-12); NaN", "((12)); NaN"})
  void parenthesesAloneAreAFormToo(String cell, Double number) {
    assertThat(BARE.parse(cell)).isEqualTo(number);
  }

  @Test
  void zeroInParenthesesIsZero() {
    assertThat(1 / BARE.parse("(0)")).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(", ")", "()", "a", "(a", "a)", "-(a)"})
  void whatIsNotBetweenParentheses(String text) {
    assertThat(MarkedForm.isInParentheses(text)).isFalse();
  }

  /** The unit of a cell, whatever its digits; none of two, and none that is no currency. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$5; $; ''",
        "US$5; US$; ''",
        "-$5.00; $; ''",
        "($5); $; ''",
        "5 EUR; ''; EUR",
        "USD 5; USD; ''",
        "5 %; ''; %",
        "5\u20AC; ''; \u20AC",
        "$5 EUR; ''; ''",
        "5 ABC; ''; ''",
        "5; ''; ''",
        "5 kg; ''; ''"
      })
  void theUnitOfACellIsFound(String cell, String before, String after) {
    MarkedForm found = MarkedForm.in(cell);
    assertThat(found).isEqualTo(new MarkedForm(NumberForm.PLAIN, before, after));
    assertThat(found.hasUnit()).isEqualTo(!before.isEmpty() || !after.isEmpty());
    assertThat(found.isMoney()).isEqualTo(found.hasUnit() && !after.equals("%"));
  }

  @Test
  void aFormatIsItsMarks() {
    for (MarkedForm form : List.of(DOLLARS, EUROS, PERCENT, BARE)) {
      String text = form.toString();
      String marks = text.substring(text.indexOf(' ') + 1);
      assertThat(MarkedForm.of(form.form(), marks)).isEqualTo(form);
      assertThat(form.parse(form.example())).isEqualTo(1234.5);
      assertThat(form.with(NumberForm.PLAIN).form()).isEqualTo(NumberForm.PLAIN);
    }
    assertThat(List.of(DOLLARS.example(), EUROS.example(), PERCENT.example()))
        .containsExactly("$1,234.5", "1.234,5 EUR", "1234.5%");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MarkedForm.of(NumberForm.PLAIN, "$"))
        .withMessageContaining("no number in the format $");
  }

  /** Thousands are groups of three after a first one that is no zero; decimals have none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1,234,567.8; 1234567.8",
        "12,345; 12345",
        "123,456; 123456",
        "1234567.8; 1234567.8",
        "-1,234; -1234",
        "+1,234; 1234",
        "1e3; 1000",
        ".5; 0.5",
        "1,234.; 1234",
        "1,23; NaN",
        "1,2345; NaN",
        "1234,567; NaN",
        "0,123; NaN",
        ",123; NaN",
        "1,,234; NaN",
        "1,234,; NaN",
        "1,234e5; NaN",
        "1,234.5e1; NaN",
        "1:234; NaN",
        "1/2; NaN",
        "inf; Infinity",
        "-inf; -Infinity",
        "-; NaN",
        "''; NaN"
      })
  void thousandsAreGroupsOfThree(String cell, Double number) {
    assertThat(NumberForm.COMMA_POINT.parse(cell)).isEqualTo(number);
  }

  @Test
  void onlyFormsWithADecimalCommaHaveOne() {
    for (NumberForm form : NumberForm.values()) {
      assertThat(form.decimalComma()).isEqualTo(form.name().endsWith("COMMA"));
      assertThat(form.parse(form.example())).isEqualTo(1234.5);
    }
  }
}
