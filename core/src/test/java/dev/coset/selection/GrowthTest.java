package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.EngineSession;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.store.FoldScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Candidates on more and more rows. */
class GrowthTest {
  private static final int ROWS = 400;
  private static final int FOLDS = 5;
  private static final int HELD_OUT = 100;
  private static final Budget AMPLE = new Budget(1e9, 1e9, Chains.AT_MOST);

  /** The mean score of a model of some width, by the number of the fold or split. */
  private interface Score {
    double of(int width, int fold);
  }

  /** Trials of five folds and two larger splits. */
  private record Growing(Score score, int splits, List<String> asked) implements Trials {
    Growing(Score score) {
      this(score, 2, new ArrayList<>());
    }

    @Override
    public int rows() {
      return ROWS;
    }

    @Override
    public Size size(Configuration model) {
      return new Size(model, 10 * width(model) + 1, ROWS);
    }

    @Override
    public Prior firstPrior(int[] hidden) {
      return Prior.STANDARD_NORMAL;
    }

    @Override
    public TrainingFolds folds(int most, long seed) {
      return TrainingFolds.of(null, new int[HELD_OUT], most, seed);
    }

    @Override
    public List<Split> grown(long seed) {
      int[] test = IntStream.range(0, HELD_OUT).toArray();
      return IntStream.rangeClosed(1, splits)
          .mapToObj(k -> new Split(IntStream.range(HELD_OUT, 200 * k).toArray(), test))
          .toList();
    }

    @Override
    public CompletableFuture<double[]> scores(
        Configuration model, Split fold, int index, EngineSession session) {
      asked.add(width(model) + "/" + index);
      return CompletableFuture.completedFuture(
          Arrays.stream(fold.test())
              .mapToDouble(
                  row ->
                      score.of(width(model), index)
                          + 0.1 * new Random(31L * row + width(model)).nextGaussian())
              .toArray());
    }

    private static int width(Configuration model) {
      return Arrays.stream(model.hidden()).sum();
    }
  }

  private static Choice decide(Growing trials, Budget budget, int... widths) {
    List<Candidate> candidates =
        Arrays.stream(widths)
            .mapToObj(
                width ->
                    CandidateModels.candidate(
                        MadeUpTrials.GIVEN, MadeUpTrials.model(width).hidden(), Likelihood.NORMAL))
            .toList();
    try (var session = EngineSession.local(1)) {
      return new Selection(trials, new Choice(candidates, false, budget, ""), FoldScores.inMemory())
          .decide(session);
    }
  }

  private static double weight(Choice choice, int width) {
    return choice.candidates().stream()
        .filter(c -> Growing.width(c.configuration()) == width)
        .mapToDouble(Candidate::weight)
        .sum();
  }

  /** A large network that only many rows show the worth of is not lost on the way. */
  @Test
  void moreRowsDecide() {
    var trials = new Growing((width, fold) -> fold < FOLDS ? -width * 0.1 : fold * width * 0.1);
    Choice choice = decide(trials, AMPLE, 2, 4, 8);
    assertThat(weight(choice, 8)).isEqualTo(1);
    assertThat(choice.scoredOn()).contains("100 training rows, predicted from 100 others");
    // Smaller networks are clearly worse than a larger one on the first split.
    assertThat(trials.asked).contains("2/5", "4/5", "8/5").doesNotContain("2/6", "8/6");
    double[] means = choice.candidates().stream().mapToDouble(Candidate::score).toArray();
    assertThat(means).isSorted(); // as on the rows that decide, not as on the folds
  }

  /** Larger networks profit more from more rows, so a smaller one eliminates none of them. */
  @Test
  void onlyLargerNetworksEliminate() {
    var trials = new Growing((width, fold) -> -0.2 * width);
    Choice choice = decide(trials, AMPLE, 2, 4, 8);
    assertThat(trials.asked).contains("2/5", "4/5", "8/5", "2/6", "4/6", "8/6");
    assertThat(weight(choice, 2)).isGreaterThan(0.9);
    double[] means = choice.candidates().stream().mapToDouble(Candidate::score).toArray();
    assertThat(means[0] - means[1]).isBetween(0.3, 0.5);
  }

  /** Candidates go further while the budget lasts. */
  @Test
  void theBudgetEndsIt() {
    var trials = new Growing((width, fold) -> -0.2 * width);
    Choice none = decide(trials, new Budget(1e-9, 1e9, Chains.AT_MOST), 2, 4, 8);
    assertThat(trials.asked).noneMatch(asked -> asked.endsWith("/5") || asked.endsWith("/6"));
    assertThat(none.scoredOn()).contains("held out");
  }

  /** A model whose chains all fail on many rows gets no weight, however good it was before. */
  @Test
  void aModelThatFailsOnManyRowsIsLast() {
    for (int failing : new int[] {FOLDS, FOLDS + 1}) {
      var trials =
          new Growing(
              (width, fold) ->
                  fold == failing && width == 2 ? Double.NEGATIVE_INFINITY : -0.2 * width);
      Choice choice = decide(trials, AMPLE, 2, 4, 8);
      assertThat(weight(choice, 2)).isZero();
      assertThat(weight(choice, 4)).isGreaterThan(0.9);
      double[] means = choice.candidates().stream().mapToDouble(Candidate::score).toArray();
      assertThat(means[0]).isEqualTo(-Double.MAX_VALUE);
      assertThat(means[1]).isBetween(-1.0, -0.7);
    }
  }

  /** Without further splits the folds decide. */
  @Test
  void fewRowsDoNotGrow() {
    var trials = new Growing((width, fold) -> -0.2 * width, 0, new ArrayList<>());
    assertThat(decide(trials, AMPLE, 2, 4).scoredOn()).contains("each held out once in 5 folds");
  }
}
