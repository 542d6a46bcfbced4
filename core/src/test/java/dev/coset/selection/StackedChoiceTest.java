package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.InputException;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Paired;
import dev.coset.predictive.Stacking;
import dev.coset.statistics.Weighted;
import dev.coset.store.FoldScores;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a choice makes of made-up scores. */
class StackedChoiceTest {
  /** So few that none is eliminated after two folds. */
  private static final int ROWS = 70;

  /** Models that differ by noise of each row, by which all of them help. */
  private static MadeUpTrials noisy(double noise) {
    return new MadeUpTrials(ROWS, model -> 20, (model, row) -> noise * noise(model, row));
  }

  private static double noise(Configuration model, int row) {
    return new Random(7919L * row + 31 * width(model)).nextGaussian();
  }

  private static int width(Configuration model) {
    return Arrays.stream(model.hidden()).sum();
  }

  private static List<Candidate> widths(int... widths) {
    return Arrays.stream(widths).mapToObj(StackedChoiceTest::candidate).toList();
  }

  private static Candidate candidate(int width) {
    return CandidateModels.candidate(
        MadeUpTrials.GIVEN, MadeUpTrials.model(width).hidden(), Likelihood.NORMAL);
  }

  private static Choice undecided(List<Candidate> candidates, boolean otherPriors, Budget budget) {
    return new Choice(candidates, otherPriors, budget, "");
  }

  private static Budget budget(double choosing, double sampling, Chains chains) {
    return new Budget(choosing, sampling, chains);
  }

  private static final Budget AMPLE = budget(1e9, 1e9, Chains.AT_MOST);

  private static Choice decide(MadeUpTrials trials, Choice undecided) {
    try (var session = EngineSession.local(1)) {
      return new Selection(trials, undecided, FoldScores.inMemory()).decide(session);
    }
  }

  private static double[] weights(Choice choice) {
    return choice.candidates().stream().mapToDouble(Candidate::weight).toArray();
  }

  /** The scores of all candidates on all rows, in the order of folds. */
  private static double[][] scores(MadeUpTrials trials, List<Candidate> candidates) {
    int[] rows =
        trials.folds(5, MadeUpTrials.PLAN.seed()).splits().stream()
            .flatMapToInt(split -> Arrays.stream(split.test()))
            .toArray();
    return candidates.stream()
        .map(c -> Arrays.stream(rows).mapToDouble(row -> noise(c.configuration(), row)).toArray())
        .toArray(double[][]::new);
  }

