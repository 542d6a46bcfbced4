package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.predictive.Stacking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two modes of one chain each: constants about 0 and about 2, with a sigma that varies little. */
class ModeStackingTest {
  private static final int ROWS = 60;
  private static final List<List<Integer>> MODES = List.of(List.of(0), List.of(1));

  /** Chains so long that refits are cheap. */
  private static final ChainPlan PLAN = ChainPlan.of(2, 5000, 100, 3);

  private static double[] inputs(int rows) {
    return IntStream.range(0, rows).mapToDouble(row -> row % 4 < 2 ? -1 : 1).toArray();
  }

  private static Study study(ChainPlan plan) {
    return OneNeuron.study(inputs(ROWS), OneNeuron.targets(ROWS), plan);
  }

  /** Draws of one mode: log sigma is evenly spread over 0.02. */
  private static List<double[]> constants(int count, double c) {
    return IntStream.range(0, count)
        .mapToObj(g -> new double[] {0, 0, 1, c, 0.02 * (g + 0.5) / count})
        .toList();
  }

  private static Draws draws(int each) {
    List<double[]> q = new ArrayList<>(constants(each, 0));
    q.addAll(constants(each, 2));
    return OneNeuron.draws(q, IntStream.range(0, 2 * each).map(g -> g / each).toArray());
  }

  private static ChainWeights stacked(Study study, Draws draws, MadeUpEngine engine) {
    try (var session = engine.session()) {
      return ModeStacking.of(study, draws, new ChainModes(MODES, draws, true), 1, session);
    }
  }

  /** The sum over rows of the log mean likelihood under draws. */
  private static double logMean(Study study, Draws draws) {
    double[][] log = study.posterior().logLikelihood(draws, study.posterior().data(), 1);
    return IntStream.range(0, log[0].length)
        .mapToDouble(
            i -> Math.log(Arrays.stream(log).mapToDouble(d -> Math.exp(d[i])).average().orElse(0)))
        .sum();
  }

