package dev.coset.selection;

import static dev.coset.selection.MadeUpTrials.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.selection.MadeUpTrials.Asked;
import dev.coset.store.FoldScores;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrossValidationTest {
  private static final List<Configuration> THREE = List.of(model(0), model(4), model(8));

  /** Parameters by width; scores fall by 2 with every 4 neurons, and rows differ a little. */
  private static MadeUpTrials trials(int rows) {
    return trials(rows, null);
  }

  private static MadeUpTrials trials(int rows, Blocks blocks) {
    return new MadeUpTrials(
        rows, blocks, model -> 5 + 3 * width(model), (model, row) -> row % 3 - 0.5 * width(model));
  }

  private static int width(Configuration model) {
    return Arrays.stream(model.hidden()).sum();
  }

  private static CrossValidation all(MadeUpTrials trials) {
    return CrossValidation.of(trials, THREE, 1e9, 1);
  }

  private static double[][] scores(CrossValidation folds, int first, FoldScores known) {
    try (var session = EngineSession.local(1)) {
      return folds.of(THREE, first, known, session);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void thereAreAsManyFoldsAsTheTimeAllows(int folds) {
    MadeUpTrials trials = trials(100);
    double each =
        THREE.stream().mapToDouble(model -> CostModel.ofFold(trials.size(model), 80)).sum();
    double much = folds * each * (1 + 1e-9);
    double little = folds * each * (1 - 1e-9);
    assertThat(CrossValidation.of(trials, THREE, much, 1).splits()).hasSize(folds);
    assertThat(CrossValidation.of(trials, THREE, little, 1).splits())
        .hasSize(Math.max(1, folds - 1));
    assertThat(CrossValidation.of(trials, THREE, 0, 1).splits()).hasSize(1);
    assertThat(CrossValidation.of(trials, THREE, much, 1).parts()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"100, 80", "10000, 8000", "20000, 8000"})
  void aFoldIsGivenFourFifthsOfAtMostTenThousandRows(int rows, int given) {
    Size size = trials(rows).size(model(8));
    assertThat(CrossValidation.secondsOfFold(size)).isEqualTo(CostModel.ofFold(size, given));
  }

  /** What is left is the cost of all folds that are not known. */
  @Test
  void costsAddUpOverCandidatesAndFolds() {
    MadeUpTrials trials = trials(100);
    CrossValidation folds = all(trials);
    var known = FoldScores.inMemory();
    double[] each = new double[3];
    long[] transitions = new long[3];
    for (int k = 0; k < 3; k++) {
      Size size = trials.size(THREE.get(k));
      each[k] = CostModel.ofFold(size, 80);
      ChainPlan plan = CostModel.foldPlan(size, size.rows());
      transitions[k] = plan.chains() * plan.sampler().transitions();
    }
    double sum = 5 * (each[0] + each[1] + each[2]);
    long allTransitions = 5 * (transitions[0] + transitions[1] + transitions[2]);
    assertThat(folds.seconds(THREE)).isCloseTo(sum, within(1e-12));
    assertThat(folds.secondsLeft(THREE, 0, known)).isCloseTo(sum, within(1e-12));
    assertThat(folds.transitionsLeft(THREE, known)).isEqualTo(allTransitions);
    known.add(0, 3, new double[20]);
    known.add(2, 0, new double[20]);
    known.add(2, 4, new double[20]);
    assertThat(folds.secondsLeft(THREE, 0, known))
        .isCloseTo(sum - each[0] - 2 * each[2], within(1e-12));
    assertThat(folds.transitionsLeft(THREE, known))
        .isEqualTo(allTransitions - transitions[0] - 2 * transitions[2]);
    assertThat(folds.secondsLeft(THREE, 2, known))
        .isCloseTo(sum - 2 * each[0], within(1e-12)); // the first of them is the third of all
    assertThat(folds.seconds(THREE)).isCloseTo(sum, within(1e-12));
  }

  /** Each row is scored where it is held out; candidates far behind have no later folds. */
  @Test
  void candidatesThatAreFarBehindAreEliminated() {
    MadeUpTrials trials = trials(75); // two folds of 15
    var known = FoldScores.inMemory();
    CrossValidation folds = all(trials);
    double[][] scores = scores(folds, 0, known);
    double[] expected =
        folds.splits().stream()
            .flatMapToInt(fold -> Arrays.stream(fold.test()))
            .mapToDouble(row -> row % 3)
            .toArray();
    assertThat(scores[0]).isEqualTo(expected).hasSize(75);
    for (int k = 1; k < 3; k++) {
      double less = 2.0 * k;
      assertThat(scores[k])
          .isEqualTo(Arrays.stream(expected, 0, 30).map(score -> score - less).toArray());
    }
    assertThat(trials.asked).hasSize(3 * 2 + 3);
    for (int fold = 0; fold < 5; fold++) {
      assertThat(known.of(1, fold).isPresent()).isEqualTo(fold < 2);
    }
  }

  @Test
  void fewerThanThirtyRowsEliminateNone() {
    MadeUpTrials trials = trials(70); // two folds of 14
    assertThat(scores(all(trials), 0, FoldScores.inMemory())).hasDimensions(3, 70);
    assertThat(trials.asked).hasSize(15);
  }

  @Test
  void twoFoldsEliminateNone() {
    MadeUpTrials trials = trials(100);
    CrossValidation five = all(trials);
    var two = new CrossValidation(trials, five.splits().subList(0, 2), 5, null);
    assertThat(scores(two, 0, FoldScores.inMemory())).hasDimensions(3, 40);
    var one = new CrossValidation(trials, five.splits().subList(0, 1), 5, null);
    assertThat(scores(one, 0, FoldScores.inMemory())).hasDimensions(3, 20);
  }

  /** Further candidates are compared with those before them, and known folds are not asked for. */
  @Test
  void furtherCandidatesAreComparedWithTheFirst() {
    MadeUpTrials trials =
        new MadeUpTrials(
            100, model -> 5, (model, row) -> width(model) == 8 ? -2 : (row + width(model)) % 3);
    CrossValidation folds = all(trials);
    var known = FoldScores.inMemory();
    List<Configuration> further = List.of(model(8), model(1));
    try (var session = EngineSession.local(1)) {
      folds.of(List.of(model(0)), 0, known, session);
      trials.asked.clear();
      double[][] scores = folds.of(further, 1, known, session);
      assertThat(scores[0]).hasSize(40).containsOnly(-2);
      assertThat(scores[1]).hasSize(100).contains(0, 1, 2);
      assertThat(trials.asked).hasSize(2 + 5);
      trials.asked.clear();
      assertThat(folds.of(further, 1, known, session)).isDeepEqualTo(scores);
      assertThat(trials.asked).isEmpty();
    }
  }

  /** The largest models come last among candidates, take longest, and so begin. */
  @Test
  void theLargestModelsAreFittedFirst() {
    MadeUpTrials trials = trials(100);
    scores(all(trials), 0, FoldScores.inMemory());
    assertThat(trials.asked.subList(0, 6))
        .containsExactly(
            new Asked(model(8), 0),
            new Asked(model(8), 1),
            new Asked(model(4), 0),
            new Asked(model(4), 1),
            new Asked(model(0), 0),
            new Asked(model(0), 1));
  }

  @Test
  void oneModelIsScoredOnAllFolds() {
    MadeUpTrials trials = trials(100);
    CrossValidation folds = all(trials);
    var known = FoldScores.inMemory();
    try (var session = EngineSession.local(1)) {
      double[] alone = folds.await(folds.submit(model(0), known, session), known, session);
      assertThat(alone).isEqualTo(scores(folds, 0, FoldScores.inMemory())[0]);
      assertThat(folds.submit(model(0), known, session)).isEmpty();
    }
  }

  /**
   * A fifth of the folds: five times the further points, and a lead of sqrt(5) times the errors.
   */
  @Test
  void fewerFoldsAskForClearerLeads() {
    CrossValidation five = all(trials(100));
    for (int folds = 1; folds <= 5; folds++) {
      var some = new CrossValidation(five.trials(), five.splits().subList(0, folds), 5, null);
      assertThat(some.furtherPoints()).isEqualTo(five.furtherPoints() * 5 / folds);
      assertThat(some.clearLead())
          .isCloseTo(five.clearLead() * Math.sqrt(5.0 / folds), within(1e-12));
    }
    assertThat(five.furtherPoints()).isEqualTo(5);
    assertThat(five.clearLead()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1, 20", "2, 40", "4, 80"})
  void aDescriptionSaysOfHowManyFoldsItWas(int folds, int rows) {
    CrossValidation five = all(trials(100));
    List<Split> splits = five.splits().subList(0, folds);
    String random = new CrossValidation(five.trials(), splits, 5, null).described();
    assertThat(random)
        .contains(rows + " training rows", folds == 1 ? " 1 fold of 5" : folds + " folds of 5")
        .doesNotContain("group", "once");
    Blocks groups = Blocks.groups(IntStream.range(0, 100).map(row -> row / 2).toArray());
    String grouped = new CrossValidation(five.trials(), splits, 5, groups).described();
    assertThat(grouped).startsWith(random).endsWith("whole groups");
    Blocks days = Blocks.times(IntStream.range(0, 100).asDoubleStream().toArray());
    assertThat(new CrossValidation(five.trials(), splits, 5, days).described())
        .contains(rows + " training rows", "before them")
        .endsWith(folds == 1 ? " 1 fold" : folds + " folds");
  }

  @Test
  void allFoldsHoldEachRowOutOnce() {
    assertThat(all(trials(100)).described())
        .contains("100 training rows", "once", "5 folds")
        .doesNotContain("group", " of ");
  }

  /** Groups stay whole: there are as many folds as groups, if these are fewer. */
  @Test
  void foldsAreOfWholeGroups() {
    Blocks groups = Blocks.groups(IntStream.range(0, 90).map(row -> row % 3).toArray());
    CrossValidation folds = all(trials(90, groups));
    assertThat(folds.blocks()).isSameAs(groups);
    assertThat(folds.parts()).isEqualTo(3);
    assertThat(folds.splits()).hasSize(3);
  }
}
