package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalTest {
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void randomDigitsPointsAndExponentsAreReadAsJavaDoes() {
    for (int n = 0; n < 2_000_000; n++) {
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
      digits(text, random.nextInt(12));
      if (random.nextInt(4) > 0) {
        text.append('.');
      }
      digits(text, 1 + random.nextInt(random.nextInt(10) == 0 ? 40 : 12));
      switch (random.nextInt(4)) {
        case 0 -> text.append('e').append(random.nextInt(-30, 30));
        case 1 -> text.append('E').append(random.nextInt(-350, 330));
        default -> {}
      }
      agree(text.toString());
    }
  }

  @Test
  void doublesOfAnyBitsAreReadAsJavaDoes() {
    for (int n = 0; n < 300_000; n++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        agree(Double.toString(value));
        agree(Double.toString((float) random.nextGaussian()));
        agree(Double.toString(random.nextGaussian()));
      }
    }
    for (int n = 0; n < 30_000; n++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        agree(String.format(Locale.ROOT, "%." + random.nextInt(15, 21) + "e", value));
      }
    }
  }

  @Test
  void numbersHalfwayBetweenDoublesAndTheirNeighboursAreReadAsJavaDoes() {
    for (int n = 0; n < 20_000; n++) {
      int exponent = random.nextInt(-1074, 971);
      long mantissa = (1L << 53 | random.nextLong() >>> 11) | 1; // the last bit is half a unit
      BigDecimal half = new BigDecimal(BigInteger.valueOf(mantissa));
      half =
          exponent < 0
              ? half.divide(new BigDecimal(BigInteger.ONE.shiftLeft(-exponent)))
              : half.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(exponent)));
      agree(half.toString());
      for (int digits = 15; digits < 22; digits++) {
        BigDecimal near = half.round(new MathContext(digits));
        agree(near.toString());
        agree(near.add(near.ulp()).toString());
        agree(near.subtract(near.ulp()).toString());
      }
    }
    for (long whole = (1L << 53) - 1000; whole < (1L << 53) + 1000; whole++) {
      for (int exponent = -25; exponent <= 25; exponent++) {
        agree(whole + "e" + exponent);
      }
    }
  }

  @Test
  void numbersAtTheEdgesOfTheRangeAreReadAsJavaDoes() {
    for (String text :
        new String[] {
          "0",
          "-0",
          "+0.0e5",
          "0e999999999999",
          "1e-999999999999",
          "1e99999999999999999999",
          "4.9e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "2.2250738585072011e-308",
          "2.2250738585072012e-308",
          "2.2250738585072014e-308",
          "1.7976931348623157e308",
          "1.7976931348623158e308",
          "1.7976931348623159e308",
          "9999999999999999999",
          "18446744073709551615",
          "18446744073709551616",
          "00000000000000000000000000001",
          "0.00000000000000000000000000001",
          "0.000000000000000000000000000012345678901234567890e40",
          "9007199254740993",
          "9007199254740993e22",
          "9007199254740992e-22",
          "9007199254740992e23",
          ".5",
          "5."
        }) {
      agree(text);
      agree("0".repeat(30) + text.replaceFirst("^[-+]", ""));
    }
    for (int exponent = -345; exponent <= 310; exponent++) {
      for (String digits : new String[] {"1", "9", "18446744073709551615", "9999999999999999999"}) {
        agree(digits + "e" + exponent);
      }
    }
  }

  private void digits(StringBuilder text, int count) {
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
  }

  /** The characters around the number are those of other cells. */
  private static void agree(String text) {
    double read = Decimal.parse(("7" + text + "7").toCharArray(), 1, 1 + text.length());
    if (Double.doubleToRawLongBits(read) != Double.doubleToRawLongBits(Double.parseDouble(text))) {
      assertThat(read).as(text).isEqualTo(Double.parseDouble(text));
    }
  }
}
