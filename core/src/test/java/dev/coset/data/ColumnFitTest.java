package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What columns become, reckoned by hand. */
class ColumnFitTest {

  private static final double NAN = Double.NaN;

  @Test
  void theMedianIsThatOfTrainingRowsThatAreThere() {
    double[] codes = {7, NAN, -1, 100, 3, NAN, 1e9};
    assertThat(number(codes, 0, 2, 3).fill()).isEqualTo(7);
    assertThat(number(codes, 0, 1, 2, 4, 5, 3).fill()).isEqualTo(5);
    assertThat(number(codes, 1, 5).fill()).isZero();
    assertThat(number(new double[] {0x1p1023, 0x1.8p1023}, 0, 1).fill()).isEqualTo(0x1.4p1023);
  }

  /** Which is the indicator's worth: from one training row in a hundred on. */
  @ParameterizedTest
  @CsvSource({"100, 1, true", "101, 1, false", "200, 1, false", "200, 2, true", "5, 0, false"})
  void anIndicatorSaysWhereOnePercentIsMissing(int rows, int missing, boolean indicator) {
    double[] codes = new double[rows + 50];
    Arrays.fill(codes, 0, missing, NAN);
    Arrays.fill(codes, rows, rows + 50, NAN); // which do not train
    int[] train = IntStream.range(0, rows).toArray();
    var numbers = new RawColumn.Numbers("a", NumberForm.PLAIN, codes);
    var truths = new RawColumn.Truths("a", TruthForm.YES_NO, codes);
    var times = new RawColumn.Times("a", DateForm.ISO, false, codes);
    for (RawColumn raw : List.of(numbers, truths, times)) {
      assertThat(fit(raw, train).column().featureNames().contains("a=missing"))
          .isEqualTo(indicator);
      assertThat(new ColumnFit(raw, train, null, false, true).column().featureNames())
          .doesNotContain("a=missing");
    }
  }

  @Test
  void missingTextIsALevelIfTrainingHasAny() {
    var raw = new RawColumn.Texts("a", List.of("z", "b", "x"), new double[] {0, NAN, 1, 2, 1});
    assertThat(fit(raw, 0, 1, 2).column())
        .isEqualTo(new Column.Levels("a", List.of("b", "z"), false, true));
    assertThat(fit(raw, 0, 2, 4).column())
        .isEqualTo(new Column.Levels("a", List.of("b", "z"), false, false));
  }

  @Test
  void aMissingTruthIsTheMoreFrequentOne() {
    var raw = new RawColumn.Truths("a", TruthForm.YES_NO, new double[] {1, 0, 1, NAN, 0, 0});
    assertThat(fit(raw, 0, 1, 2, 3).column())
        .isEqualTo(new Column.Truth("a", TruthForm.YES_NO, 1, true));
    assertThat(fit(raw, 1, 2, 4).column())
        .isEqualTo(new Column.Truth("a", TruthForm.YES_NO, 0, false));
  }

  @Test
  void timeBeginsWithTheFirstTrainingRow() {
    var raw = new RawColumn.Times("a", DateForm.ISO, true, new double[] {50, -10, 30, NAN, 90});
    assertThat(fit(raw, 0, 2, 4, 3).column())
        .isEqualTo(new Column.Time("a", DateForm.ISO, true, 30, 50, true));
  }

  /**
   * Of 99 pairs of -1 and 1 and one pair of -L and L the kurtosis is {@code 100 (99 + L^4) / (99 +
   * L^2)^2}, which is 60 at {@code L = 18.43}; the quartiles are -1 and 1.
   */
  @ParameterizedTest
  @CsvSource({"18.4, 0", "18.5, 1", "1e6, 1"})
  void tailsAreDrawnInFromAKurtosisOfSixtyOn(double far, double scale) {
    double[] codes = IntStream.range(0, 200).mapToDouble(i -> i % 2 == 0 ? -1 : 1).toArray();
    codes[10] = -far;
    codes[31] = far;
    Column.Number column = number(codes, IntStream.range(0, 200).toArray());
    assertThat(column.warp()).isEqualTo(new Column.Warp(0, scale));
    assertThat(number(codes, IntStream.range(50, 200).toArray()).warp().scale()).isZero();
    var raw = new RawColumn.Numbers("a", NumberForm.PLAIN, codes);
    int[] all = IntStream.range(0, 200).toArray();
    assertThat(new ColumnFit(raw, all, null, true, false).column())
        .isEqualTo(new Column.Number("a", NumberForm.PLAIN, 0, false, Column.Warp.NONE));
  }

