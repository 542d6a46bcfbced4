package dev.coset.selection;

import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Configuration;
import dev.coset.predictive.Paired;
import dev.coset.predictive.Stacking;
import dev.coset.statistics.Weighted;
import dev.coset.store.FoldScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cross-validation of models on training rows: as many folds as there is time for.
 *
 * @param splits of the training rows, one for each fold that is held out
 * @param parts that those are some of
 * @param blocks whose rows are held out together; null where each row stands for itself
 */
record CrossValidation(Trials trials, List<Split> splits, int parts, @Nullable Blocks blocks) {
  private static final int PARTS = 5;

  /** Folds after which clearly worse candidates are eliminated. */
  private static final int SCREENING_FOLDS = 2;

  private static final int SCREENING_ROWS = 30;
  private static final double CLEARLY = 2.5; // standard errors of the difference

  static final double CLEAR_LEAD = 2;

  /** As many folds as the work allows, at least one. */
  static CrossValidation of(
      Trials trials, List<Configuration> candidates, double seconds, long seed) {
    TrainingFolds folds = trials.folds(PARTS, seed);
    List<Size> sizes = candidates.stream().map(trials::size).toList();
    List<Split> taken = new ArrayList<>();
    double left = seconds;
    for (Split fold : folds.splits()) {
      left -= sizes.stream().mapToDouble(size -> CostModel.ofFold(size, fold.train().length)).sum();
      if (taken.isEmpty() || left >= 0) {
        taken.add(fold);
      }
    }
    return new CrossValidation(trials, taken, folds.splits().size(), folds.blocks());
  }

  private int folds() {
    return splits.size();
  }

  /** What one model takes for one fold, in seconds of one core as they are common. */
  static double secondsOfFold(Size candidate) {
    int rows = Math.min(candidate.rows(), StudyTrials.MOST_ROWS);
    return CostModel.ofFold(candidate, rows * (PARTS - 1) / PARTS);
  }

  /** What candidates take, in seconds of one core as they are common. */
  double seconds(List<Configuration> candidates) {
    return secondsLeft(candidates, 0, FoldScores.inMemory());
  }

  /** Candidates and folds that are not scored yet, as candidate * folds + fold. */
  private IntStream missing(int first, int candidates, FoldScores known) {
    return IntStream.range(0, candidates * folds())
        .filter(task -> known.of(first + task / folds(), task % folds()).isEmpty());
  }

  /** What is left to do of them, in such seconds. */
  double secondsLeft(List<Configuration> candidates, int first, FoldScores known) {
    return missing(first, candidates.size(), known)
        .mapToDouble(
            task ->
                CostModel.ofFold(
                    trials.size(candidates.get(task / folds())),
                    splits.get(task % folds()).train().length))
        .sum();
  }

  /** Transitions of all chains that are left to run. */
  long transitionsLeft(List<Configuration> candidates, FoldScores known) {
    return missing(0, candidates.size(), known)
        .mapToObj(
            task ->
                CostModel.foldPlan(
                    trials.size(candidates.get(task / folds())),
                    splits.get(task % folds()).train().length))
        .mapToLong(plan -> (long) plan.chains() * plan.sampler().transitions())
        .sum();
  }

  /**
   * The log predictive density of every held-out row, (candidate, row), in comparable units; minus
   * infinity where all chains of a fold failed. A candidate that is clearly worse than the best
   * after the first folds is eliminated: it has no more rows than those.
   *
   * @param first the place of the first of them among all candidates
   * @param known what need not be scored again; takes up all else
   */
  double[][] of(
      List<Configuration> candidates, int first, FoldScores known, EngineSession session) {
    int[] all = IntStream.range(0, candidates.size()).toArray();
    int screened = Math.min(SCREENING_FOLDS, folds());
    await(submit(candidates, all, first, 0, screened, known, session), session);
    boolean[] worse = worse(first + candidates.size(), screened, known);
    int[] rest = Arrays.stream(all).filter(k -> !worse[first + k]).toArray();
    await(submit(candidates, rest, first, screened, folds(), known, session), session);
    return Arrays.stream(all)
        .mapToObj(k -> scores(first + k, worse[first + k] ? screened : folds(), known))
        .toArray(double[][]::new);
  }

  /** Has one model scored on all folds. */
  List<Future<?>> submit(Configuration model, FoldScores known, EngineSession session) {
    return submit(List.of(model), new int[1], 0, 0, folds(), known, session);
  }

  /** The scores of that model, once they are there. */
  double[] await(List<Future<?>> scored, FoldScores known, EngineSession session) {
    await(scored, session);
    return scores(0, folds(), known);
  }

  private static void await(List<Future<?>> scored, EngineSession session) {
    scored.forEach(session::await);
  }

  private List<Future<?>> submit(
      List<Configuration> candidates,
      int[] some,
      int first,
      int from,
      int to,
      FoldScores known,
      EngineSession session) {
    List<Future<?>> scored = new ArrayList<>();
    for (int place = some.length - 1; place >= 0; place--) { // the largest models take longest
      int candidate = some[place];
      for (int each = from; each < to; each++) {
        int fold = each;
        if (known.of(first + candidate, fold).isEmpty()) {
          scored.add(
              trials
                  .scores(candidates.get(candidate), splits.get(fold), fold, session)
                  .thenAccept(scores -> known.add(first + candidate, fold, scores)));
        }
      }
    }
    return scored;
  }

  private static double[] scores(int candidate, int folds, FoldScores known) {
    return IntStream.range(0, folds)
        .mapToObj(fold -> known.of(candidate, fold).orElseThrow())
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** Which candidates are worse than the best, as the first folds say. */
  private boolean[] worse(int candidates, int screened, FoldScores known) {
    double[][] scores =
        IntStream.range(0, candidates)
            .mapToObj(k -> scores(k, screened, known))
            .toArray(double[][]::new);
    boolean[] worse = new boolean[candidates];
    if (screened < folds() && scores[0].length >= SCREENING_ROWS) {
      var best = Paired.best(scores, weights(scores[0].length));
      for (int k = 0; k < candidates; k++) {
        worse[k] = best.isAhead(scores[k], CLEARLY);
      }
    }
    return worse;
  }

  /** The weights of the first held-out rows, in the order of the scores; null where all are 1. */
  double @Nullable [] weights(int rows) {
    int[] heldOut =
        splits.stream().flatMapToInt(split -> Arrays.stream(split.test())).limit(rows).toArray();
    return Weighted.select(trials.weights(), heldOut);
  }

  /** Further points for stacking: the fewer folds there are, the more even the weights. */
  double furtherPoints() {
    return Stacking.FURTHER_POINTS * parts / folds();
  }

  /**
   * Standard errors by which the best must be ahead of a constant prediction. The best of many
   * candidates is ahead by chance alone, and more so where only some of the folds were affordable.
   */
  double clearLead() {
    return CLEAR_LEAD * Math.sqrt((double) parts / folds());
  }

  /** How the scores came about, as a part of a sentence. */
  String described() {
    int rows = splits.stream().mapToInt(split -> split.test().length).sum();
    if (blocks != null && blocks.inTime()) {
      return "%d training rows, predicted from those before them in %d fold%s"
          .formatted(rows, folds(), folds() == 1 ? "" : "s");
    }
    String groups = blocks == null ? "" : " of whole groups";
    return folds() == parts
        ? "%d training rows, each held out once in %d folds%s".formatted(rows, folds(), groups)
        : "%d training rows, held out in %d fold%s of %d%s"
            .formatted(rows, folds(), folds() == 1 ? "" : "s", parts, groups);
  }
}
