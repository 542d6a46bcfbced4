package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellTest {

  @Test
  void everyFiniteDoubleIsReadToTheBitHoweverItIsWritten() {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 0; n < 20_000; n++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        assertThat(number(Double.toString(value))).isEqualTo(value);
        assertThat(number(String.format(Locale.ROOT, "%.17e", value).toUpperCase(Locale.ROOT)))
            .isEqualTo(value);
      }
      double small = random.nextGaussian() * 1e-3;
      assertThat(number(new BigDecimal(small).toPlainString())).isEqualTo(small);
      String digits = random.nextInt(100_000) + "." + random.nextInt(1_000_000);
      assertThat(number(digits)).isEqualTo(Double.parseDouble(digits));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-0", "+7", "007", ".5", "5.", "-.5e1", "1e5", "1E+05", "1e-400", "4.9e-324"})
  void aDecimalNumberIsWhatJavaMakesOfIt(String cell) {
    assertThat(number(cell)).isEqualTo(Double.parseDouble(cell));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1d",
        "1f",
        "1D",
        "0x1p3",
        "0x10",
        "1e",
        "e5",
        ".",
        "-",
        "+",
        "--1",
        "1.2.3",
        "1,5",
        "1 000",
        "1_000",
        "1e5.0",
        "\u0661",
        "5%",
        "$5",
        "infinite",
        "in",
        "nano",
        "1\u00A02"
      })
  void whatIsNotADecimalNumberIsText(String cell) {
    assertThat(number(cell)).isNaN();
    assertThat(missing(cell)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "Inf", "-INF", "+inf", "Infinity", "-infinity", "1e999", "-1e309"})
  void infinityIsKnown(String cell) {
    assertThat(number(cell)).isInfinite();
    assertThat(number(cell) < 0).isEqualTo(cell.startsWith("-"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "NA", "NaN", "nan", "NAN", "-nan", "?", "n/a", "N/A", "null", "NULL", "Null", "None"
      })
  void aMissingCellIsKnownAndIsNoNumber(String cell) {
    assertThat(missing(cell)).isTrue();
    assertThat(number(cell)).isNaN();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"na", "0", "none", "NONE", "nulls", "-", ".", "N", "??", "NAs", "-inf", "xnan"})
  void otherCellsAreNotMissing(String cell) {
    assertThat(missing(cell)).isFalse();
  }

  @Test
  void aDashOrAPointIsMissingAmongNumbersOnly() {
    for (String cell : new String[] {"-", "."}) {
      assertThat(Cell.missing(cell)).isFalse();
      assertThat(Cell.missingNumber(cell)).isTrue();
    }
    for (String cell : new String[] {"", " ", "NA", "None", "?"}) {
      assertThat(Cell.missing(cell)).isTrue();
      assertThat(Cell.missingNumber(cell)).isTrue();
    }
    for (String cell : new String[] {"+", "0", "--", "..", "none"}) {
      assertThat(Cell.missingNumber(cell)).isFalse();
    }
  }

  private static double number(String cell) {
    return Cell.number(("<" + cell + ">").toCharArray(), 1, 1 + cell.length());
  }

  private static boolean missing(String cell) {
    return Cell.missing(("<" + cell + ">").toCharArray(), 1, 1 + cell.length());
  }
}
