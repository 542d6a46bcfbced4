package dev.coset.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "0.5, 0.500",
    "0.26534, 0.265",
    "-2.5524, -2.55",
    "4.36366, 4.36",
    "9.996, 10.0",
    "0.9996, 1.00",
    "59.74, 59.7",
    "182.5, 183",
    "1234.5, 1230",
    "-99999, -100000",
    "123456789, 123000000",
    "0.0123456, 0.0123",
    "0.00012345, 0.000123",
    "0.000012345, 1.23e-05",
    "5.2e64, 5.20e+64"
  })
  void threeDigitsAreShown(double value, String text) {
    assertThat(Digits.three(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity"})
  void whatIsNoNumberIsShownToo(double value) {
    assertThat(Digits.three(value)).isNotEmpty();
  }
}