  /** Weights once more of those that have at least 2%, at most eight of them. */
  private static double[] stackedTwice(double[][] scores) {
    int[] kept = IntStream.range(0, scores.length).toArray();
    double[] weights = new double[scores.length];
    for (int round = 0; round < 2; round++) {
      int[] of = kept;
      double[] stacked =
          Stacking.cautious(
              Arrays.stream(of).mapToObj(k -> scores[k]).toArray(double[][]::new), null, 5);
      Arrays.fill(weights, 0);
      for (int rank = 0; rank < 8; rank++) {
        int best = -1;
        for (int i = 0; i < of.length; i++) {
          if (weights[of[i]] == 0 && (best < 0 || stacked[i] > stacked[best])) {
            best = i;
          }
        }
        if (best >= 0 && stacked[best] >= 0.02) {
          weights[of[best]] = stacked[best];
        }
      }
      double sum = Arrays.stream(weights).sum();
      Arrays.setAll(weights, k -> weights[k] / sum);
      kept = IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
    }
    return weights;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6, 12})
  void weightsAreStackedAmongThoseThatMatter(int models) {
    List<Candidate> candidates = widths(IntStream.rangeClosed(1, models).toArray());
    MadeUpTrials trials = noisy(1);
    Choice choice = decide(trials, undecided(candidates, false, AMPLE));
    double[][] scores = scores(trials, candidates);
    assertThat(weights(choice)).containsExactly(stackedTwice(scores), within(1e-12));
    for (int k = 0; k < models; k++) {
      assertThat(choice.candidates().get(k).score())
          .isCloseTo(Weighted.mean(scores[k], null), within(1e-12));
      assertThat(choice.candidates().get(k).error())
          .isCloseTo(Weighted.error(scores[k], null), within(1e-12));
    }
    assertThat(choice.kept()).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void atMostEightAreKept() {
    List<Candidate> candidates = widths(IntStream.rangeClosed(1, 12).toArray());
    double[] stacked = Stacking.cautious(scores(noisy(1), candidates), null, 5);
    assertThat(Arrays.stream(stacked).filter(weight -> weight >= 0.02).count()).isGreaterThan(8);
    assertThat(decide(noisy(1), undecided(candidates, false, AMPLE)).kept()).hasSize(8);
  }

  /** Those that are dropped need no chains, and no time is set aside for them. */
  @Test
  void chainsArePlannedForThoseThatAreKept() {
    List<Candidate> candidates = widths(1, 2, 3, 4, 5, 6);
    MadeUpTrials trials =
        new MadeUpTrials(
            ROWS, model -> 20, (model, row) -> noise(model, row) - (width(model) > 3 ? 9 : 0));
    Budget tight = budget(1e9, 10, Chains.AT_MOST);
    Choice choice = decide(trials, undecided(candidates, false, tight));
    List<Candidate> kept = choice.kept();
    assertThat(kept).hasSizeBetween(2, 3);
    List<ChainPlan> plans =
        CostModel.plans(
            tight,
            MadeUpTrials.PLAN,
            kept.stream().map(c -> trials.size(c.configuration())).toList(),
            kept.stream().mapToDouble(Candidate::weight).toArray());
    assertThat(kept).extracting(c -> c.configuration().plan()).isEqualTo(plans);
    assertThat(plans.getFirst().sampler().transitions()).isLessThan(11_000);
    assertThat(choice.candidates())
        .filteredOn(c -> !c.kept())
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(c -> c.configuration().plan().equals(MadeUpTrials.PLAN));
  }

  /** Time for the shortest chains of exactly so many: these are kept, the heaviest. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void asManyAreKeptAsTheTimeAffords(int models) {
    List<Candidate> candidates = widths(1, 2, 3, 4);
    MadeUpTrials trials = noisy(1);
    Choice all = decide(trials, undecided(candidates, false, AMPLE));
    assertThat(all.kept()).hasSize(4);
    double least = CostModel.least(trials.size(candidates.getFirst().configuration()));
    Choice some =
        decide(
            trials,
            undecided(
                candidates,
                false,
                budget(1e9, models * least * (models < 3 ? 1 : 1 + 1e-12), Chains.AT_MOST)));
    List<String> heaviest =
        all.kept().stream()
            .sorted((a, b) -> Double.compare(b.weight(), a.weight()))
            .limit(models)
            .map(Candidate::name)
            .toList();
    assertThat(some.kept())
        .extracting(Candidate::name)
        .containsExactlyInAnyOrderElementsOf(heaviest);
    assertThat(Arrays.stream(weights(some)).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void chainsAsAskedAreAfforded() {
    Choice choice =
        decide(noisy(1), undecided(widths(1, 2, 3), false, budget(1e9, 0, Chains.AS_ASKED)));
    assertThat(choice.kept()).hasSize(3);
    assertThat(choice.kept()).allMatch(c -> c.configuration().plan().equals(MadeUpTrials.PLAN));
  }

  /** What is left is known when candidates are scored, and is what counts. */
  @Test
  void theBudgetThatIsLeftDecides() {
    try (var session = EngineSession.local(1)) {
      var selection =
          new Selection(noisy(1), undecided(widths(1, 2, 3), false, AMPLE), FoldScores.inMemory());
      Choice choice = selection.decide(session, () -> AMPLE.withSampling(0));
      assertThat(choice.kept()).hasSize(1);
      assertThat(choice.budget().sampling()).isZero();
    }
  }

  private static MadeUpTrials widePriors() {
    return new MadeUpTrials(
        ROWS,
        model -> 20,
        (model, row) ->
            3 * Math.log(model.prior().scale() * model.prior().inputScale())
                + 0.1 * noise(model, row));
  }

  /** Wider is always better: priors grow until eight more were tried. */
  @Test
  void eightOtherPriorsAreTriedAtTheMost() {
    Choice choice = decide(widePriors(), undecided(widths(4, 8), true, AMPLE));
    assertThat(choice.candidates()).hasSize(2 + 8);
    assertThat(choice.candidates()).extracting(Candidate::name).doesNotHaveDuplicates();
    Candidate best =
        choice.candidates().stream()
            .max((a, b) -> Double.compare(a.weight(), b.weight()))
            .orElseThrow();
    Prior prior = best.configuration().prior();
    assertThat(prior.scale() * prior.inputScale()).isGreaterThan(4);
  }

  @Test
  void whereThePriorIsGivenNoOtherIsTried() {
    Choice choice = decide(widePriors(), undecided(widths(4, 8), false, AMPLE));
    assertThat(choice.candidates()).hasSize(2);
  }

  /** Other priors may take as long as the first candidates, or 15 s, and no more than there is. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void otherPriorsAreTriedAsTheTimeAllows(int others) {
    MadeUpTrials trials = widePriors();
    List<Candidate> candidates = widths(4);
    double fold = CrossValidation.secondsOfFold(trials.size(candidates.getFirst().configuration()));
    double seconds = 5 * fold * (1 + others) * (1 + 1e-9);
    Choice choice =
        decide(trials, undecided(candidates, true, budget(seconds, 100, Chains.AS_ASKED)));
    int folds = Math.min(5, (int) (2.0 / 3 * 5 * (1 + others) * (1 + 1e-9)));
    int tried = choice.candidates().size();
    assertThat(folds * fold * tried).isLessThanOrEqualTo(seconds);
    assertThat(tried >= 9 || folds * fold * (tried + 1) > seconds).isTrue();
  }

  /** The constant is never tried with other priors, however well it does. */
  @Test
  void ofTheConstantNoOtherPriorIsTried() {
    Configuration constant = MadeUpTrials.model(0).with(new Prior(1, 1.0 / 16));
    List<Candidate> candidates =
        List.of(Candidate.of(Candidate.CONSTANT + "-normal", constant), candidate(4));
    MadeUpTrials trials =
        new MadeUpTrials(
            ROWS, model -> 20, (model, row) -> width(model) == 0 ? 0 : noise(model, row) - 3);
    Choice choice = decide(trials, undecided(candidates, true, AMPLE));
    assertThat(choice.candidates().getFirst().weight()).isGreaterThan(0.9);
    assertThat(choice.candidates().subList(1, choice.candidates().size()))
        .hasSizeGreaterThan(1)
        .allMatch(c -> width(c.configuration()) == 4);
  }

  /** While a lead may be chance, the constant is preferred; once it is clear, none is. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.3, 1})
  void aConstantIsPreferredUntilTheLeadIsClear(double lead) {
    Configuration constant = MadeUpTrials.model(0).with(new Prior(1, 1.0 / 16));
    List<Candidate> candidates =
        List.of(candidate(4), Candidate.of(Candidate.CONSTANT + "-normal", constant), candidate(8));
    MadeUpTrials trials =
        new MadeUpTrials(
            ROWS, model -> 20, (model, row) -> width(model) == 0 ? 0 : lead + noise(model, row));
    double[][] scores = scores(trials, candidates);
    for (int k = 0; k < 3; k++) {
      double more = k == 1 ? 0 : lead;
      double factor = k == 1 ? 0 : 1;
      scores[k] = Arrays.stream(scores[k]).map(score -> factor * score + more).toArray();
    }
    boolean clear = Paired.best(scores, null).isAhead(scores[1], 2);
    double[] stacked =
        clear ? Stacking.cautious(scores, null, 5) : Stacking.cautious(scores, null, 5, 1);
    double[] weights = weights(decide(trials, undecided(candidates, false, AMPLE)));
    assertThat(clear).isEqualTo(lead > 0.2);
    if (Arrays.stream(stacked).allMatch(weight -> weight >= 0.02)) {
      assertThat(weights).containsExactly(stacked, within(1e-12));
    } else {
      assertThat(weights[1]).isZero();
    }
  }

  /** What is left to score, at the speed of this machine, and a half more for other priors. */
  @Test
  void theExpectedTimeIsThatOfFoldsNotScoredYet() {
    List<Candidate> candidates = widths(4, 8);
    MadeUpTrials small = noisy(1);
    MadeUpTrials large = new MadeUpTrials(ROWS, model -> 5_000_000, (model, row) -> 0);
    for (MadeUpTrials trials : List.of(small, large)) {
      Size size = trials.size(candidates.getFirst().configuration());
      double each = 5 * CostModel.ofFold(size, 56);
      Selection asked = selection(trials, candidates, false, FoldScores.inMemory());
      assertThat(asked.expectedSeconds(1, 1)).isCloseTo(2 * each, within(1e-9 * each));
      assertThat(asked.expectedSeconds(2, 3)).isCloseTo(5 * each, within(1e-9 * each));
      Selection free = selection(trials, candidates, true, FoldScores.inMemory());
      double more = Math.max(1.5, 1 + 7.5 / (2 * each));
      assertThat(free.expectedSeconds(2, 3)).isCloseTo(5 * each * more, within(1e-9 * each * more));
      assertThat(2 * free.transitions()).isEqualTo(3 * asked.transitions());
      var known = FoldScores.inMemory();
      IntStream.range(0, 10).forEach(task -> known.add(task / 5, task % 5, new double[14]));
      Selection done = selection(trials, candidates, true, known);
      assertThat(done.expectedSeconds(2, 3)).isZero();
      assertThat(done.transitions()).isZero();
      assertThat(done.seconds()).isZero();
    }
    assertThat(CostModel.ofFold(large.size(candidates.getFirst().configuration()), 56))
        .isGreaterThan(15);
  }

  private static Selection selection(
      MadeUpTrials trials, List<Candidate> candidates, boolean otherPriors, FoldScores known) {
    return new Selection(trials, undecided(candidates, otherPriors, AMPLE), known);
  }

  /** What was known before took no time now. */
  @Test
  void theTimeOfAChoiceIsThatOfWhatItScored() {
    List<Candidate> candidates = widths(4, 8);
    MadeUpTrials trials = noisy(1);
    double fold = CostModel.ofFold(trials.size(candidates.getFirst().configuration()), 56);
    var known = FoldScores.inMemory();
    for (int round = 0; round < 2; round++) {
      Selection selection = selection(trials, candidates, false, known);
      assertThat(selection.seconds()).isZero();
      try (var session = EngineSession.local(1)) {
        selection.decide(session);
      }
      assertThat(selection.seconds()).isCloseTo(round == 0 ? 10 * fold : 0, within(1e-9));
    }
  }

  /** A model that fails on some rows is out; where all fail, the sentence says where to look. */
  @Test
  void aModelThatFailsSomewhereHasNoWeight() {
    MadeUpTrials trials =
        new MadeUpTrials(
            ROWS,
            model -> 20,
            (model, row) ->
                width(model) == 4 && row == 50 ? Double.NEGATIVE_INFINITY : noise(model, row));
    Choice choice = decide(trials, undecided(widths(4, 8), false, AMPLE));
    assertThat(weights(choice)).containsExactly(0, 1);
    assertThat(choice.candidates().getFirst().score()).isEqualTo(-Double.MAX_VALUE);
    assertThat(choice.candidates().getFirst().error()).isZero();
    assertThatThrownBy(() -> decide(trials, undecided(widths(4), false, AMPLE)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("extreme values");
  }

  /** One is ahead in the first two folds, after which others are eliminated, and then fails. */
  @Test
  void theFirstFoldsDecideWhereNoneIsSoundOnAll() {
    int[] known =
        new MadeUpTrials(100, model -> 20, (model, row) -> 0)
            .folds(5, MadeUpTrials.PLAN.seed()).splits().stream()
                .limit(2)
                .flatMapToInt(split -> Arrays.stream(split.test()))
                .toArray();
    var failing =
        new MadeUpTrials(
            100,
            model -> 20,
            (model, row) ->
                width(model) == 8
                    ? noise(model, row) - 5
                    : Arrays.stream(known).anyMatch(of -> of == row)
                        ? noise(model, row)
                        : Double.NEGATIVE_INFINITY);
    Choice choice = decide(failing, undecided(widths(4, 8), false, AMPLE));
    assertThat(weights(choice)).containsExactly(1, 0);
    double mean =
        Arrays.stream(known)
            .mapToDouble(row -> noise(MadeUpTrials.model(4), row))
            .average()
            .orElseThrow();
    assertThat(choice.candidates().getFirst().score()).isCloseTo(mean, within(1e-12));
  }

  /** One model is eliminated after two folds; the other is scored on all rows, which decide. */
  @Test
  void anEliminatedModelHasTheScoreOfItsLead() {
    var trials =
        new MadeUpTrials(
            100,
            model -> 20,
            (model, row) -> width(model) == 4 ? row % 7 : row % 7 - 3 + noise(model, row) / 10);
    Choice choice = decide(trials, undecided(widths(4, 8), false, AMPLE));
    assertThat(weights(choice)).containsExactly(1, 0);
    double mean = IntStream.range(0, 100).mapToDouble(row -> row % 7).average().orElseThrow();
    assertThat(choice.candidates().getFirst().score()).isCloseTo(mean, within(1e-12));
    assertThat(choice.candidates().get(1).score()).isCloseTo(mean - 3, within(0.1));
    assertThat(trials.asked).hasSize(5 + 2);
  }
}
