package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalComponentsTest {
  private static final double ROUNDING = 2e-6; // of floats, summed

  /** (feature, row), of mean 0 over the rows. */
  private static double[][] centred(int features, int rows, long seed) {
    var random = new SplittableRandom(seed);
    double[][] x = new double[features][rows];
    for (double[] feature : x) {
      Arrays.setAll(feature, i -> random.nextGaussian());
      double mean = Arrays.stream(feature).average().orElseThrow();
      Arrays.setAll(feature, i -> feature[i] - mean);
    }
    return x;
  }

  private static double product(double[][] x, int i, int j) {
    return Arrays.stream(x).mapToDouble(k -> k[i] * k[j]).sum();
  }

  private static PrincipalComponents of(double[][] x) {
    return PrincipalComponents.of(x, null).orElseThrow();
  }

  /** So a prior that is the same in all directions says the same of functions of either. */
  @ParameterizedTest
  @CsvSource({"30, 12", "13, 12", "400, 60"})
  void rowsLieToEachOtherAsTheyDidButForOneScale(int features, int rows) {
    double[][] x = centred(features, rows, features);
    double[][] z = of(x).at(x);
    double scale = product(x, 0, 0) / product(z, 0, 0);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        assertThat(scale * product(z, i, j))
            .isCloseTo(product(x, i, j), within(ROUNDING * product(x, i, i)));
      }
    }
  }

  @Test
  void componentsAreUncorrelatedTheWidestFirstWithAMeanVarianceOfOne() {
    double[][] x = centred(50, 20, 1);
    double[][] z = of(x).at(x);
    assertThat(z).hasDimensions(19, 20); // one row less, for their mean is 0
    double[] variance = Arrays.stream(z).mapToDouble(c -> dot(c, c) / c.length).toArray();
    assertThat(Arrays.stream(variance).average()).hasValueCloseTo(1.0, within(ROUNDING));
    for (int c = 1; c < z.length; c++) {
      assertThat(variance[c]).isLessThan(variance[c - 1]);
      assertThat(dot(z[c], z[c - 1]) / 20).isCloseTo(0, within(ROUNDING));
    }
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  /** A direction that no row has is one of which no row has said anything. */
  @Test
  void whatNoRowHasIsNotSeen() {
    double[][] x = centred(9, 6, 2);
    x[3] = new double[6];
    double[][] moved = Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
    Arrays.fill(moved[3], 5);
    PrincipalComponents components = of(x);
    assertThat(components.at(moved)).isDeepEqualTo(components.at(x));
  }

  @Test
  void onlyFeaturesThatOutnumberRowsHaveThem() {
    assertThat(PrincipalComponents.of(centred(12, 12, 3), null)).isEmpty();
    assertThat(PrincipalComponents.of(centred(13, 12, 3), null)).isPresent();
    double[][] alike = new double[5][4]; // rows that differ along one line
    Arrays.fill(alike, new double[] {-1, 1, 2, -2});
    assertThat(PrincipalComponents.of(alike, null)).isEmpty();
  }

  /** What a row is multiplied by is what a row of a single feature becomes. */
  @Test
  void componentsAreProductsWithTheAxes() {
    PrincipalComponents components = of(centred(12, 7, 8));
    double[][] one = new double[12][12];
    for (int k = 0; k < 12; k++) {
      one[k][k] = 1;
    }
    assertThat(components.at(one)).isDeepEqualTo(components.axes());
    assertThat(components.features()).isEqualTo(12);
    assertThat(components.count()).isEqualTo(6);
  }

  /** An axis and its mirror image are one: the largest entry is positive, of turned rows too. */
  @Test
  void axesPointUp() {
    double[][] x = centred(20, 8, 9);
    double[][] turned =
        Arrays.stream(x).map(f -> Arrays.stream(f).map(v -> -v).toArray()).toArray(double[][]::new);
    for (double[] axis : of(x).axes()) {
      double most = Arrays.stream(axis).max().orElseThrow();
      assertThat(most)
          .isPositive()
          .isGreaterThanOrEqualTo(-Arrays.stream(axis).min().orElseThrow());
    }
    assertThat(of(turned).axes()).isDeepEqualTo(of(x).axes());
  }

  /** All of a row that lies among the given ones is seen, about their mean. */
  @Test
  void givenRowsSeeThemselvesWhole() {
    Points given = new Points(centred(15, 6, 10), new double[6]);
    Points moved = given.about(IntStream.range(0, 15).mapToDouble(k -> k - 5).toArray());
    double[][] seen = PrincipalComponents.seenFrom(moved).apply(moved).x();
    for (int k = 0; k < 15; k++) {
      assertThat(seen[k]).containsExactly(given.x()[k], within(1e-9));
    }
    assertThat(PrincipalComponents.seenFrom(moved).apply(moved).y()).isEqualTo(given.y());
  }

  @Test
  void ofVeryManyRowsThereAreNone() {
    double[][] many = new double[1002][1001];
    many[0][0] = 1;
    assertThat(PrincipalComponents.of(many, null)).isEmpty();
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    double[][] x = centred(40, 10, 4);
    double[][] turned =
        Arrays.stream(x)
            .map(f -> IntStream.range(0, 10).mapToDouble(i -> f[9 - i]).toArray())
            .toArray(double[][]::new);
    double[][] axes = of(x).axes();
    double[][] others = of(turned).axes();
    for (int c = 0; c < axes.length; c++) {
      assertThat(others[c]).containsExactly(axes[c], within(1e-6));
    }
  }

  /** Inner products of all rows are those of components that are of the given rows alone. */
  @Test
  void seenFromSomeRowsAllAreWhatTheirOwnComponentsWouldSay() {
    double[][] x = centred(30, 9, 5);
    Points all = new Points(of(x).at(x), new double[9]);
    double[][] seen = PrincipalComponents.seenFrom(all.range(0, 5)).apply(all).x();
    double[][] own = new double[30][];
    Arrays.setAll(
        own,
        k -> {
          double mean = Arrays.stream(x[k], 0, 5).average().orElseThrow();
          return Arrays.stream(x[k]).map(v -> v - mean).toArray();
        });
    double[][] given = Arrays.stream(own).map(f -> Arrays.copyOf(f, 5)).toArray(double[][]::new);
    double[][] z = of(given).at(own);
    assertThat(z).hasDimensions(4, 9);
    double scale = product(seen, 0, 0) / product(z, 0, 0);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 9; j++) {
        assertThat(scale * product(z, i, j))
            .isCloseTo(product(seen, i, j), within(ROUNDING * product(seen, 0, 0)));
      }
    }
  }

  @Test
  void aFileMayNotSayJustAnything() {
    PrincipalComponents components = of(centred(8, 5, 6));
    assertThat(components.areOf(8)).isTrue();
    assertThat(components.areOf(7)).isFalse();
    assertThat(new PrincipalComponents(0, new byte[0]).areOf(8)).isFalse();
    byte[] infinite = components.floats().clone();
    infinite[3] = 0x7f; // the exponent of the first, in its highest bytes
    infinite[2] = (byte) 0x80;
    assertThat(new PrincipalComponents(components.count(), infinite).areOf(8)).isFalse();
  }
}
