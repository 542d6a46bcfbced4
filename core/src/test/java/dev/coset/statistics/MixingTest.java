package dev.coset.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixingTest {

  private static double[][] autoregressive(int chains, int draws, double phi, long seed) {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
    double[][] x = new double[chains][draws];
    for (double[] chain : x) {
      chain[0] = normal.sample() / Math.sqrt(1 - phi * phi);
      for (int t = 1; t < draws; t++) {
        chain[t] = phi * chain[t - 1] + normal.sample();
      }
    }
    return x;
  }

  @Test
  void ranksSeeNoIncreasingFunction() {
    double[][] x = autoregressive(4, 60, 0.5, 1);
    double[][] exp = ChainArray.map(x, Math::exp);
    assertThat(Rhat.bulk(exp)).isEqualTo(Rhat.bulk(x));
    assertThat(EffectiveSampleSize.bulk(exp)).isEqualTo(EffectiveSampleSize.bulk(x));
    assertThat(EffectiveSampleSize.tail(exp)).isEqualTo(EffectiveSampleSize.tail(x));
  }

  @Test
  void theOrderOfChainsDoesNotMatter() {
    double[][] x = autoregressive(5, 40, 0.5, 2);
    double[][] y = x.clone();
    Collections.reverse(Arrays.asList(y));
    assertThat(Rhat.rank(y)).isCloseTo(Rhat.rank(x), within(1e-12));
    assertThat(EffectiveSampleSize.mean(y)).isCloseTo(EffectiveSampleSize.mean(x), within(1e-9));
  }

  /**
   * The mean of an AR(1) chain of N draws is worth N (1 - phi) / (1 + phi) draws; the estimate is
   * good to some percent.
   */
  @ParameterizedTest
  @ValueSource(doubles = {-0.5, 0, 0.3, 0.8})
  void effectiveSampleSizeOfAnAutoregression(double phi) {
    int size = 8 * 2500;
    double ess = EffectiveSampleSize.mean(autoregressive(8, 2500, phi, 3));
    double expected = size * (1 - phi) / (1 + phi);
    assertThat(ess).isBetween(0.85 * expected, 1.15 * expected);
  }

  /** Over many repetitions the mean of all draws spreads as the standard error says. */
  @Test
  void theStandardErrorIsTheSpreadOfMeans() {
    int repetitions = 400;
    double square = 0;
    double predicted = 0;
    for (int i = 0; i < repetitions; i++) {
      double[][] x = autoregressive(4, 200, 0.6, 100 + i);
      double mean = ChainArray.mean(ChainArray.pooled(x));
      square += mean * mean / repetitions;
      predicted += Math.pow(EffectiveSampleSize.standardErrorOfMean(x), 2) / repetitions;
    }
    // the variance of a variance estimate is 2 / n: four standard errors, and 5% for the bias of
    // the estimate
    assertThat(square / predicted).isCloseTo(1, within(4 * Math.sqrt(2.0 / repetitions) + 0.05));
  }

  @Test
  void foldingSeesScaleAndChainsAloneSeeADrift() {
    double[][] x = autoregressive(4, 200, 0, 4);
    double[][] wide = x.clone();
    wide[0] = Arrays.stream(x[0]).map(v -> 6 * v).toArray();
    assertThat(Rhat.bulk(wide)).isLessThan(1.02);
    assertThat(Rhat.folded(wide)).isGreaterThan(1.1);
    double[] drifting = IntStream.range(0, 200).mapToDouble(t -> x[0][t] + 0.02 * t).toArray();
    assertThat(Rhat.chainWise(x[0])).isLessThan(1.05);
    assertThat(Rhat.chainWise(drifting)).isGreaterThan(1.3);
  }

  /** Four superchains of two chains of one draw, by hand: B = 5/3 x 4 = 20/3, W = 1/2. */
  @Test
  void nestedRhatOfSingleDraws() {
    double[][] x = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};
    int[] superchain = {0, 0, 1, 1, 2, 2, 3, 3};
    assertThat(Rhat.nested(x, superchain)).isCloseTo(Math.sqrt(1 + 20.0 / 3 / 0.5), within(1e-12));
    assertThat(Rhat.nestedRank(x, superchain)).isGreaterThan(2);
    double[][] shuffled = {{0}, {4}, {5}, {1}, {6}, {2}, {3}, {7}};
    assertThat(Rhat.nestedRank(shuffled, superchain)).isLessThan(1.5);
  }

  /**
   * The variance between superchains of independent chains is that inside them divided by their
   * size.
   */
  @Test
  void nestedRhatFallsToOneWithTheSizeOfSuperchains() {
    for (int size : new int[] {4, 16, 64}) {
      double[][] x = autoregressive(200 * size, 1, 0, 5);
      int[] superchain = IntStream.range(0, x.length).map(c -> c / size).toArray();
      double between = Math.pow(Rhat.nested(x, superchain), 2) - 1;
      // of 200 means: four standard errors of their variance
      assertThat(between * size).isCloseTo(1, within(4 * Math.sqrt(2.0 / 199) + 0.02));
    }
  }

  @Test
  void chainsOfOneDrawHaveWhatExistsForThem() {
    double[][] x = autoregressive(16, 1, 0, 6);
    var alone = MixingSummary.of(x);
    assertThat(alone.rhat()).isEmpty();
    assertThat(alone.essBulk()).isEmpty();
    assertThat(alone.nestedRhat()).isEmpty();
    var grouped = MixingSummary.of(x, IntStream.range(0, 16).map(c -> c / 4).toArray());
    assertThat(grouped.nestedRhat()).isPresent();
    assertThat(grouped.rhat()).isEmpty();
    var oneChain = MixingSummary.of(autoregressive(1, 50, 0, 7));
    assertThat(oneChain.rhat()).isEmpty();
    assertThat(oneChain.worstChainWise()).isPresent();
    assertThat(oneChain.essTail()).isPresent();
    assertThat(Ebfmi.of(new double[] {3})).isNaN();
    assertThat(Rhat.rank(new double[0][])).isNaN();
  }

  @Test
  void unlikeChainsGetAClearSentence() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rhat.rank(new double[][] {new double[5], new double[6]}))
        .withMessageContaining("5 and 6 draws");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rhat.nested(new double[3][5], new int[] {0, 0, 1}))
        .withMessageContaining("Superchains have 2 and 1 chains");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rhat.nested(new double[3][5], new int[] {0, 0}))
        .withMessageContaining("3 chains need as many");
  }
}
