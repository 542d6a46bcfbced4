package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.symmetry.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Made-up chains of a network with two neurons: seven weights and log sigma. */
class ChainModesTest {
  private static final Posterior POSTERIOR =
      Study.of(
              Sinusoid.dataset(20, 0),
              Split.shuffled(20, 0.25, 0),
              Configuration.of(new int[] {2}, ChainPlan.of(2, 10, 2, 0)))
          .posterior();

  private static final int DIMENSION = 8;

  /** Four standard deviations {@code sqrt(8 / 2)} of log density. */
  private static final double GAP = 8;

  private static final int HERE = 0;
  private static final int THERE = 1;
  private static final int ELSEWHERE = 2;
  private static final double[][] CENTRES = {
    {2, 1, 0.5, -0.3, 1.5, 0.7, 0, -1},
    {0.3, 4, 2, -1, 0.2, 3, 1, -1},
    {6, 5, -2, 3, 4, 1, -1.5, -1}
  };

  private final List<Draws> chains = new ArrayList<>();

  /** Adds chains with draws about the given centres and one log density of all. */
  private void add(int number, double level, int... places) {
    double[] levels = Arrays.stream(places).mapToDouble(place -> level).toArray();
    for (int k = 0; k < number; k++) {
      addChain(chains.size(), levels, places);
    }
  }

  private void addChain(int chain, double[] levels, int... places) {
    var random = new Random(chain);
    Draws draws = Draws.ofSize(places.length, DIMENSION, DrawSchema.NONE);
    for (int g = 0; g < places.length; g++) {
      for (int j = 0; j < DIMENSION; j++) {
        draws.values()[g * DIMENSION + j] = CENTRES[places[g]][j] + 0.05 * random.nextGaussian();
      }
      draws.chain()[g] = chain;
      draws.logDensity()[g] = levels[g];
    }
    chains.add(draws);
  }

  private Draws draws() {
    return Draws.concatenate(DIMENSION, DrawSchema.NONE, chains);
  }

  private ChainModes modes() {
    return ChainModes.of(POSTERIOR, draws(), 1);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  /** Each draw moved to a random place in its orbit. */
  private static Draws moved(Draws draws, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] values = draws.values().clone();
    for (int g = 0; g < draws.count(); g++) {
      Move.random(POSTERIOR.network(), random)
          .apply(draws.values(), g * DIMENSION, values, g * DIMENSION);
    }
    return draws.withValues(values);
  }

  /** Two chains are in one mode if steps smaller than a gap lead from one level to the other. */
  @RepeatedTest(20)
  void fewChainsAreCutAtGapsOfTheirMeanLogDensities(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    int number = 2 + random.nextInt(DIMENSION - 1);
    double[] level = new double[number];
    int[] name = new int[number];
    for (int c = 0; c < number; c++) {
      name[c] = 3 * c + random.nextInt(3);
      double[] levels = new double[1 + random.nextInt(5)];
      Arrays.setAll(levels, g -> -200 + 3 * GAP * random.nextDouble());
      level[c] = Arrays.stream(levels).average().orElseThrow();
      addChain(name[c], levels, new int[levels.length]);
    }
    boolean[][] together = new boolean[number][number];
    for (int a = 0; a < number; a++) {
      for (int b = 0; b < number; b++) {
        together[a][b] = Math.abs(level[a] - level[b]) < GAP;
      }
    }
    for (int via = 0; via < number; via++) {
      for (int a = 0; a < number; a++) {
        for (int b = 0; b < number; b++) {
          together[a][b] |= together[a][via] && together[via][b];
        }
      }
    }
    List<List<Integer>> expected = new ArrayList<>();
    range(0, number).stream()
        .sorted(Comparator.comparing(c -> -level[c]))
        .forEach(
            c -> {
              List<Integer> mode =
                  IntStream.range(0, number)
                      .filter(b -> together[c][b])
                      .mapToObj(b -> name[b])
                      .toList();
              if (!expected.contains(mode)) {
                expected.add(mode);
              }
            });
    expected.sort(Comparator.comparing(mode -> -mode.size())); // of equal size, the highest first
    ChainModes modes = modes();
    assertThat(modes.byParameters()).isFalse();
    assertThat(modes.chains()).isEqualTo(expected);
    for (int k = 0; k < expected.size(); k++) {
      for (int chain : expected.get(k)) {
        assertThat(modes.modeOf(chain)).isEqualTo(k);
      }
    }
  }

  @Test
  void aGapIsFourStandardDeviationsOfLogDensity() {
    add(1, 0, HERE);
    add(1, -Math.nextDown(GAP), HERE);
    assertThat(modes().chains()).containsExactly(List.of(0, 1));
    chains.removeLast();
    add(1, -GAP, HERE);
    assertThat(modes().chains()).containsExactly(List.of(0), List.of(1));
  }

  @Test
  void clustersOfParametersCountWhereChainsOutnumberParameters() {
    add(DIMENSION / 2, -50, HERE, HERE, HERE);
    add(DIMENSION / 2, -50, THERE, THERE, THERE);
    assertThat(modes().byParameters()).isFalse();
    assertThat(modes().chains()).hasSize(1);
    add(1, -50, HERE, HERE, HERE);
    assertThat(modes().byParameters()).isTrue();
    assertThat(modes().chains()).containsExactly(List.of(0, 1, 2, 3, 8), range(4, 8));
  }

