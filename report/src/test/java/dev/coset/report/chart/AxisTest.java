package dev.coset.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "-3.2, 7.9",
    "0.001, 0.0011",
    "1e6, 1.5e6",
    "-1e-7, 2e-7",
    "5, 5",
    "0, 0",
    "99.5, 100.2"
  })
  void aLinearAxisCoversWhatIsSeenWithAFewRoundTicks(double least, double greatest) {
    Axis axis = Axis.linear("x").fit(DoubleStream.of(least, Double.NaN, greatest));
    double slack = 1e-6 * axis.step();
    assertThat(axis.low()).isLessThanOrEqualTo(least + slack).isLessThan(axis.high());
    assertThat(axis.high()).isGreaterThanOrEqualTo(greatest - slack);
    assertThat(axis.ticks().size()).isBetween(3, 9);
    double mantissa = axis.step() / Math.pow(10, Math.floor(Math.log10(axis.step()) + 1e-9));
    assertThat(List.of(1L, 2L, 5L)).contains(Math.round(mantissa));
    assertThat(mantissa).isCloseTo(Math.rint(mantissa), within(1e-9));
    for (double tick : axis.ticks()) {
      assertThat(tick / axis.step()).isCloseTo(Math.rint(tick / axis.step()), within(1e-6));
      assertThat(axis.place(tick)).isBetween(-1e-6, 1 + 1e-6);
    }
  }

  @Test
  void anExactAxisEndsWhereTheMarksEndAndHasItsTicksInside() {
    Axis axis = Axis.exact("x").fit(DoubleStream.of(0.13, 9.7));
    assertThat(axis.low()).isEqualTo(0.13);
    assertThat(axis.high()).isEqualTo(9.7);
    assertThat(axis.ticks()).containsExactly(2.0, 4.0, 6.0, 8.0);
  }

  @ParameterizedTest
  @CsvSource({"0.002, 30, 0.001, 100", "1, 1, 1, 10", "-1, 0.5, 0.1, 1", "1e-12, 1, 1e-12, 1"})
  void aLogarithmicAxisHasWholeDecades(double a, double b, double low, double high) {
    Axis axis = Axis.logarithmic("x").fit(DoubleStream.of(a, b));
    assertThat(axis.low()).isEqualTo(low);
    assertThat(axis.high()).isEqualTo(high);
    assertThat(axis.ticks().size()).isBetween(2, 6);
    assertThat(axis.place(Math.sqrt(low * high))).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void withNothingToSeeThereIsStillARange() {
    assertThat(Axis.linear("").fit(DoubleStream.empty()).high()).isEqualTo(1);
    assertThat(Axis.logarithmic("").fit(DoubleStream.of(-1)).high()).isEqualTo(1);
    assertThat(Axis.exact("").fit(DoubleStream.of(4)).high()).isGreaterThan(4);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1234, 1234",
    "0.12345, 0.123",
    "-2.5, −2.5",
    "126.24, 126",
    "0.00001234, 1.23e−5",
    "12345678, 1.23e7",
    "1e-4, 0.0001",
    "100000, 100000",
    "19.96, 20"
  })
  void numbersHaveThreeDigits(double value, String text) {
    assertThat(Numbers.text(value)).isEqualTo(text);
  }

  @Test
  void numbersInTheirPlaces() {
    assertThat(Unit.PLAIN.text(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(Unit.THOUSANDS.text(150000)).isEqualTo("150k");
    assertThat(Numbers.percent(1e-13)).isEqualTo("< 0.1%");
    assertThat(Numbers.percent(0.967)).isEqualTo("96.7%");
    assertThat(Numbers.text(Double.NaN)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "-200e6, 1.2e9, e",
    "0, 7e8, M",
    "200e3, 1.5e6, M",
    "0, 15000, k",
    "1950, 2020, ''",
    "-0.4, 0.3, ''",
    "0, 4e-5, e"
  })
  void allNumbersOfAnAxisAreWrittenInOneUnit(double low, double high, String unit) {
    Axis axis = Axis.linear("").fit(DoubleStream.of(low, high));
    for (double tick : axis.ticks()) {
      String text = axis.text(tick);
      assertThat(text.replaceAll("[\\u2212\\d.]", "")).isEqualTo(text.equals("0") ? "" : unit);
      double factor = unit.equals("M") ? 1e6 : unit.equals("k") ? 1e3 : 1;
      double read = factor * Double.parseDouble(text.replace('\u2212', '-').replaceAll("[kM]", ""));
      assertThat(read).isCloseTo(tick, within(1e-5 * axis.step()));
    }
  }

  @Test
  void wholeThingsHaveWholeTicks() {
    for (double greatest : new double[] {1, 2, 3, 10, 57}) {
      for (var request : List.of(Axis.whole("depth"), Axis.count("rows"))) {
        Axis axis = request.fit(DoubleStream.of(0.5, greatest + 0.5));
        assertThat(axis.ticks()).allSatisfy(tick -> assertThat(tick).isEqualTo(Math.rint(tick)));
        assertThat(axis.high()).isGreaterThanOrEqualTo(greatest + 0.5);
      }
    }
  }

  @Test
  void aHistogramHasEveryValueInOneBin() {
    double[] values = DoubleStream.iterate(-3, v -> v + 0.037).limit(200).toArray();
    Mark.Bars bars = Histogram.of("", Colour.BLUE, values);
    assertThat(DoubleStream.of(bars.height()).sum()).isEqualTo(200);
    for (int bin = 0; bin < bars.from().length; bin++) {
      double from = bars.from()[bin];
      double to = bars.to()[bin];
      long inside = DoubleStream.of(values).filter(v -> v >= from && v < to).count();
      assertThat(bars.height()[bin]).isEqualTo(inside);
    }
    assertThat(Histogram.ofIntegers("", Colour.BLUE, new double[] {3, 3, 5}).height())
        .containsExactly(2, 0, 1);
  }

  @Test
  void ofAVeryLongCurveTheLastPointIsShown() {
    double[] y = DoubleStream.iterate(0, v -> v + 1).limit(10_007).toArray();
    Mark.Line line = Curve.line("", Colour.BLUE, 1, y);
    assertThat(line.x()).hasSize(600);
    assertThat(line.x()[599]).isEqualTo(10_007);
    for (int i = 0; i < 600; i++) {
      assertThat(line.y()[i]).isEqualTo(line.x()[i] - 1);
    }
  }
}
