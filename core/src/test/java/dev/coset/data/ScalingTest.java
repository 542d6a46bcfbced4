package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ScalingTest {

  private static final double NAN = Double.NaN;

  @Test
  void theRowsFittedOnHaveMeanZeroAndDeviationOne() {
    Dataset dataset = random(300, 4, 1);
    int[] rows = Split.shuffled(300, 0.3, 2).train();
    Points points = Scaling.fit(dataset, rows).points(dataset, rows);
    assertThat(points.features()).isEqualTo(4);
    assertThat(points.count()).isEqualTo(rows.length);
    for (double[] feature : points.x()) {
      assertStandard(feature);
    }
    assertStandard(points.y().values());
  }

  /** A column of text counts as one number does, however many levels it has, and rare they are. */
  @Test
  void levelsOfOneColumnShareItsVariance() {
    var random = new SplittableRandom(8);
    int levels = 7;
    double[][] features = new double[levels + 1][400];
    double[] y = new double[400];
    for (int row = 0; row < y.length; row++) {
      double u = random.nextDouble();
      features[(int) (levels * u * u * u)][row] = 1; // the last are rare
      features[levels][row] = random.nextGaussian();
      y[row] = random.nextGaussian();
    }
    List<String> names = IntStream.range(0, levels).mapToObj(k -> "level " + k).toList();
    var columns = List.of(Column.text("text", names), Column.numeric("number"));
    var dataset = new Dataset(new Encoding(Column.numeric("y"), columns), features, y);
    int[] rows = IntStream.range(0, 300).toArray();
    double[][] x = Scaling.fit(dataset, rows).points(dataset, rows).x();
    double variance = 0;
    for (int k = 0; k < levels; k++) {
      Moments moments = Moments.of(x[k], IntStream.range(0, rows.length).toArray());
      assertThat(moments.mean()).isCloseTo(0, within(1e-14));
      assertThat(moments.span())
          .isCloseTo(
              Arrays.stream(x[0]).max().orElseThrow() - Arrays.stream(x[0]).min().orElseThrow(),
              within(1e-14));
      variance += moments.deviation() * moments.deviation();
    }
    assertThat(variance).isCloseTo(1, within(1e-14));
    assertStandard(x[levels]);
  }

  /** Few rows without a value lie two units from all others, not as many as they are rare. */
  @ParameterizedTest
  @ValueSource(ints = {2, 20, 150})
  void whatSaysThatACellWasMissingIsNoLargeNumber(int missing) {
    int rows = 300;
    double[][] features = new double[2][rows];
    Arrays.setAll(features[0], row -> row % 17);
    Arrays.fill(features[1], 0, missing, 1);
    double[] y = IntStream.range(0, rows).asDoubleStream().toArray();
    var column = new Column.Number("number", NumberForm.PLAIN, 8, true, Column.Warp.NONE);
    var dataset = new Dataset(new Encoding(Column.numeric("y"), List.of(column)), features, y);
    int[] all = IntStream.range(0, rows).toArray();
    double[][] x = Scaling.fit(dataset, all).points(dataset, all).x();
    assertStandard(x[0]);
    Moments indicator = Moments.of(x[1], all);
    assertThat(indicator.mean()).isCloseTo(0, within(1e-14));
    assertThat(indicator.span()).isCloseTo(2, within(1e-14));
  }

  @Test
  void otherRowsHaveNoInfluence() {
    Dataset dataset = random(50, 2, 3);
    Dataset changed = random(50, 2, 3);
    for (int row = 40; row < 50; row++) {
      changed.features()[0][row] *= 1e6;
      changed.features()[1][row] = NAN;
      changed.target()[row] = -1;
    }
    int[] rows = IntStream.range(0, 40).toArray();
    assertThat(Scaling.fit(changed, rows)).isEqualTo(Scaling.fit(dataset, rows));
  }

  @Test
  void unitsOfTheSourceDoNotMatter() {
    Dataset metres = random(80, 2, 4);
    Dataset feet = random(80, 2, 4);
    for (int row = 0; row < 80; row++) {
      feet.features()[0][row] = 3.28084 * metres.features()[0][row] - 7;
      feet.target()[row] = 3.28084 * metres.target()[row] + 100;
    }
    int[] rows = IntStream.range(0, 60).toArray();
    int[] all = IntStream.range(0, 80).toArray();
    Points a = Scaling.fit(metres, rows).points(metres, all);
    Points b = Scaling.fit(feet, rows).points(feet, all);
    for (int row : all) {
      assertThat(b.x()[0][row]).isCloseTo(a.x()[0][row], within(1e-12));
      assertThat(b.y().at(row)).isCloseTo(a.y().at(row), within(1e-12));
    }
  }

  @Test
  void theTargetComesBackInItsUnits() {
    Dataset dataset = random(40, 1, 5);
    Scaling scaling = Scaling.fit(dataset, IntStream.range(0, 40).toArray());
    for (double y : dataset.target()) {
      assertThat(scaling.target().original(scaling.target().standard(y)))
          .isCloseTo(y, within(1e-12));
    }
    assertThat(scaling.target().original(0)).isEqualTo(scaling.target().mean());
    assertThat(scaling.target().original(1) - scaling.target().original(0))
        .isCloseTo(scaling.target().deviation(), within(1e-12));
  }

  /** Where features outnumber the rows, networks see components of them. */
  @Test
  void manyFeaturesAreSeenByTheirComponents() {
    int[] rows = IntStream.range(0, 8).toArray();
    Dataset wide = random(8, 12, 3);
    Scaling scaling = Scaling.fit(wide, rows);
    Scaling seen = scaling.withComponents(wide, rows);
    assertThat(seen.components()).isNotNull();
    assertThat(seen.inputs()).isEqualTo(seen.components().count()).isLessThan(8);
    assertThat(seen.points(wide, rows).x())
        .isDeepEqualTo(seen.components().at(scaling.points(wide, rows).x()));
    assertThat(seen.points(wide, rows).y()).isEqualTo(scaling.points(wide, rows).y());
    assertThat(seen.clampedTo(null)).isEqualTo(seen);
    assertThat(seen.clampedBy(wide, rows).components()).isSameAs(seen.components());
    Dataset narrow = random(30, 3, 6);
    int[] all = IntStream.range(0, 30).toArray();
    Scaling of = Scaling.fit(narrow, all);
    assertThat(of.withComponents(narrow, all)).isSameAs(of);
  }

  /** Equal scalings share a hash code; others are not equal, whatever part of them differs. */
  @Test
  void scalingsAreEqualByTheirNumbers() {
    int[] kept = {0, 2};
    double[] means = {1, 2};
    double[] deviations = {3, 4};
    TargetScaling target = TargetScaling.unscaled();
    List<String> out = List.of("b");
    var components = new PrincipalComponents(2, new byte[16]);
    var scaling = new Scaling(kept, means, deviations, target, out, null);
    var same =
        new Scaling(kept.clone(), means.clone(), deviations.clone(), target, List.of("b"), null);
    assertThat(scaling).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(scaling).hasToString("2 features standardised, 1 dropped");
    assertThat(
            List.of(
                new Scaling(new int[] {0, 1}, means, deviations, target, out, null),
                new Scaling(kept, new double[] {1, 3}, deviations, target, out, null),
                new Scaling(kept, means, new double[] {3, 5}, target, out, null),
                new Scaling(kept, means, deviations, target, List.of("c"), null),
                new Scaling(kept, means, deviations, target, out, components)))
        .doesNotContain(scaling);
    assertThat(new Scaling(kept, deviations, means, target, out, null).hashCode())
        .isNotEqualTo(scaling.hashCode());
    assertThat(scaling.inputs()).isEqualTo(2);
    assertThat(new Scaling(kept, means, deviations, target, out, components).inputs())
        .isEqualTo(components.count());
  }

  @Test
  void newRowsThatDifferInWhatWasConstantAreCounted() {
    var scaling =
        new Scaling(
            new int[1],
            new double[1],
            new double[] {1},
            TargetScaling.unscaled(),
            List.of("b", "c"),
            null);
    assertThat(scaling.unlike(0)).isEmpty();
    assertThat(scaling.unlike(1)).hasValueSatisfying(s -> assertThat(s).startsWith("1 row "));
    assertThat(scaling.unlike(7))
        .hasValueSatisfying(s -> assertThat(s).startsWith("7 rows ").contains("'b'", "'c'"));
  }

  @Test
  void aTableIsStandardisedAsTheDatasetIs() {
    Dataset dataset = random(30, 3, 6);
    int[] rows = IntStream.range(0, 30).toArray();
    Scaling scaling = Scaling.fit(dataset, rows);
    Points ofDataset = scaling.points(dataset, rows);
    Points ofTable = scaling.points(new EncodedRows(rows, dataset.features(), dataset.target()));
    assertThat(ofTable.x()).isDeepEqualTo(ofDataset.x());
    assertThat(ofTable.y()).isEqualTo(ofDataset.y());
    assertThat(scaling.points(new EncodedRows(rows, dataset.features(), null)).y().count())
        .isZero();
    assertThat(scaling.standardise(dataset.features())).isDeepEqualTo(ofDataset.x());
    for (int row : rows) {
      double[] values = Arrays.stream(dataset.features()).mapToDouble(f -> f[row]).toArray();
      assertThat(scaling.standardise(values))
          .isEqualTo(Arrays.stream(ofDataset.x()).mapToDouble(f -> f[row]).toArray());
    }
    assertThatIllegalArgumentException().isThrownBy(() -> scaling.standardise(new double[2][5]));
    assertThatIllegalArgumentException().isThrownBy(() -> scaling.standardise(new double[2]));
  }

  @Test
  void aMissingValueCountsForNothingAndBecomesTheMean() {
    double[] y = {1, 2, 3, 4, 5, 6};
    double[][] x = {{1, NAN, 3, 5, NAN, 7}, {NAN, NAN, 0, 1, 0, 1}};
    Encoding encoding =
        new Encoding(Column.numeric("y"), List.of(Column.numeric("a"), Column.numeric("b")));
    Dataset dataset = new Dataset(encoding, x, y);
    int[] rows = IntStream.range(0, 6).toArray();
    Scaling scaling = Scaling.fit(dataset, rows);
    assertThat(scaling.means()).containsExactly(4, 0.5);
    assertThat(scaling.deviations()).containsExactly(Math.sqrt(5), 0.5);
    Points points = scaling.points(dataset, rows);
    double s = Math.sqrt(5);
    assertThat(points.x())
        .isDeepEqualTo(new double[][] {{-3 / s, 0, -1 / s, 1 / s, 0, 3 / s}, {0, 0, -1, 1, -1, 1}});
  }

  @Test
  void constantFeaturesAreLeftOutAndNamed() {
    double[][] x = {
      {1, 1, 1, 9}, {1, 2, 3, 4}, {0, -0.0, 0, 0}, {NAN, NAN, NAN, 1}, {NAN, 2, NAN, 1}
    };
    Encoding encoding =
        new Encoding(
            Column.numeric("y"),
            List.of(
                Column.numeric("a"),
                Column.numeric("b"),
                Column.numeric("c"),
                Column.text("d", List.of("u", "v"))));
    Dataset dataset = new Dataset(encoding, x, new double[] {1, 2, 4, 4});
    Scaling scaling = Scaling.fit(dataset, new int[] {0, 1, 2});
    assertThat(scaling.kept()).containsExactly(1);
    assertThat(scaling.inputs()).isEqualTo(1);
    assertThat(scaling.leftOut()).containsExactly("a", "c", "d=u", "d=v");
    assertThat(said(scaling.warnings()))
        .singleElement()
        .asString()
        .contains("'a', 'c', 'd=u', 'd=v'");
    assertThat(scaling.points(dataset, new int[] {3}).x()[0][0])
        .isCloseTo(2 / Math.sqrt(2 / 3.0), within(1e-15));
    assertThat(said(Scaling.fit(random(9, 2, 7), new int[] {0, 1, 2}).warnings())).isEmpty();
  }

  @Test
  void nothingToLearnIsRefused() {
    double[][] x = {{1, 5}, {2, 5}, {3, 5}};
    refused("target 'y' is constant", Dataset.of(x, new double[] {2, 2, 3}), 0, 1);
    refused("only 1 row", Dataset.of(x, new double[] {1, 2, 3}), 0);
    refused("no rows", Dataset.of(x, new double[] {1, 2, 3}));
    double[][] constant = {{1, 5}, {1, 5}, {3, 5}};
    refused("All features ('x1', 'x2')", Dataset.of(constant, new double[] {1, 2, 3}), 0, 1);
    double[][] far = {{-1e308}, {1e308}};
    refused("'x1' span more", Dataset.of(far, new double[] {1, 2}), 0, 1);
    refused(
        "'y' span more", Dataset.of(new double[][] {{1}, {2}}, new double[] {-1e308, 1e308}), 0, 1);
  }

  /**
   * Mean and deviation against exact decimal arithmetic, far from 0 and near the ends of the range.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1e9, 1e-3",
    "-1e15, 1",
    "1e8, 1e-8",
    "3, 1e-12",
    "0, 1e300",
    "0, 1e-300",
    "1e307, 1e300",
    "0, 4e307",
    "1e-310, 1e-308",
    "1.7e18, 1e6"
  })
  void momentsHoldTheirDigits(double offset, double spread) {
    SplittableRandom random = new SplittableRandom(8);
    double[] values = random.doubles(1001, -1, 1).map(u -> offset + spread * u).toArray();
    Moments moments = Moments.of(values, IntStream.range(0, values.length).toArray());
    MathContext digits = new MathContext(60);
    BigDecimal n = BigDecimal.valueOf(values.length);
    BigDecimal sum = BigDecimal.ZERO;
    for (double value : values) {
      sum = sum.add(new BigDecimal(value));
    }
    BigDecimal mean = sum.divide(n, digits);
    BigDecimal squares = BigDecimal.ZERO;
    for (double value : values) {
      squares = squares.add(new BigDecimal(value).subtract(mean).pow(2));
    }
    double deviation = squares.divide(n, digits).sqrt(digits).doubleValue();
    assertThat(moments.mean())
        .isCloseTo(mean.doubleValue(), within(2 * Math.ulp(mean.doubleValue())));
    assertThat(moments.deviation()).isCloseTo(deviation, within(4 * Math.ulp(deviation)));
  }

  @Test
  void jsonComesBackToTheBit() {
    JsonMapper json = JsonMapper.builder().build();
    for (int seed = 0; seed < 50; seed++) {
      Scaling scaling = Scaling.fit(random(7, 5, seed), new int[] {0, 1, 2, 3, 4, 5, 6});
      assertThat(json.readValue(json.writeValueAsString(scaling), Scaling.class))
          .isEqualTo(scaling);
    }
  }

  private static void refused(String part, Dataset dataset, int... rows) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Scaling.fit(dataset, rows))
        .withMessageContaining(part)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private static void assertStandard(double[] values) {
    Moments moments = Moments.of(values, IntStream.range(0, values.length).toArray());
    assertThat(moments.mean()).isCloseTo(0, within(1e-14));
    assertThat(moments.deviation()).isCloseTo(1, within(1e-14));
  }

  private static Dataset random(int rows, int features, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[rows][features];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        x[i][j] = random.nextGaussian(10 * j, 1 + j);
      }
      y[i] = random.nextGaussian(-3, 2);
    }
    return Dataset.of(x, y);
  }
}