  /** Where most are one value, how far the others are from it gives the scale. */
  @Test
  void tailsOverOneValueAreDrawnIn() {
    double[] codes = new double[1000];
    for (int i = 0; i < 40; i++) {
      codes[25 * i] = 7 + Math.exp(i / 4.0);
    }
    codes[3] = Double.NaN;
    int[] train = IntStream.range(0, 1000).toArray();
    double middle = 7 + (Math.exp(19 / 4.0) + Math.exp(20 / 4.0)) / 2;
    Column.Warp warp = number(codes, train).warp();
    assertThat(warp.center()).isZero();
    assertThat(warp.scale()).isCloseTo(middle, within(1e-12 * middle));
  }

  /** As of a column of 0 and 1 in which 666 stands for what is not known. */
  @Test
  void codesFarFromAllElseLeaveTheRestApart() {
    double[] codes = new double[1000];
    Arrays.setAll(codes, i -> i % 500 == 7 ? 666 : i % 11 == 0 ? 0 : 1);
    Column.Warp warp = number(codes, IntStream.range(0, 1000).toArray()).warp();
    assertThat(warp).isEqualTo(new Column.Warp(1, 1));
  }

  /** Of two values any scale makes the same feature. */
  @Test
  void twoValuesStayAsTheyAre() {
    double[] codes = new double[1000];
    codes[25] = 1e7;
    assertThat(number(codes, IntStream.range(0, 1000).toArray()).warp())
        .isEqualTo(Column.Warp.NONE);
  }

  /** The distance of their quartiles is infinite, and would make all of them 0. */
  @Test
  void valuesTooFarApartStayAsTheyAre() {
    assertThat(number(new double[] {1.7e308, -1.7e308, 1.7e308, 1.7e308}, 0, 1, 2, 3).warp())
        .isEqualTo(Column.Warp.NONE);
  }

  @ParameterizedTest
  @CsvSource({"0", "1e-9", "-0.3", "2", "-1e3", "1e12"})
  void theWarpIsTheInverseHyperbolicSine(double z) {
    var warp = new Column.Warp(5, 2);
    double warped = warp.of(5 + 2 * z);
    assertThat(Math.sinh(warped))
        .isCloseTo((5 + 2 * z - 5) / 2, within(1e-13 * (1 + 30 * Math.abs(z))));
    assertThat(warp.original(warped)).isCloseTo(5 + 2 * z, within(1e-13 * (5 + 60 * Math.abs(z))));
  }

  @Test
  void fiftyLevelsAreKeptAndOfMoreTheMostFrequentByName() {
    assertThat(((Column.Levels) fit(texts(50, 6, 0)).column()).other()).isFalse();
    var column = (Column.Levels) fit(texts(51, 6, 0)).column();
    assertThat(column.other()).isTrue();
    assertThat(column.levels())
        .isEqualTo(IntStream.range(0, 49).mapToObj(ColumnFitTest::level).toList());
    // Levels 49 and 50 now come before 47 and 48.
    RawColumn.Texts raw = texts(51, 6, 0);
    double[] codes = Arrays.copyOf(raw.codes(), raw.codes().length + 2);
    codes[codes.length - 2] = 49;
    codes[codes.length - 1] = 50;
    var more = new RawColumn.Texts("a", raw.levels(), codes);
    assertThat(fit(more).column().levels())
        .hasSize(49)
        .contains(level(46), level(49), level(50))
        .doesNotContain(level(47), level(48));
    // The same levels where only 50 of them train.
    int[] train = IntStream.range(0, codes.length).filter(row -> codes[row] != 50).toArray();
    assertThat(fit(more, train).column().levels()).hasSize(50);
  }

  /** They must hold half of the rows, and five rows each on average. */
  @ParameterizedTest
  @CsvSource({"51, 4, 0, true", "51, 5, 0, false", "49, 5, 245, false", "49, 5, 246, true"})
  void levelsAreTooManyWhereTheFrequentDoNotCarryTheData(
      int levels, int rowsEach, int single, boolean tooMany) {
    assertThat(fit(texts(levels, rowsEach, single)).hasTooManyLevels()).isEqualTo(tooMany);
  }

  private static RawColumn.Texts texts(int levels, int rowsEach, int single) {
    List<String> names = new ArrayList<>();
    List<Double> codes = new ArrayList<>();
    for (int level = levels + single - 1; level >= 0; level--) {
      names.addFirst(level(level));
      for (int i = level < levels ? rowsEach : 1; i > 0; i--) {
        codes.add((double) level);
      }
    }
    return new RawColumn.Texts(
        "a", names, codes.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String level(int level) {
    return "level %03d".formatted(level);
  }

  private static Column.Number number(double[] codes, int... train) {
    return (Column.Number) fit(new RawColumn.Numbers("a", NumberForm.PLAIN, codes), train).column();
  }

  private static ColumnFit fit(RawColumn.Texts raw) {
    return fit(raw, IntStream.range(0, raw.codes().length).toArray());
  }

  private static ColumnFit fit(RawColumn raw, int... train) {
    return new ColumnFit(raw, train, null, true, true);
  }
}
