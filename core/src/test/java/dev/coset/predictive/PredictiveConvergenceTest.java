package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictiveConvergenceTest {

  private static Predictive chain(double sigma, double... f) {
    return Predictive.of(new double[][] {f}, new double[] {sigma});
  }

  @Test
  void divergenceOfTwoNormalsIsTheKnownOne() {
    DensityGrid p = new DensityGrid(2, -3, 3, 128);
    DensityGrid q = new DensityGrid(2, -3, 3, 128);
    p.add(chain(0.2, 0.1, 0), 1);
    q.add(chain(0.3, -0.2, 0), 1);
    double sameMean = Math.log(0.3 / 0.2) + 0.04 / (2 * 0.09) - 0.5;
    double shifted = sameMean + 0.09 / (2 * 0.09);
    assertThat(p.divergenceFrom(q)).isCloseTo((sameMean + shifted) / 2, within(1e-9));
    assertThat(p.divergenceFrom(p)).isZero();
  }

  /** Noise as fine as the grid's step still gives seven digits. */
  @Test
  void theGridIsFineEnoughForItsFinestNoise() {
    double sigma = 6.0 / 127;
    DensityGrid p = new DensityGrid(1, -3, 3, 128);
    DensityGrid q = new DensityGrid(1, -3, 3, 128);
    p.add(chain(sigma, 0.011), 1);
    q.add(chain(sigma, 0.011 + sigma), 1);
    assertThat(p.divergenceFrom(q)).isCloseTo(0.5, within(1e-6));
  }

  /** Half the mass lies where the density before was exp(-gap^2 / 2) of its height. */
  @ParameterizedTest
  @ValueSource(doubles = {10, 30, 50, 200})
  void aFunctionFarFromAllOthersCountsInFull(double gap) {
    double sigma = 0.01;
    PredictiveConvergence convergence = new PredictiveConvergence(1);
    assertThat(convergence.add(chain(sigma, -1))).isInfinite();
    double divergence = convergence.add(chain(sigma, -1 + gap * sigma));
    double expected = Math.log(0.5) + gap * gap / 4;
    assertThat(divergence).isCloseTo(expected, within(1e-6 * expected));
  }

  @Test
  void likeChainsChangeNothing() {
    PredictiveConvergence convergence = new PredictiveConvergence(3);
    for (int c = 0; c < 9; c++) {
      convergence.add(chain(0.3, 0, 1, -1));
    }
    assertThat(convergence.consecutive()).hasSize(8);
    for (double divergence : convergence.consecutive()) {
      assertThat(divergence).isLessThan(1e-15);
    }
    assertThat(convergence.halfToAll()).isLessThan(1e-15);
  }

  /** To 2e-4: with few chains the log ratio has kinks, where one normal takes over from another. */
  @Test
  void agreesWithQuadratureOfTheMixtures() {
    UniformRandomProvider random = Mixtures.random(4);
    int chains = 13;
    int inputs = 4;
    double[][] f = new double[chains][inputs];
    double[] sigma = new double[chains];
    PredictiveConvergence convergence = new PredictiveConvergence(inputs);
    for (int c = 0; c < chains; c++) {
      for (int i = 0; i < inputs; i++) {
        f[c][i] = 2 * random.nextDouble() - 1;
      }
      sigma[c] = 0.1 + 0.1 * random.nextDouble();
      convergence.add(chain(sigma[c], f[c]));
    }
    for (int n = 2; n <= chains; n++) {
      double expected = divergence(f, sigma, n, n - 1);
      assertThat(convergence.consecutive()[n - 2]).isCloseTo(expected, within(2e-4 * expected));
    }
    double expected = divergence(f, sigma, chains, chains / 2);
    assertThat(convergence.halfToAll()).isCloseTo(expected, within(2e-4 * expected));
  }

  /** KL(first n chains || first m chains), averaged over inputs, the slow way. */
  private static double divergence(double[][] f, double[] sigma, int n, int m) {
    double total = 0;
    for (int i = 0; i < f[0].length; i++) {
      GaussianMixture p = first(f, sigma, n, i);
      GaussianMixture q = first(f, sigma, m, i);
      total +=
          Mixtures.integral(p, y -> p.density(y) * (p.logDensity(y) - q.logDensity(y)))
              / f[0].length;
    }
    return total;
  }

  private static GaussianMixture first(double[][] f, double[] sigma, int count, int input) {
    double[] means = new double[count];
    double[] sds = new double[count];
    for (int c = 0; c < count; c++) {
      means[c] = f[c][input];
      sds[c] = sigma[c];
    }
    return GaussianMixture.of(means, sds);
  }

  @Test
  void refinesWhenNoiseBecomesSmall() {
    PredictiveConvergence late = new PredictiveConvergence(2);
    late.add(chain(0.3, 0, 1));
    late.add(chain(0.25, 0.2, 1));
    assertThat(late.y()).hasSize(128);
    double divergence = late.add(chain(0.02, 0.5, 0.5));
    assertThat(late.y()).hasSize(509);

    double[][] f = {{0, 1}, {0.2, 1}, {0.5, 0.5}};
    double expected = divergence(f, new double[] {0.3, 0.25, 0.02}, 3, 2);
    assertThat(divergence).isCloseTo(expected, within(1e-4 * expected));
  }

  /** However often it was asked before, and on whatever grid. */
  @Test
  void theHalvesAreTheSameWhoeverAskedBefore() {
    UniformRandomProvider random = Mixtures.random(8);
    PredictiveConvergence often = new PredictiveConvergence(2);
    PredictiveConvergence once = new PredictiveConvergence(2);
    List<Supplier<Predictive>> chains = new ArrayList<>();
    for (int c = 0; c < 20; c++) {
      double sigma = c == 11 ? 0.02 : 0.3;
      Predictive chain = chain(sigma, random.nextDouble(), random.nextDouble());
      often.add(chain);
      once.add(chain);
      chains.add(() -> chain);
      often.halfToAll();
      assertThat(PredictiveConvergence.halfToAll(2, chains)).isEqualTo(often.halfToAll());
    }
    assertThat(often.halfToAll()).isPositive().isEqualTo(once.halfToAll());
  }

  @Test
  void theDensityIsThatOfTheMixture() {
    PredictiveConvergence convergence = new PredictiveConvergence(1);
    convergence.add(chain(0.2, 0.4));
    convergence.add(chain(0.3, -1));
    GaussianMixture mixture = GaussianMixture.of(new double[] {0.4, -1}, new double[] {0.2, 0.3});
    double[] y = convergence.y();
    assertThat(y[0]).isEqualTo(-3);
    assertThat(y[127]).isCloseTo(3, within(1e-14));
    for (int c = 0; c < y.length; c++) {
      assertThat(convergence.density()[0][c]).isCloseTo(mixture.density(y[c]), within(1e-13));
    }
  }

  @Test
  void aChainCountsAsItsWeightSays() {
    PredictiveConvergence weighted = new PredictiveConvergence(1);
    weighted.add(() -> chain(0.2, 0.4), 0.1);
    double divergence = weighted.add(() -> chain(0.3, -1), 0.3);
    var parts = List.of(chain(0.2, 0.4), chain(0.3, -1));
    var p = (GaussianMixture) Predictive.mixed(parts, new double[] {0.25, 0.75}).number(0);
    NumberDistribution q = parts.getFirst().number(0);
    double[] y = weighted.y();
    for (int c = 0; c < y.length; c++) {
      assertThat(weighted.density()[0][c]).isCloseTo(p.density(y[c]), within(1e-13));
    }
    double expected = Mixtures.integral(p, v -> p.density(v) * (p.logDensity(v) - q.logDensity(v)));
    assertThat(divergence).isCloseTo(expected, within(1e-4 * expected));
  }

  /** A cell whose sum rises out of underflow in steps, none of which outweighs all before it. */
  @Test
  void densitiesThatComeNearerAddUp() {
    double sigma = 0.02;
    PredictiveConvergence convergence = new PredictiveConvergence(1);
    double[] means = new double[30];
    double[] sds = new double[30];
    for (int c = 0; c < 30; c++) {
      means[c] = 2 - sigma * Math.sqrt(2 * 30 * (29 - c));
      sds[c] = sigma;
      convergence.add(chain(sigma, means[c]));
    }
    GaussianMixture mixture = GaussianMixture.of(means, sds);
    double[] y = convergence.y();
    for (int c = 0; c < y.length; c++) {
      double expected = mixture.density(y[c]);
      assertThat(convergence.density()[0][c])
          .isCloseTo(expected, within(1e-10 * expected + 1e-290));
    }
  }

  @Test
  void drawsOfAChainCountLikeChains() {
    PredictiveConvergence together = new PredictiveConvergence(2);
    together.add(chain(0.2, 0, 1));
    together.add(Predictive.of(new double[][] {{1, 1}, {0.5, 0}}, new double[] {0.3, 0.4}));
    PredictiveConvergence apart = new PredictiveConvergence(2);
    apart.add(chain(0.2, 0, 1));
    apart.add(chain(0.3, 1, 1));
    apart.add(chain(0.4, 0.5, 0));
    assertThat(together.density()).isDeepEqualTo(apart.density());
    assertThat(together.chains()).isEqualTo(2);
    assertThat(together.halfToAll()).isEqualTo(together.consecutive()[0]);
  }

  /**
   * Independent chains: the consecutive divergence falls like n^-2, that of the halves like 1/n.
   */
  @Test
  void settlesAtTheRateOfIndependentChains() {
    var normal = ZigguratSampler.NormalizedGaussian.of(Mixtures.random(21));
    PredictiveConvergence convergence = new PredictiveConvergence(20);
    double atHundred = 0;
    for (int c = 0; c < 800; c++) {
      double[] f = new double[20];
      for (int i = 0; i < f.length; i++) {
        f[i] = 0.3 * normal.sample();
      }
      convergence.add(chain(0.3, f));
      if (c == 99) {
        atHundred = convergence.halfToAll();
      }
    }
    double early = meanOf(convergence.consecutive(), 90, 110);
    double late = meanOf(convergence.consecutive(), 720, 880);
    assertThat(early / late).isBetween(40.0, 100.0); // 64 but for noise
    assertThat(atHundred / convergence.halfToAll()).isBetween(4.0, 16.0); // 8 but for noise
  }

  private static double meanOf(double[] values, int from, int to) {
    int last = Math.min(to, values.length);
    double sum = 0;
    for (int i = from; i < last; i++) {
      sum += values[i];
    }
    return sum / (last - from);
  }

  /**
   * To first order KL(all || first half) is what all fall short of very many: here y ~ N(b, 1) with
   * b ~ N(0, 0.3^2), so that very many give N(0, 1.09). Means of 400, whose errors are below 5%.
   */
  @Test
  void theFirstHalfIsAsFarFromAllAsAllFromVeryMany() {
    var normal = ZigguratSampler.NormalizedGaussian.of(Mixtures.random(11));
    double total = Math.sqrt(1.09);
    double half = 0;
    double missing = 0;
    for (int i = 0; i < 400; i++) {
      var convergence = new PredictiveConvergence(1, -6, 6);
      double[] means = new double[8];
      for (int c = 0; c < means.length; c++) {
        means[c] = 0.3 * normal.sample();
        convergence.add(chain(1, means[c]));
      }
      double[] sds = new double[means.length];
      Arrays.fill(sds, 1);
      var all = GaussianMixture.of(means, sds);
      var limit = GaussianMixture.of(new double[] {0}, new double[] {total});
      for (double y = -6; y <= 6; y += 0.05) {
        double log = limit.logDensity(y);
        missing += 0.05 * Math.exp(log) * (log - all.logDensity(y)) / 400;
      }
      half += convergence.halfToAll() / 400;
    }
    assertThat(half / missing).isCloseTo(1, within(0.15));
  }

  @Test
  void looksAtThePapersGridOrAtTrainingInputs() {
    double[][] one = PredictiveConvergence.inputsFor(new double[1][1000]);
    assertThat(one[0]).hasSize(128).isSorted();
    assertThat(one[0][0]).isEqualTo(-3);
    assertThat(one[0][127]).isCloseTo(3, within(1e-14));

    double[][] train = new double[2][1000];
    for (int i = 0; i < 1000; i++) {
      train[0][i] = i;
      train[1][i] = -i;
    }
    double[][] picked = PredictiveConvergence.inputsFor(train);
    assertThat(picked[0]).hasSize(256).isSorted().doesNotHaveDuplicates();
    for (int i = 0; i < 256; i++) {
      assertThat(picked[1][i]).isEqualTo(-picked[0][i]);
    }
    assertThat(PredictiveConvergence.inputsFor(new double[3][40])[2]).hasSize(40);
  }

  @Test
  void isNotSettledBeforeTwoChains() {
    PredictiveConvergence convergence = new PredictiveConvergence(1);
    assertThat(convergence.halfToAll()).isInfinite();
    convergence.add(chain(1, 0));
    assertThat(convergence.halfToAll()).isInfinite();
    assertThat(convergence.consecutive()).isEmpty();
    assertThatThrownBy(() -> convergence.add(chain(1, 0, 0)))
        .hasMessageContaining("given at 2 inputs");
  }

  /** Halved until it is no larger, in a thousand cells at the most. */
  @Test
  void theStepIsNoLargerThanTheNoise() {
    int cells = 128;
    for (double intervals = 127; intervals <= 1016; intervals *= 2) {
      assertThat(grid(6 / intervals)).hasSize(cells);
      assertThat(grid(6 / (intervals + 0.5))).hasSize(Math.min(2 * cells - 1, 1017));
      cells = 2 * cells - 1;
    }
    assertThat(grid(1e-6)).hasSize(1017);
    assertThat(grid(100)).hasSize(128);
  }

  private static double[] grid(double sigma) {
    PredictiveConvergence convergence = new PredictiveConvergence(1);
    convergence.add(chain(sigma, 0));
    return convergence.y();
  }

  @Test
  void anEmptyGridIsRefused() {
    assertThatThrownBy(() -> new PredictiveConvergence(0)).hasMessageContaining("is empty");
    assertThatThrownBy(() -> new PredictiveConvergence(1, 2, 2)).hasMessageContaining("is empty");
    assertThat(new PredictiveConvergence(1, 2, 2.1).chains()).isZero();
  }
}