  /** {@code 1 / p(y_i | y_-i)} is the mean of {@code 1 / p(y_i | theta)}. */
  @Test
  void whereDrawsVaryLittleScoresAreLeaveOneOutDensities() {
    Study study = study(PLAN);
    Draws draws = draws(200);
    var engine = MadeUpEngine.still();
    ChainWeights weights = stacked(study, draws, engine);
    assertThat(engine.ran).isEmpty();
    assertThat(weights.used()).isEqualTo(Weighting.STACKING);
    for (int k = 0; k < 2; k++) {
      double[][] log =
          study
              .posterior()
              .logLikelihood(ModeStacking.of(draws, List.of(k)), study.posterior().data(), 1);
      double expected = 0;
      for (int row = 0; row < ROWS; row++) {
        int i = row;
        expected -=
            Math.log(Arrays.stream(log).mapToDouble(d -> Math.exp(-d[i])).average().orElseThrow());
      }
      assertThat(weights.groups().get(k).score()).isCloseTo(expected, within(1e-3));
    }
    assertThat(weights.of(0)).isCloseTo(1, within(1e-9));
    assertThat(weights.of(1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"24, 20", "25, 0"})
  void importanceSamplingNeedsTwentyFiveDrawsOfEachMode(int draws, int chains) {
    var engine = MadeUpEngine.still();
    assertThat(stacked(study(PLAN), draws(draws), engine).used()).isEqualTo(Weighting.STACKING);
    assertThat(engine.ran).hasSize(chains);
  }

  /** Only rows with x other than 0 feel v, which has the tails of Cauchy's distribution. */
  @ParameterizedTest
  @CsvSource({"3, 0", "4, 20"})
  void importanceSamplingNeedsGoodShapesOfAllRowsButATwentieth(int bad, int chains) {
    double[] x = new double[ROWS];
    double[] odd = bad == 3 ? new double[] {1, 1, -2} : new double[] {1, 1, -1, -1};
    System.arraycopy(odd, 0, x, 0, bad);
    Study study = OneNeuron.study(x, OneNeuron.targets(ROWS), PLAN);
    Draws draws = draws(200);
    var random = new Random(1);
    for (int g = 0; g < draws.count(); g++) {
      draws.values()[5 * g] = 1;
      draws.values()[5 * g + 2] = Math.tan(Math.PI * (random.nextDouble() - 0.5));
    }
    var engine = MadeUpEngine.still();
    stacked(study, draws, engine);
    assertThat(engine.ran).hasSize(chains);
  }

  /** A row left out of its group is foretold by the others of the group. */
  @Test
  void groupedRowsAreHeldOutInFolds() {
    Study study = OneNeuron.inPairs(inputs(ROWS), OneNeuron.targets(ROWS), PLAN);
    var engine = MadeUpEngine.still();
    ChainWeights weights = stacked(study, draws(200), engine);
    assertThat(engine.ran).hasSize(20);
    assertThat(weights.used()).isEqualTo(Weighting.STACKING);
  }

  /** Two modes take 20 short chains, here as long as half of the run was, and then longer. */
  @ParameterizedTest
  @CsvSource({"0, STACKING", "1, EQUAL"})
  void refitsMayTakeHalfAsLongAsTheRun(int fewer, Weighting used) {
    ChainPlan plan = ChainPlan.of(14, 400, 100, 3);
    long refits = Refits.transitions(plan.sampler(), 2);
    assertThat(2 * refits).isEqualTo(14 * plan.sampler().transitions());
    List<double[]> q = new ArrayList<>(constants(7, 0));
    q.addAll(constants(7, 2));
    Draws draws = OneNeuron.draws(q, IntStream.range(0, 14).toArray());
    List<List<Integer>> modes =
        List.of(IntStream.range(0, 7).boxed().toList(), IntStream.range(7, 14).boxed().toList());
    var engine = MadeUpEngine.still();
    try (var session = engine.session()) {
      ChainWeights weights =
          ModeStacking.of(
              study(ChainPlan.of(14, 400 - fewer, 100, 3)),
              draws,
              new ChainModes(modes, draws, true),
              1,
              session);
      assertThat(weights.asked()).isEqualTo(Weighting.STACKING);
      assertThat(weights.used()).isEqualTo(used);
      assertThat(engine.ran).hasSize(fewer == 0 ? 20 : 0);
      assertThat(engine.transitions()).isEqualTo(fewer == 0 ? refits : 0);
    }
  }

  /** Chains on folds may leave a poor mode for a better one, of which they are no measure. */
  @Test
  void aModeIsNoBetterThanItsOwnDraws() {
    Study study = study(PLAN);
    Draws draws = draws(20);
    var moving =
        new MadeUpEngine(
            (recipe, chain) -> MadeUpEngine.at(recipe, chain, new double[] {0, 0, 1, 0, 0.01}));
    ChainWeights weights = stacked(study, draws, moving);
    double own = logMean(study, ModeStacking.of(draws, List.of(1)));
    double found =
        logMean(study, OneNeuron.draws(List.of(new double[] {0, 0, 1, 0, 0.01}), new int[1]));
    assertThat(weights.groups().get(1).score()).isCloseTo(own, within(1e-9)).isLessThan(found - 50);
    assertThat(weights.of(0)).isEqualTo(1);
  }

  /** The other way round: chains on folds end lower than the run's draws, and count. */
  @Test
  void aModeIsNoBetterThanItsChainsOnFolds() {
    Study study = study(PLAN);
    double[] low = {0, 0, 1, 3, 0};
    var falling = new MadeUpEngine((recipe, chain) -> MadeUpEngine.at(recipe, chain, low));
    ChainWeights weights = stacked(study, draws(20), falling);
    double found = logMean(study, OneNeuron.draws(List.of(low), new int[1]));
    for (Group group : weights.groups()) {
      assertThat(group.score()).isCloseTo(found, within(1e-9));
    }
  }

  @Test
  void chainsAreEqualWhereAllRefitsFail() {
    ChainWeights weights = stacked(study(PLAN), draws(20), MadeUpEngine.failing());
    assertThat(weights.asked()).isEqualTo(Weighting.STACKING);
    assertThat(weights.used()).isEqualTo(Weighting.EQUAL);
    assertThat(weights.of(0)).isEqualTo(0.5);
    assertThat(weights.reason()).isNotEmpty();
  }

  @Test
  void aModeWhoseRefitsFailHasNeitherWeightNorScore() {
    var engine =
        new MadeUpEngine(
            (recipe, chain) ->
                chain < 10
                    ? MadeUpEngine.failed(chain)
                    : MadeUpEngine.at(recipe, chain, recipe.start(chain, () -> false).q()));
    ChainWeights weights = stacked(study(PLAN), draws(20), engine);
    assertThat(weights.of(0)).isZero();
    assertThat(weights.of(1)).isEqualTo(1);
    assertThat(weights.groups().get(0).score()).isNaN();
  }

  @Test
  void scoresAreSumsOverRowsWithTheirStandardErrors() {
    var random = new Random(4);
    double[][] leftOut = new double[2][30];
    for (double[] of : leftOut) {
      Arrays.setAll(of, i -> random.nextGaussian());
    }
    ChainWeights weights = ModeStacking.weights(MODES, leftOut, null, "");
    for (int k = 0; k < 2; k++) {
      Group group = weights.groups().get(k);
      double mean = Arrays.stream(leftOut[k]).average().orElseThrow();
      double squares = Arrays.stream(leftOut[k]).map(v -> (v - mean) * (v - mean)).sum();
      assertThat(group.score()).isCloseTo(30 * mean, within(1e-12));
      assertThat(group.error()).isCloseTo(Math.sqrt(30 * squares / 29), within(1e-12));
      assertThat(group.chains()).isEqualTo(MODES.get(k));
    }
  }

  @Test
  void modesAboveTheLeastWeightKeepTheirs() {
    var random = new Random(5);
    double[][] leftOut = new double[2][200];
    Arrays.setAll(leftOut[0], i -> random.nextGaussian());
    Arrays.setAll(leftOut[1], i -> leftOut[0][i] + 0.5 * random.nextGaussian());
    double[] expected = Stacking.cautious(leftOut, null, Stacking.FURTHER_POINTS);
    ChainWeights weights = ModeStacking.weights(MODES, leftOut, null, "");
    for (int k = 0; k < 2; k++) {
      assertThat(expected[k]).isGreaterThan(Stacking.LEAST_WEIGHT);
      assertThat(weights.of(k)).isEqualTo(expected[k]);
    }
  }

  @Test
  void modesOfWhichARowIsUnknownAreAsIfTheyHadNeverBeen() {
    var random = new Random(6);
    double[][] leftOut = new double[3][100];
    for (double[] of : leftOut) {
      Arrays.setAll(of, i -> random.nextGaussian());
    }
    double[][] two = {leftOut[0], leftOut[2]};
    leftOut[1][7] = Double.NEGATIVE_INFINITY;
    List<List<Integer>> chains = List.of(List.of(0), List.of(1), List.of(2));
    ChainWeights weights = ModeStacking.weights(chains, leftOut, null, "");
    ChainWeights without = ModeStacking.weights(List.of(List.of(0), List.of(2)), two, null, "");
    assertThat(weights.of(1)).isZero();
    assertThat(weights.of(0)).isEqualTo(without.of(0));
    assertThat(weights.of(2)).isEqualTo(without.of(2));
  }
}
