package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainBudgetTest {

  /** The promise is 1e-9. */
  private static final double RELATIVE = 1e-11;

  @Test
  void thePapersNumberComesFromUnroundedHalfNormalWeights() {
    var budget = ChainBudget.halfNormal(3);
    assertThat(budget.modeProbabilities())
        .containsExactly(new double[] {0.56652, 0.35049, 0.08299}, within(5e-6));
    assertThat(budget.expected()).isCloseTo(12.7309, within(5e-5));
    assertThat(budget.markov(0.99)).isEqualTo(1274);
    assertThat(budget.exact(0.99)).isEqualTo(54);
  }

  @Test
  void thePrintedWeightsGiveMoreChains() {
    var budget = new ChainBudget(new double[] {0.57, 0.35, 0.08});
    assertThat(budget.expected()).isCloseTo(13.1605, within(5e-5));
    assertThat(budget.markov(0.99)).isEqualTo(1317);
    assertThat(budget.exact(0.99)).isEqualTo(56);
  }

  @Test
  void oneModeNeedsOneChain() {
    var budget = ChainBudget.halfNormal(1);
    assertThat(budget).isEqualTo(ChainBudget.uniform(1));
    assertThat(budget.expected()).isCloseTo(1, within(1e-14));
    assertThat(budget.exact(0.999)).isEqualTo(1);
    assertThat(budget.markov(0.9)).isEqualTo(10);
    assertThat(budget.missing(0)).isEqualTo(1);
    assertThat(budget.missing(1)).isZero();
    assertThat(budget.probability(ChainBudget.MOST_CHAINS)).isEqualTo(1);
  }

  /**
   * E[G] of K equal modes is K times a harmonic number; 3 for two modes, so Markov's bound is a
   * whole number.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 0.9, 30",
    "2, 0.99, 300",
    "2, 0.999, 3000",
    "2, 0.9999, 30000",
    "2, 0.7, 10",
    "1, 0.95, 20",
    "1, 0.8, 5"
  })
  void roundingAddsNoChainToMarkovsBound(int modes, double confidence, long chains) {
    assertThat(ChainBudget.uniform(modes).markov(confidence)).isEqualTo(chains);
  }

  /** Two equal modes: P(G > n) = 2^(1 - n), which meets these confidences exactly. */
  @ParameterizedTest
  @CsvSource({"0.5, 2", "0.75, 3", "0.9375, 5", "0.9990234375, 11", "0.4, 2", "0.51, 3"})
  void theExactNumberIsTheSmallest(double confidence, long chains) {
    assertThat(ChainBudget.uniform(2).exact(confidence)).isEqualTo(chains);
  }

  static IntStream latticeModes() {
    return IntStream.of(1, 2, 3, 5, 8, 13, 20, 25, 30);
  }

  /**
   * Inclusion and exclusion at 340 digits, for half-normal and for uniform weights and for weights
   * 1, 2, 3, ....
   */
  @ParameterizedTest
  @MethodSource("latticeModes")
  void agreesWithInclusionAndExclusionInManyDigits(int modes) {
    int[] halfNormal =
        Arrays.stream(ChainBudget.halfNormal(modes).modeProbabilities())
            .mapToInt(p -> (int) Math.rint(300 * p))
            .toArray();
    int[] uniform = IntStream.range(0, modes).map(i -> 1).toArray();
    int[] triangular = IntStream.rangeClosed(1, modes).toArray();
    for (int[] weights : new int[][] {halfNormal, uniform, triangular}) {
      var reference = new Lattice(weights);
      var budget = new ChainBudget(reference.probabilities());
      assertThat(budget.expected()).isCloseTo(reference.expected(), withinPercentage(100 * 1e-12));
      for (int n : new int[] {modes, modes + 1, 20, 54, 200, 1000, 2500}) {
        BigDecimal seen = reference.seen(n);
        double missing = BigDecimal.ONE.subtract(seen).doubleValue();
        assertThat(budget.missing(n)).as("P(G > %d) of %s", n, budget).satisfies(closeTo(missing));
        assertThat(budget.probability(n))
            .as("P(G <= %d) of %s", n, budget)
            .satisfies(closeTo(seen.doubleValue()));
      }
    }
  }

  /** The two ways to the tail share no step: a sum over counts and an integral over a circle. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 15, 30})
  void theDynamicProgrammeAndTheIntegralAgree(int modes) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(modes);
    for (int trial = 0; trial < 10; trial++) {
      double skew = trial % 5 * 2;
      double[] p = random.doubles(modes).map(u -> Math.pow(u, skew) + 1e-9).toArray();
      double sum = Arrays.stream(p).sum();
      Arrays.setAll(p, i -> p[i] / sum);
      for (int n = modes; n < 900 && CouponTail.sumOfMissing(p, n) > 1e-15; n += 1 + n / 3) {
        var direct = CouponTail.byDynamicProgramme(p, n);
        var integral = CouponIntegral.tail(p, n);
        assertThat(integral.missing())
            .as("n = %d, p = %s", n, Arrays.toString(p))
            .satisfies(closeTo(direct.missing()));
        assertThat(integral.seen())
            .as("n = %d, p = %s", n, Arrays.toString(p))
            .satisfies(closeTo(direct.seen()));
        assertThat(direct.seen() + direct.missing()).isCloseTo(1, within(1e-11));
      }
    }
  }

  /** A rare mode that takes millions of chains: P(G > n) = (1 - p)^n + p^n for two modes. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-5, 1e-6})
  void rareModesAreExactToo(double rare) {
    var budget = new ChainBudget(new double[] {1 - rare, rare});
    long exact = (long) Math.ceil(Math.log(0.01) / Math.log1p(-rare));
    assertThat(budget.exact(0.99)).isEqualTo(exact);
    for (long n : new long[] {exact / 100, exact, 7 * exact, 50 * exact}) {
      assertThat(budget.missing(n)).satisfies(closeTo(Math.exp(n * Math.log1p(-rare))));
    }
    assertThat(budget.probability(5)).satisfies(closeTo(-Math.expm1(5 * Math.log1p(-rare))));
    assertThat(budget.expected()).satisfies(closeTo(1 / rare + rare / (1 - rare)));
  }

  /**
   * Simulation of 20 000 collectors: each empirical tail within four standard errors of the exact
   * one.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 8, 20})
  void simulatedCollectorsAgree(int modes) {
    var budget = ChainBudget.halfNormal(modes);
    double[] p = budget.modeProbabilities();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1274 + modes);
    int trials = 20_000;
    int[] needed = new int[trials];
    for (int trial = 0; trial < trials; trial++) {
      needed[trial] = collect(p, random);
    }
    for (double confidence : new double[] {0.1, 0.5, 0.9, 0.99}) {
      long n = budget.exact(confidence);
      assertThat(budget.probability(n)).isGreaterThanOrEqualTo(confidence);
      assertThat(budget.probability(n - 1)).isLessThan(confidence);
      double q = budget.missing(n);
      double simulated = Arrays.stream(needed).filter(g -> g > n).count() / (double) trials;
      assertThat(simulated).isCloseTo(q, within(4 * Math.sqrt(q * (1 - q) / trials)));
    }
    double mean = Arrays.stream(needed).average().orElseThrow();
    double variance =
        Arrays.stream(needed).mapToDouble(g -> (g - mean) * (g - mean)).sum() / (trials - 1);
    assertThat(mean).isCloseTo(budget.expected(), within(4 * Math.sqrt(variance / trials)));
  }

  private static int collect(double[] p, UniformRandomProvider random) {
    boolean[] met = new boolean[p.length];
    int left = p.length;
    for (int chains = 1; ; chains++) {
      double u = random.nextDouble();
      int mode = 0;
      while (mode < p.length - 1 && u >= p[mode]) {
        u -= p[mode++];
      }
      left -= met[mode] ? 0 : 1;
      met[mode] = true;
      if (left == 0) {
        return chains;
      }
    }
  }

  @Test
  void markovsBoundHoldsAndIsLoose() {
    var budget = ChainBudget.halfNormal(5);
    for (long n = 0; n < 2000; n = 2 * n + 1) {
      assertThat(budget.markovLower(n)).isBetween(0.0, budget.probability(n));
    }
    assertThat(budget.exact(0.99)).isLessThan(budget.markov(0.99));
  }

  @Test
  void manyModesAndManyChainsStillGetAnAnswer() {
    // About K e^(-n / K) modes are missing: n = K (log K + log 100), up to the discreteness of a
    // chain.
    int modes = 2000;
    double n = modes * (Math.log(modes) - Math.log(-Math.log(0.99)));
    assertThat(ChainBudget.uniform(modes).exact(0.99))
        .isCloseTo(Math.round(n), withinPercentage(0.1));
    assertThat(ChainBudget.halfNormal(30).missing(ChainBudget.MOST_CHAINS)).isZero();
  }

  @Test
  void badProbabilitiesGetAClearSentence() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChainBudget(new double[0]))
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChainBudget.halfNormal(0))
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChainBudget.uniform(-3))
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChainBudget.uniform(1 << 30))
        .withMessageContaining("too many");
    for (double bad : new double[] {0, -0.1, Double.NaN, 1.5, Double.POSITIVE_INFINITY, 1e-301}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ChainBudget(new double[] {0.5, bad, 0.5}))
          .withMessageContaining("mode probability is " + bad);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChainBudget(new double[] {0.5, 0.25}))
        .withMessageContaining("sum to 0.75, not 1");
    var budget = ChainBudget.halfNormal(3);
    for (double bad : new double[] {0, 1, -1, 2, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> budget.exact(bad))
          .withMessageContaining("Confidence is " + bad);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> budget.markov(bad))
          .withMessageContaining("between 0 and 1");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> budget.missing(-1))
        .withMessageContaining("number of chains is -1");
    var hopeless = new ChainBudget(new double[] {1, 1e-30});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hopeless.exact(0.5))
        .withMessageContaining("1.0E-30");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hopeless.markov(0.5))
        .withMessageContaining("1.0E-30");
    assertThat(hopeless.expected()).satisfies(closeTo(1e30));
  }

  @Test
  void limitsAreInclusive() {
    assertThat(new ChainBudget(new double[] {1}).probability(1)).isEqualTo(1);
    assertThat(new ChainBudget(new double[] {1 - 1e-10, 1e-300}).modeProbabilities()).hasSize(2);
    assertThat(ChainBudget.uniform(10_000).modeProbabilities()).hasSize(10_000);
    assertThatIllegalArgumentException().isThrownBy(() -> ChainBudget.uniform(10_001));
    var budget = ChainBudget.uniform(2);
    assertThat(budget.markovLower(2)).isZero(); // E[G] = 3
    assertThat(budget.markovLower(4)).isCloseTo(0.25, within(1e-12));
    for (long bad : new long[] {-1, ChainBudget.MOST_CHAINS + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> budget.probability(bad));
      assertThatIllegalArgumentException().isThrownBy(() -> budget.missing(bad));
      assertThatIllegalArgumentException().isThrownBy(() -> budget.markovLower(bad));
    }
  }

  @Test
  void isAValueOfItsProbabilities() {
    double[] given = {0.25, 0.75};
    var budget = new ChainBudget(given);
    var same = new ChainBudget(given);
    given[0] = 0.5;
    budget.modeProbabilities()[0] = 0.5;
    assertThat(budget.modeProbabilities()).containsExactly(0.25, 0.75);
    assertThat(budget)
        .isEqualTo(same)
        .hasSameHashCodeAs(same)
        .isNotEqualTo(ChainBudget.uniform(2))
        .doesNotHaveSameHashCodeAs(ChainBudget.uniform(2))
        .isNotEqualTo(given)
        .hasToString("ChainBudget[0.25, 0.75]");
  }

  /** {@code n! e^n / n^n}, across the place where the series takes over from the product. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 100})
  void stirlingsSeriesIsTheFactorial(int n) {
    double logFactorial = IntStream.rangeClosed(2, n).mapToDouble(Math::log).sum();
    assertThat(CouponIntegral.logStirling(n))
        .isCloseTo(logFactorial + n - n * Math.log(n), within(1e-12));
  }

  /** Relative agreement; below 1e-290 doubles lose digits of their own. */
  private static org.assertj.core.api.ThrowingConsumer<Double> closeTo(double expected) {
    return actual ->
        assertThat(actual)
            .isCloseTo(expected, within(Math.max(RELATIVE * Math.abs(expected), 1e-298)));
  }

  /**
   * Probabilities that are whole multiples of 1 / W, so that the 2^K subsets fall into at most W +
   * 1 classes of equal sum: the coefficients of {@code product over i of (1 - x^w_i)}.
   */
  private record Lattice(int[] weights) {
    /** Enough for tails of 1e-300 beside terms of 2^30. */
    private static final MathContext DIGITS = new MathContext(340);

    int total() {
      return Arrays.stream(weights).sum();
    }

    double[] probabilities() {
      return Arrays.stream(weights).mapToDouble(w -> (double) w / total()).toArray();
    }

    /** By sum s, the number of subsets of even size less those of odd size. */
    private BigInteger[] signedSubsets() {
      BigInteger[] count = new BigInteger[total() + 1];
      Arrays.fill(count, BigInteger.ZERO);
      count[0] = BigInteger.ONE;
      for (int weight : weights) {
        for (int s = total(); s >= weight; s--) {
          count[s] = count[s].subtract(count[s - weight]);
        }
      }
      return count;
    }

    /** {@code (1 - Pi_J)^n} summed with signs over the subsets J. */
    BigDecimal seen(int n) {
      BigInteger[] count = signedSubsets();
      BigDecimal total = new BigDecimal(total());
      BigDecimal sum = BigDecimal.ZERO;
      for (int s = 0; s <= total(); s++) {
        if (count[s].signum() != 0) {
          BigDecimal power = new BigDecimal(total() - s).divide(total, DIGITS).pow(n, DIGITS);
          sum = sum.add(new BigDecimal(count[s]).multiply(power));
        }
      }
      return sum;
    }

    /** The paper's Proposition 2. */
    double expected() {
      BigInteger[] count = signedSubsets();
      BigDecimal sum = BigDecimal.ZERO;
      for (int s = 1; s <= total(); s++) {
        sum =
            sum.subtract(
                new BigDecimal(count[s])
                    .multiply(new BigDecimal(total()))
                    .divide(new BigDecimal(s), DIGITS));
      }
      return sum.doubleValue();
    }
  }
}