  @Test
  void modesDoNotDependOnWhereInItsOrbitADrawLies() {
    add(6, -50, HERE, HERE, HERE);
    add(7, -50, THERE, THERE, THERE);
    ChainModes modes = modes();
    ChainModes moved = ChainModes.of(POSTERIOR, moved(draws(), 5), 2);
    assertThat(modes.chains()).containsExactly(range(6, 13), range(0, 6));
    assertThat(moved.chains()).isEqualTo(modes.chains());
    assertThat(moved.aligned().values()).isNotEqualTo(draws().values());
    assertThat(moved.aligned().values()).containsExactly(modes.aligned().values(), within(1e-9));
  }

  @Test
  void modesOfFewChainsHaveDrawsWithoutSymmetryToo() {
    add(3, -50, HERE, HERE, HERE);
    add(2, -90, THERE, THERE, THERE);
    ChainModes modes = modes();
    ChainModes moved = ChainModes.of(POSTERIOR, moved(draws(), 6), 2);
    assertThat(modes.chains()).containsExactly(range(0, 3), range(3, 5));
    assertThat(moved.aligned().values()).containsExactly(modes.aligned().values(), within(1e-9));
  }

  /** Alignment takes long, and one mode does not need it. */
  @Test
  void drawsOfFewChainsInOneModeStayWhereTheyAre() {
    add(5, -50, HERE, HERE, HERE);
    Draws moved = moved(draws(), 7);
    assertThat(ChainModes.of(POSTERIOR, moved, 1).aligned()).isEqualTo(moved);
  }

  @Test
  void aModeOfParametersIsCutAtAGapToo() {
    add(7, -50, HERE, HERE, HERE);
    add(6, -50, THERE, THERE, THERE);
    add(3, -50 - GAP, THERE, THERE, THERE);
    assertThat(modes().chains()).containsExactly(range(0, 7), range(7, 13), range(13, 16));
  }

  @Test
  void aTenthOfAModesChainsMayVisitAnother() {
    add(9, -50, HERE, HERE, HERE);
    add(1, -50, HERE, THERE, HERE);
    add(5, -50, THERE, THERE, THERE);
    assertThat(modes().chains()).containsExactly(range(0, 10), range(10, 15));
  }

  @Test
  void modesBetweenWhichMoreChainsMoveAreOne() {
    add(8, -50, HERE, HERE, HERE);
    add(2, -50, HERE, THERE, HERE);
    add(12, -50, THERE, THERE, THERE);
    assertThat(modes().chains()).containsExactly(range(0, 22));
  }

  /** Once from the larger mode to the smaller one, once from the smaller one to the larger. */
  @Test
  void movesInOneDirectionMakeModesOne() {
    add(3, -50, THERE, THERE, HERE);
    add(5, -50, THERE, THERE, THERE);
    add(12, -50, HERE, HERE, HERE);
    assertThat(modes().chains()).containsExactly(range(0, 20));
  }

  @Test
  void modesThatChainsJoinByWayOfAThirdAreOne() {
    add(8, -50, HERE, HERE, HERE);
    add(2, -50, HERE, THERE, HERE);
    add(7, -50, THERE, THERE, THERE);
    add(2, -50, THERE, ELSEWHERE, THERE);
    add(6, -50, ELSEWHERE, ELSEWHERE, ELSEWHERE);
    assertThat(modes().chains()).containsExactly(range(0, 25));
  }

  @Test
  void modesThatNoChainLeavesStayApart() {
    add(8, -50, HERE, HERE, HERE);
    add(2, -50, HERE, ELSEWHERE, HERE);
    add(7, -50, THERE, THERE, THERE);
    add(6, -50, ELSEWHERE, ELSEWHERE, ELSEWHERE);
    List<Integer> joined = new ArrayList<>(range(0, 10));
    joined.addAll(range(17, 23));
    assertThat(modes().chains()).containsExactly(joined, range(10, 17));
  }

  @Test
  void aChainLivesWhereMostOfItsDrawsAre() {
    add(10, -50, HERE, HERE, HERE);
    add(10, -50, THERE, THERE, THERE);
    add(1, -50, HERE, THERE, THERE); // one of eleven
    List<Integer> there = range(10, 21);
    assertThat(modes().chains()).containsExactlyInAnyOrder(range(0, 10), there);
  }

  @Test
  void aChainHalfInEachModeLivesInTheLargerOne() {
    add(12, -50, HERE, HERE);
    add(5, -50, THERE, THERE);
    add(1, -50, HERE, THERE);
    List<Integer> larger = new ArrayList<>(range(0, 12));
    larger.add(17);
    assertThat(modes().chains()).containsExactly(larger, range(12, 17));
  }

  @Test
  void ofManyDrawsSomeOfEveryChainAreLookedAt() {
    add(1, -50, new int[400]);
    add(1, -50, new int[70]);
    Draws some = modes().aligned();
    assertThat(some.count()).isBetween(300, 500);
    int[] of = some.chain();
    assertThat(IntStream.of(of).filter(c -> c == 0).count()).isEqualTo(250);
    assertThat(IntStream.of(of).filter(c -> c == 1).count()).isEqualTo(70);
    assertThat(some.draw(some.count() - 1)).isEqualTo(chains.getLast().draw(69));
  }

  /** The chains in any order: their names alone decide. */
  @Test
  void modesDoNotDependOnTheOrderOfChains() {
    add(6, -50, HERE, HERE, HERE);
    add(5, -50, THERE, THERE, THERE);
    add(2, -50 - 2 * GAP, HERE, HERE, HERE);
    List<List<Integer>> modes = modes().chains();
    Collections.shuffle(chains, new Random(3));
    assertThat(modes().chains()).isEqualTo(modes);
  }
}
