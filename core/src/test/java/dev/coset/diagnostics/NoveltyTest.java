package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NoveltyTest {

  private static ChainFunction function(double sigma, double... values) {
    return ChainFunction.of(Predictive.of(new double[][] {values}, new double[] {sigma}));
  }

  @Test
  void aChainIsNovelWhereNoEarlierFunctionIsNear() {
    var novelty = new Novelty();
    assertThat(novelty.add(function(1, 0, 0))).isTrue();
    assertThat(novelty.add(function(1, 0.49, -0.49))).isFalse(); // root mean square 0.49
    assertThat(novelty.add(function(1, 0.98, -0.98)))
        .isFalse(); // near the second, though not the first
    assertThat(novelty.add(function(1, 0, 0.8))).isTrue(); // 0.566 from the first
    assertThat(novelty.add(function(1, 0, 0.7))).isFalse(); // 0.495 from it
    assertThat(novelty.unseenMass(5)).isEqualTo(new UnseenMass(1, 3));
    assertThat(novelty.unseenMass(4)).isEqualTo(new UnseenMass(1, 2));
    assertThat(novelty.isNovel(3)).isTrue();
  }

  @Test
  void theSmallerSigmaDecides() {
    var novelty = new Novelty();
    novelty.add(function(10, 0));
    assertThat(novelty.add(function(0.1, 1))).as("a noisy chain hides nothing").isTrue();
    assertThat(novelty.add(function(10, 5.1)))
        .as("5 from the first, not 0.5 from the second")
        .isTrue();
    assertThat(novelty.add(function(10, 2))).isFalse();
  }

  /** Against the definition, on random walks in function space. */
  @Test
  void agreesWithTheDefinition() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11);
    var novelty = new Novelty(0.7);
    double[][] f = new double[200][3];
    double[] sigma = random.doubles(200, 0.5, 1.5).toArray();
    for (int c = 0; c < 200; c++) {
      f[c] = random.doubles(3, 0, 4).toArray();
      boolean novel = true;
      for (int e = 0; e < c; e++) {
        double smaller = Math.min(sigma[c], sigma[e]);
        double square = 2 * Math.pow(Math.log(sigma[c] / sigma[e]), 2);
        for (int i = 0; i < 3; i++) {
          square += Math.pow((f[c][i] - f[e][i]) / smaller, 2) / 3;
        }
        novel &= Math.sqrt(square) > 0.7;
      }
      assertThat(novelty.add(function(sigma[c], f[c]))).isEqualTo(novel);
    }
  }

  @Test
  void withoutANovelChainThreeHundredGiveOnePercent() {
    assertThat(new UnseenMass(0, 299).upperLimit(0.95)).isLessThan(0.01);
    assertThat(new UnseenMass(0, 298).upperLimit(0.95)).isGreaterThan(0.01);
    assertThat(NoveltyLooks.fewestChains(0.01, 0.05)).isEqualTo(597);
    assertThat(new UnseenMass(4, 4).upperLimit(0.95)).isEqualTo(1);
  }

  /** The limit p solves P(binomial(N, p) <= x) = error. */
  @ParameterizedTest
  @CsvSource({"0, 27, 0.05", "1, 27, 0.05", "5, 108, 0.025", "26, 27, 0.01", "40, 637, 0.05"})
  void theLimitIsClopperAndPearsons(int novel, int chains, double error) {
    double p = new UnseenMass(novel, chains).upperLimit(1 - error);
    double term = Math.pow(1 - p, chains);
    double sum = term;
    for (int x = 1; x <= novel; x++) {
      term *= (chains - x + 1.0) / x * p / (1 - p);
      sum += term;
    }
    assertThat(sum).isCloseTo(error, within(1e-9));
  }

  /**
   * A mass that falls as it likes, against the limit: it wins where it ends above. It does best
   * just above one of the limits {@code L_j}, and may go down to a lower one before each chain,
   * which is novel with that probability. Solved backwards, the value of the game is the nominal
   * error.
   */
  @ParameterizedTest
  @CsvSource({"5, 0.05", "27, 0.05", "54, 0.025", "108, 0.05", "150, 0.01"})
  void noFallingMassEscapesMoreOftenThanTheErrorSays(int chains, double error) {
    double[] limit = new double[chains];
    Arrays.setAll(limit, x -> new UnseenMass(x, chains).limitAt(error));
    double[][] wins = new double[chains + 2][chains]; // (novel so far, mass just above limit j)
    for (int x = 0; x < chains; x++) {
      Arrays.fill(wins[x], x, chains, 1);
    }
    for (int left = 1; left <= chains; left++) {
      for (int x = 0; x <= chains; x++) {
        double best = 0;
        for (int j = 0; j < chains; j++) {
          best = Math.max(best, (1 - limit[j]) * wins[x][j] + limit[j] * wins[x + 1][j]);
          wins[x][j] = best;
        }
      }
    }
    assertThat(Arrays.stream(wins[0]).max().orElseThrow()).isCloseTo(error, within(1e-9));
  }

  /**
   * Modes of known masses, and the rest of the mass on functions met once only.
   *
   * @param chains how many of them run
   */
  private record Scenario(String name, double[] masses, int chains) {
    double manyRare() {
      return Math.max(0, 1 - Arrays.stream(masses).sum());
    }

    /** Runs chains; returns the mass that stays unseen. */
    double run(UniformRandomProvider random, Novelty novelty, int upTo, Set<Integer> met) {
      while (novelty.chains() < upTo) {
        double u = random.nextDouble();
        int mode = 0;
        while (mode < masses.length && u >= masses[mode]) {
          u -= masses[mode++];
        }
        met.add(mode);
        double place = mode < masses.length ? mode : masses.length + novelty.chains();
        novelty.add(function(1, 10 * place + 0.4 * (random.nextDouble() - 0.5), -10 * place));
      }
      double unseen = manyRare();
      for (int mode = 0; mode < masses.length; mode++) {
        unseen += met.contains(mode) ? 0 : masses[mode];
      }
      return unseen;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static double[] geometric(int modes, double ratio) {
    double[] masses = new double[modes];
    Arrays.setAll(masses, i -> (1 - ratio) * Math.pow(ratio, i));
    return masses;
  }

  private static double[] equal(int modes) {
    double[] masses = new double[modes];
    Arrays.fill(masses, 1.0 / modes);
    return masses;
  }

  static List<Scenario> scenarios() {
    return List.of(
        new Scenario("three modes, 54 chains", new double[] {0.56652, 0.35049, 0.08299}, 54),
        new Scenario("many equal modes", equal(100), 216),
        new Scenario("geometric masses", geometric(400, 0.97), 216),
        new Scenario("one common mode, ever new functions", new double[] {0.9}, 108),
        new Scenario("the same, just above the least limit", new double[] {0.98999}, 598));
  }

  private static final int TRIALS = 1000;

  /** Four standard errors over the trials. */
  private static double tolerance(double level) {
    return 4 * Math.sqrt(level * (1 - level) / TRIALS);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void theLimitCoversTheUnseenMass(Scenario scenario) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(12);
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var novelty = new Novelty();
      double unseen = scenario.run(random, novelty, scenario.chains(), new HashSet<>());
      covered += novelty.unseenMass(scenario.chains()).upperLimit(0.95) >= unseen ? 1 : 0;
    }
    double coverage = (double) covered / TRIALS;
    assertThat(coverage).isGreaterThan(0.95 - tolerance(0.95));
    if (scenario.chains() == 598) {
      // 0.99^299 = 0.05: here the nominal level is met, not exceeded
      assertThat(coverage).isLessThan(0.95 + tolerance(0.95));
    }
  }

  @Test
  void looksSpendNothingWhereTheyCouldNotStop() {
    var looks = new NoveltyLooks(0.01, 0.05, 54, 1274);
    assertThat(looks.chains()).containsExactly(54, 108, 216, 432, 864, 1274);
    assertThat(IntStream.range(0, 6).mapToDouble(looks::errorAt))
        .containsExactly(0.0, 0.0, 0.0, 0.0, 0.025, 0.025);
    assertThat(looks.canSucceed()).isTrue();
    assertThat(looks.isEnough(4, new UnseenMass(0, 432))).isTrue();
    assertThat(looks.isEnough(4, new UnseenMass(1, 432))).isFalse();
    assertThat(looks.isEnough(5, new UnseenMass(1, 637))).isTrue();
    assertThat(looks.limit(0, new UnseenMass(0, 27))).isEqualTo(1);
    assertThat(new NoveltyLooks(0.01, 0.05, 54, 500).canSucceed()).isFalse();
    assertThat(new NoveltyLooks(0.01, 0.05, 54, 597).canSucceed()).isTrue();
    assertThat(new NoveltyLooks(0.1, 0.05, 54, 20).chains()).containsExactly(20);
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 0.05, 1274",
    "0.1, 0.05, 1274",
    "0.05, 0.01, 100000",
    "0.5, 0.2, 54",
    "0.3, 0.05, 55"
  })
  void theErrorIsSpentAndNoMore(double target, double error, int most) {
    var looks = new NoveltyLooks(target, error, 54, most);
    double spent = IntStream.range(0, looks.looks()).mapToDouble(looks::errorAt).sum();
    assertThat(spent).isCloseTo(error, within(1e-12));
  }

  /** The mass stays just above the target for ever: any stop is wrong. */
  @ParameterizedTest
  @CsvSource({"0.05, 0.05, 864", "0.1, 0.1, 432"})
  void wrongStopsAreAsRareAsTheErrorSays(double target, double error, int most) {
    var looks = new NoveltyLooks(target, error, 54, most);
    var scenario = new Scenario("ever new", new double[] {1 - 1.001 * target}, most);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(13);
    int wrong = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var novelty = new Novelty();
      Set<Integer> met = new HashSet<>();
      for (int look = 0; look < looks.looks(); look++) {
        int chains = looks.chains()[look];
        scenario.run(random, novelty, chains, met);
        if (looks.isEnough(look, novelty.unseenMass(chains))) {
          wrong++;
          break;
        }
      }
    }
    assertThat((double) wrong / TRIALS)
        .isLessThan(error + tolerance(error))
        .isGreaterThan(error / 5);
  }

  @Test
  void clustersAndWhatTheyLeaveOut() {
    var clusters = new Clusters();
    int[] places = {0, 0, 0, 1, 2, 1, 3, 4, 0, 5};
    int[] expected = {0, 0, 0, 1, 2, 1, 3, 4, 0, 5};
    for (int i = 0; i < places.length; i++) {
      assertThat(clusters.add(function(1, 10 * places[i] + 0.01 * i))).isEqualTo(expected[i]);
    }
    assertThat(clusters.sizes()).containsExactly(4, 2, 1, 1, 1, 1);
    assertThat(clusters.goodTuring()).isEqualTo(0.4);
    assertThat(clusters.chao1()).isCloseTo(6 + 0.9 * 16 / 2, within(1e-12));
    var alone = new Clusters();
    assertThat(alone.goodTuring()).isEqualTo(1);
    for (int i = 0; i < 40; i++) {
      alone.add(function(1, 10.0 * i));
    }
    assertThat(alone.goodTuring()).isEqualTo(1);
    assertThat(alone.chao1()).isCloseTo(40 + 39.0 / 40 * 40 * 39 / 2, within(1e-9));
  }

  /**
   * Good and Turing's estimate has nearly the mean of the unseen mass: E is that of one chain
   * fewer.
   */
  @Test
  void goodTuringIsRightOnAverage() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(14);
    double[] masses = geometric(200, 0.95);
    double difference = 0;
    double square = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var clusters = new Clusters();
      double unseen = 1;
      Set<Integer> met = new HashSet<>();
      for (int c = 0; c < 50; c++) {
        double u = random.nextDouble();
        int mode = 0;
        while (mode < masses.length - 1 && u >= masses[mode]) {
          u -= masses[mode++];
        }
        unseen -= met.add(mode) ? masses[mode] : 0;
        clusters.add(function(1, 10.0 * mode));
      }
      double d = clusters.goodTuring() - unseen;
      difference += d / TRIALS;
      square += d * d / TRIALS;
    }
    // four standard errors, and the fall of the mean from 49 to 50 chains
    assertThat(difference)
        .isBetween(-4 * Math.sqrt(square / TRIALS), 4 * Math.sqrt(square / TRIALS) + 0.01);
  }

  @Test
  void badFunctionsGetAClearSentence() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChainFunction(new double[] {Double.NaN}, new double[] {1}, 1))
        .withMessageContaining("value NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChainFunction(new double[] {1}, new double[] {0}, 1))
        .withMessageContaining("Sigma is 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChainFunction(new double[0], new double[0], 0))
        .withMessageContaining("one input");
    var novelty = new Novelty();
    novelty.add(function(1, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> novelty.add(function(1, 1)))
        .withMessageContaining("same inputs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> novelty.unseenMass(2))
        .withMessageContaining("There are 1 chains");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NoveltyLooks(0, 0.05, 54, 1274))
        .withMessageContaining("0.01");
  }
}
