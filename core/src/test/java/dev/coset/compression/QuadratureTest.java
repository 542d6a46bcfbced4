package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuadratureTest {
  private static final double[][] ONE_INPUT = {{0}};

  private static double fine(PredictiveDistribution p, PredictiveDistribution q) {
    return Quadrature.fine(x -> Predictive.of(List.of(p)), ONE_INPUT, View::target, 1)
        .divergence(x -> Predictive.of(List.of(q)), ONE_INPUT, 1)
        .mean();
  }

  private static GaussianMixture normal(double mean, double sd) {
    return GaussianMixture.of(new double[] {mean}, new double[] {sd});
  }

  /** {@code log(t/s) + (s^2 + (m - n)^2) / 2t^2 - 1/2}. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0, 1", "0, 1, 0.1, 1.1", "3, 0.2, 1, 2", "-1, 2, 0, 1.5"})
  void ofNormalsItIsTheClosedForm(double m, double s, double n, double t) {
    double exact = Math.log(t / s) + (s * s + (m - n) * (m - n)) / (2 * t * t) - 0.5;
    assertThat(fine(normal(m, s), normal(n, t))).isCloseTo(exact, within(1e-6 * (1 + exact)));
  }

  /** Against Simpson's rule with steps far below the narrowest component. */
  @Test
  void ofMixturesItIsTheIntegral() {
    var p =
        GaussianMixture.of(
            new double[] {-1, 0.2, 0.25, 2},
            new double[] {0.3, 0.05, 0.07, 0.6},
            new double[] {0.3, 0.2, 0.1, 0.4});
    var q = GaussianMixture.of(new double[] {-1.1, 0.3, 2.1}, new double[] {0.4, 0.2, 0.5});
    int n = 100_000;
    double step = 12.0 / n;
    double sum = 0;
    for (int j = 0; j <= n; j++) {
      double y = -6 + j * step;
      double part = p.density(y) * (p.logDensity(y) - q.logDensity(y));
      sum += part * (j == 0 || j == n ? 1 : j % 2 == 1 ? 4 : 2) * step / 3;
    }
    assertThat(fine(p, q)).isCloseTo(sum, within(1e-5));
  }

  /**
   * Spikes too far apart for a grid, with weights 1 to 200 where the other has equal ones: the
   * divergence is that of the weights. Each spike is a node or two of 512, off by one at most.
   */
  @Test
  void ofSpikesItIsThatOfTheirWeights() {
    int n = 200;
    double[] means = IntStream.range(0, n).mapToDouble(g -> g).toArray();
    double[] sds = IntStream.range(0, n).mapToDouble(g -> 1e-3).toArray();
    double[] weights = IntStream.range(0, n).mapToDouble(g -> (g + 1) / 20100.0).toArray();
    double exact = 0;
    for (double weight : weights) {
      exact += weight * Math.log(weight * n);
    }
    assertThat(fine(GaussianMixture.of(means, sds, weights), GaussianMixture.of(means, sds)))
        .isCloseTo(exact, within(0.01));
  }

  @Test
  void ofClassesItIsTheSum() {
    var p = classes(0.2, 0.5, 0.3);
    var q = classes(0.3, 0.3, 0.4);
    assertThat(fine(p, q))
        .isCloseTo(
            0.2 * Math.log(0.2 / 0.3) + 0.5 * Math.log(0.5 / 0.3) + 0.3 * Math.log(0.3 / 0.4),
            within(1e-12));
    assertThat(fine(p, p)).isZero();
  }

  private static ClassProbabilities classes(double... probabilities) {
    double[] log = new double[probabilities.length];
    for (int k = 0; k < log.length; k++) {
      log[k] = Math.log(probabilities[k]);
    }
    return ClassProbabilities.of(new double[][] {log}, new double[] {1});
  }

  /** Few nodes give the mean of {@code log p/q} to a tenth, which is what steers the choice. */
  @Test
  void fewNodesAreNear() {
    var p = GaussianMixture.of(new double[] {-0.5, 0.5}, new double[] {0.4, 0.6});
    var q = GaussianMixture.of(new double[] {-0.4, 0.8}, new double[] {0.5, 0.5});
    var coarse =
        Quadrature.coarse(x -> Predictive.of(List.of(p)), ONE_INPUT, View::target, 1)
            .divergence(x -> Predictive.of(List.of(q)), ONE_INPUT, 1)
            .mean();
    assertThat(coarse).isCloseTo(fine(p, q), within(0.1 * fine(p, q)));
  }

  /** One draw with all the noise foretells the same target, but knows the function. */
  @Test
  void theFunctionTellsNotKnowingFromNoise() {
    var notKnowing = GaussianMixture.of(new double[] {-1, 1}, new double[] {3, 3});
    var noise = normal(0, Math.sqrt(10));
    assertThat(fine(notKnowing, noise)).isLessThan(1e-3);
    double apart =
        Quadrature.fine(x -> Predictive.of(List.of(notKnowing)), ONE_INPUT, View::function, 1)
            .divergence(x -> Predictive.of(List.of(noise)), ONE_INPUT, 1)
            .mean();
    assertThat(apart).isGreaterThan(0.1);
  }

  private static Quadrature.Nodes nodes(GaussianMixture p) {
    return Quadrature.fine(x -> Predictive.of(List.of(p)), ONE_INPUT, View::target, 1).inputs()[0];
  }

  /** Spikes too far apart for a grid: how many nodes each has, and where in it they lie. */
  @Test
  void aSampleOfSpikesIsStratifiedAndEvenInEach() {
    int n = 40;
    double[] means = IntStream.range(0, n).mapToDouble(g -> g).toArray();
    double[] sds = IntStream.range(0, n).mapToDouble(g -> 1e-4 * (1 + g % 3)).toArray();
    double[] weights = IntStream.range(0, n).mapToDouble(g -> (g + 1) / 820.0).toArray();
    double[] y = nodes(GaussianMixture.of(means, sds, weights)).y();
    double[] below = new double[y.length];
    for (int j = 0; j < y.length; j++) {
      double at = (j + 0.5) / y.length;
      int g = 0;
      for (double cumulated = weights[0]; cumulated < at; cumulated += weights[g]) {
        g++;
      }
      assertThat(Math.round(y[j])).isEqualTo(g);
      below[j] = NormalDistribution.of(g, sds[g]).cumulativeProbability(y[j]);
    }
    Arrays.sort(below);
    for (int j = 0; j < y.length; j++) {
      assertThat(below[j]).isCloseTo((j + 0.5) / y.length, within(0.005)); // 512 at random: 0.06
    }
  }

  /** The shares of a grid sum to 1, and its reach is 6 standard deviations of each component. */
  @Test
  void aGridHoldsTheMassOfAllComponents() {
    var wide = nodes(GaussianMixture.of(new double[] {-3, 5}, new double[] {2, 0.5}));
    assertThat(wide.y()[0]).isEqualTo(-3 - 6 * 2.0);
    assertThat(wide.y()[wide.y().length - 1]).isCloseTo(-3 + 6 * 2.0, within(1e-12));
    assertThat(wide.y()[1] - wide.y()[0]).isLessThanOrEqualTo(0.5 * 0.5);
    assertThat(Arrays.stream(wide.share()).sum()).isCloseTo(1, within(1e-8));
  }

  /** Of a width of 256, a grid needs 512 steps; of a little more it would need too many. */
  @Test
  void aGridOfTooManyNodesIsASample() {
    var grid = nodes(GaussianMixture.of(new double[] {0, 244}, new double[] {1, 1}));
    var sample = nodes(GaussianMixture.of(new double[] {0, 244.1}, new double[] {1, 1}));
    assertThat(grid.y()).hasSize(513).isSorted();
    assertThat(sample.y()).hasSize(512);
    assertThat(sample.share()).containsOnly(1.0 / 512);
  }

  /** 300 inputs come as 128, 128 and 44; 256 as twice 128. */
  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 129, 256, 300})
  void eachInputIsLookedAtOnceSomeAtATime(int count) {
    double[][] x = {IntStream.range(0, count).asDoubleStream().toArray()};
    List<Integer> sizes = new ArrayList<>();
    double[] seen = new double[count];
    int[] looks = new int[count];
    Quadrature.atEach(
        part -> {
          sizes.add(part[0].length);
          return Predictive.of(Arrays.stream(part[0]).mapToObj(at -> normal(at, 1)).toList());
        },
        x,
        1,
        (i, p) -> {
          seen[i] = ((GaussianMixture) p).mean();
          looks[i]++;
        });
    assertThat(seen).isEqualTo(x[0]);
    assertThat(looks).containsOnly(1);
    assertThat(sizes).allMatch(size -> size >= 1 && size <= 128).hasSize((count + 127) / 128);
  }

  /** The sum over nodes of share times ratio is the mass of each component, over all inputs. */
  @Test
  void ratiosAreOfEveryNodeOfEveryInput() {
    double[][] x = {{0, 1, 2}};
    double[] means = {-1, 0.3, 1};
    Function<double[][], Predictive> of =
        at ->
            Predictive.of(
                Arrays.stream(at[0])
                    .mapToObj(
                        v ->
                            GaussianMixture.of(
                                Arrays.stream(means).map(m -> m * v).toArray(),
                                new double[] {1, 1.5, 1.2}))
                    .toList());
    var coarse = Quadrature.coarse(of, x, View::target, 1);
    Quadrature.Ratios ratios = coarse.ratios(of, x, 1);
    assertThat(ratios.ratio()).hasNumberOfRows(coarse.nodes());
    assertThat(ratios.share()).hasSize(coarse.nodes());
    assertThat(coarse.nodes())
        .isEqualTo(Arrays.stream(coarse.inputs()).mapToInt(at -> at.y().length).sum())
        .isGreaterThan(10);
    for (int c = 0; c < 3; c++) {
      double mass = 0;
      for (int j = 0; j < coarse.nodes(); j++) {
        mass += ratios.share()[j] * ratios.ratio()[j][c];
      }
      assertThat(mass).isCloseTo(1, within(1e-3));
    }
  }

  /** The mean, the largest and the number of those at each input. */
  @Test
  void aDivergenceIsOfAllInputs() {
    double[][] x = {{0, 1, 2}};
    Function<double[][], Predictive> p =
        at -> Predictive.of(Arrays.stream(at[0]).mapToObj(v -> normal(0, 1)).toList());
    Function<double[][], Predictive> q =
        at -> Predictive.of(Arrays.stream(at[0]).mapToObj(v -> normal(v, 1)).toList());
    var divergence = Quadrature.fine(p, x, View::target, 1).divergence(q, x, 1);
    assertThat(divergence.mean()).isCloseTo((0 + 0.5 + 2) / 3, within(1e-6));
    assertThat(divergence.max()).isCloseTo(2, within(1e-6));
    assertThat(divergence.inputs()).isEqualTo(3);
  }
}
