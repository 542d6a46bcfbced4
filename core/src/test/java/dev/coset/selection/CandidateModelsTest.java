package dev.coset.selection;

import static dev.coset.selection.MadeUpTrials.GIVEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Points;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateModelsTest {
  private static final List<String> BOTH = List.of(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC);

  private static MadeUpTrials trials(int rows, ToIntFunction<Configuration> parameters) {
    return new MadeUpTrials(rows, parameters, (model, row) -> 0);
  }

  private static int weights(Configuration model) {
    return 10 + Arrays.stream(model.hidden()).map(width -> 11 * width).sum();
  }

  private static List<Candidate> candidates(MadeUpTrials trials, Chains chains, double choosing) {
    return CandidateModels.of(trials, GIVEN, BOTH, false, new Budget(choosing, 100, chains));
  }

  private static double cost(MadeUpTrials trials, List<Candidate> candidates) {
    return candidates.stream().mapToDouble(c -> cost(trials, c)).sum();
  }

  private static double cost(MadeUpTrials trials, Candidate candidate) {
    return CrossValidation.secondsOfFold(trials.size(candidate.configuration()));
  }

  /** Networks that take more than a fifth of the time for one fold are none; a line always is. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 5, 20, 100, 1000})
  void aFoldOfANetworkTakesAtMostAFifthOfTheTime(double seconds) {
    MadeUpTrials trials = trials(1000, CandidateModelsTest::weights);
    List<Candidate> all = candidates(trials, Chains.AT_MOST, 1e9);
    assertThat(all).hasSize(12);
    assertThat(candidates(trials, Chains.AT_MOST, seconds))
        .isEqualTo(
            all.stream()
                .filter(
                    c -> c.configuration().hidden().length == 0 || cost(trials, c) <= 0.2 * seconds)
                .toList());
  }

  @Test
  void aNetworkOfExactlyAFifthIsThere() {
    MadeUpTrials trials = trials(1000, CandidateModelsTest::weights);
    Candidate largest = candidates(trials, Chains.AT_MOST, 1e9).get(5);
    double seconds = cost(trials, largest) / 0.2;
    while (0.2 * seconds < cost(trials, largest)) {
      seconds = Math.nextUp(seconds);
    }
    assertThat(candidates(trials, Chains.AT_MOST, seconds)).contains(largest);
  }

  /** One fold of all has to fit into a time that is to be filled: the costliest are dropped. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.3, 0.5, 0.8, 0.99, 1.5})
  void theCostliestAreDroppedWhereATimeIsToBeFilled(double part) {
    MadeUpTrials trials = trials(1000, CandidateModelsTest::weights);
    double seconds = part * cost(trials, candidates(trials, Chains.AT_MOST, 1e9));
    List<Candidate> kept = candidates(trials, Chains.FILLING, seconds);
    List<Candidate> before = candidates(trials, Chains.AT_MOST, seconds);
    List<Candidate> dropped = before.stream().filter(c -> !kept.contains(c)).toList();
    assertThat(before).containsAll(kept);
    assertThat(dropped).noneMatch(c -> c.configuration().hidden().length == 0);
    for (Candidate gone : dropped) {
      assertThat(kept)
          .filteredOn(c -> c.configuration().hidden().length > 0)
          .allMatch(c -> cost(trials, c) <= cost(trials, gone));
    }
    boolean onlyLines = kept.stream().allMatch(c -> c.configuration().hidden().length == 0);
    assertThat(onlyLines || cost(trials, kept) <= seconds).isTrue();
    dropped.stream()
        .min(Comparator.comparingDouble(c -> cost(trials, c)))
        .ifPresent(
            last -> assertThat(cost(trials, kept) + cost(trials, last)).isGreaterThan(seconds));
  }

  /** Networks that all cost the same: as many as fit are kept, also where nothing is left over. */
  @Test
  void whatFitsExactlyIsNotDropped() {
    MadeUpTrials trials = trials(1000, model -> 50);
    double seconds = cost(trials, candidates(trials, Chains.AT_MOST, 1e9));
    assertThat(candidates(trials, Chains.FILLING, seconds)).hasSize(12);
    assertThat(candidates(trials, Chains.FILLING, Math.nextDown(seconds))).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource({"59, 6", "60, 12", "2999, 12", "3000, 14"})
  void moreRowsHaveMoreCandidates(int rows, int candidates) {
    MadeUpTrials trials = trials(rows, CandidateModelsTest::weights);
    assertThat(candidates(trials, Chains.AT_MOST, 1e9)).hasSize(candidates);
  }

  /** A model of every likelihood for each shape, with the first prior of its shape. */
  @Test
  void whereThePriorIsFreeAConstantComesFirst() {
    MadeUpTrials trials = trials(1000, CandidateModelsTest::weights);
    List<Candidate> free =
        CandidateModels.of(trials, GIVEN, BOTH, true, new Budget(1e9, 100, Chains.AT_MOST));
    assertThat(free).hasSize(13);
    Candidate constant = free.getFirst();
    assertThat(constant.constant()).isTrue();
    assertThat(constant.configuration().hidden()).isEmpty();
    assertThat(constant.configuration().likelihood()).isEqualTo(Likelihood.NORMAL);
    assertThat(constant.configuration().prior()).isEqualTo(new Prior(1, 0.5 / 16));
    for (Candidate other : free.subList(1, 13)) {
      assertThat(other.constant()).isFalse();
      assertThat(other.name()).doesNotContain(Candidate.PRIOR);
      assertThat(other.configuration().prior())
          .isEqualTo(trials.firstPrior(other.configuration().hidden()));
    }
    assertThat(candidates(trials, Chains.AT_MOST, 1e9))
        .noneMatch(Candidate::constant)
        .allMatch(c -> c.configuration().prior().equals(GIVEN.prior()));
  }

  private static List<Prior> near(int[] hidden, Prior prior) {
    MadeUpTrials trials = trials(100, CandidateModelsTest::weights);
    Candidate candidate = CandidateModels.candidate(GIVEN.with(prior), hidden, Likelihood.NORMAL);
    List<Candidate> others = CandidateModels.withOtherPriors(candidate, trials);
    for (Candidate other : others) {
      Prior of = other.configuration().prior();
      assertThat(other.name())
          .isEqualTo(
              candidate.name().replaceFirst(Candidate.PRIOR + ".*", "")
                  + (of.equals(trials.firstPrior(hidden)) ? "" : Candidate.PRIOR + of));
      assertThat(other.configuration().with(prior)).isEqualTo(candidate.configuration());
    }
    return others.stream().map(other -> other.configuration().prior()).toList();
  }

  @Test
  void otherPriorsAreTwiceAndHalfOfEachScale() {
    assertThat(near(new int[] {4}, new Prior(1, 1.0)))
        .containsExactly(
            new Prior(2, 1.0), new Prior(1, 2.0), new Prior(1, 0.5), new Prior(0.5, 1.0));
    assertThat(near(new int[0], new Prior(1, 1.0)))
        .containsExactly(new Prior(1, 2.0), new Prior(1, 0.5));
  }

  /** From 1/4 to 8, and of inputs from 1/32. */
  @Test
  void priorsAreNeitherVeryWideNorVeryNarrow() {
    int[] some = {4};
    assertThat(near(some, new Prior(4, 4.0))).contains(new Prior(8, 4.0), new Prior(4, 8.0));
    assertThat(near(some, new Prior(8, 8.0))).containsExactly(new Prior(8, 4.0), new Prior(4, 8.0));
    assertThat(near(some, new Prior(0.5, 1.0 / 16)))
        .contains(new Prior(0.25, 1.0 / 16), new Prior(0.5, 1.0 / 32));
    assertThat(near(some, new Prior(0.25, 1.0 / 32)))
        .containsExactly(new Prior(0.5, 1.0 / 32), new Prior(0.25, 1.0 / 16));
  }

  /** The power of two next to one over the length of a row, from 1 down to 1/32. */
  @ParameterizedTest
  @CsvSource({"1, 1", "4, 0.5", "16, 0.25", "1024, 0.03125", "2000, 0.03125", "5000, 0.03125"})
  void theFirstPriorOfInputsFollowsTheirNumber(int columns, double scale) {
    double[][] x = new double[columns][10];
    for (double[] column : x) {
      Arrays.setAll(column, i -> i % 2 == 0 ? 1 : -1);
    }
    var points = new Points(x, new double[10]);
    assertThat(CandidateModels.prior(points, new int[] {4})).isEqualTo(new Prior(1, scale));
    assertThat(CandidateModels.prior(points, new int[0])).isEqualTo(Prior.STANDARD_NORMAL);
  }

  /** It is their variance that counts: twice the scale is as four times the columns. */
  @Test
  void theFirstPriorOfInputsFollowsTheirScale() {
    double[][] x = new double[1][10];
    for (double size : new double[] {0.1, 1, 2, 4, 8}) {
      Arrays.setAll(x[0], i -> i % 2 == 0 ? size : -size);
      assertThat(CandidateModels.prior(new Points(x, new double[10]), new int[] {4}))
          .isEqualTo(new Prior(1, Math.min(1, 1 / size)));
    }
  }
}
