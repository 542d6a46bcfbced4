package dev.coset.selection;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Folds;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.PointScores;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.FoldScores;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How well models foretell training rows that they were not shown: short chains given four fifths
 * of the rows score the last, in turn, as often as there is time for. Importance sampling from
 * draws given all rows would be cheaper, but the posterior of a network moves too much with single
 * rows: its estimate is far too good for large networks.
 *
 * @param rows that are left out in all, of the training rows
 * @param folds how many of the fifths
 */
record Judging(List<Split> splits, int rows, int folds) {
  private static final int PARTS = 5;
  private static final int MOST_ROWS = 10_000;

  /** As many folds as the work allows, of at most some thousand rows. */
  static Judging of(List<Study> candidates, double seconds, long seed) {
    Points points = candidates.getFirst().posterior().data();
    int[] rows = evenly(points.count());
    int[] classOf =
        points.y().areClasses()
            ? Arrays.stream(rows).map(points.y()::classOf).toArray()
            : new int[rows.length];
    int parts = Math.min(PARTS, rows.length);
    double fold = Work.ofFold(candidates, rows.length * (parts - 1) / parts);
    int folds = (int) Math.clamp(Math.floor(seconds / fold), 1, parts);
    List<Split> splits =
        Folds.of(classOf, parts, seed).stream()
            .limit(folds)
            .map(split -> new Split(of(rows, split.train()), of(rows, split.test())))
            .toList();
    int left = splits.stream().mapToInt(s -> s.test().length).sum();
    return new Judging(splits, left, folds);
  }

  /** What one model takes for one fold, in seconds of one core as they are common. */
  static double secondsOfFold(Study candidate) {
    int rows = Math.min(candidate.posterior().data().count(), MOST_ROWS);
    return Work.ofFold(List.of(candidate), rows * (PARTS - 1) / PARTS);
  }

  private static int[] evenly(int count) {
    int taken = Math.min(count, MOST_ROWS);
    int[] rows = new int[taken];
    Arrays.setAll(rows, i -> (int) ((long) i * count / taken));
    return rows;
  }

  private static int[] of(int[] rows, int[] places) {
    return Arrays.stream(places).map(i -> rows[i]).toArray();
  }

  /** What candidates take, in seconds of one core as they are common. */
  double seconds(List<Study> candidates) {
    return folds * Work.ofFold(candidates, splits.getFirst().train().length);
  }

  /** Candidates and folds of which nothing is known yet, as candidate * folds + fold. */
  private IntStream missing(int first, int candidates, FoldScores known) {
    return IntStream.range(0, candidates * folds)
        .filter(task -> known.of(first + task / folds, task % folds).isEmpty());
  }

  /** What is left to do of them, in such seconds. */
  double secondsLeft(List<Study> candidates, int first, FoldScores known) {
    return missing(first, candidates.size(), known)
        .mapToDouble(
            task ->
                Work.ofFold(
                    List.of(candidates.get(task / folds)), splits.get(task % folds).train().length))
        .sum();
  }

  /** Transitions of all chains that are left to run. */
  long transitionsLeft(int candidates, FoldScores known, ChainPlan plan) {
    return missing(0, candidates, known).count() * plan.chains() * plan.sampler().transitions();
  }

  /**
   * The log predictive density of every row that is left out, (candidate, row), in comparable
   * units; minus infinity where all chains of a fold failed.
   *
   * @param first the place of the first of them among all candidates
   * @param known what need not be judged again; takes up all else
   * @param threads at most so many share the work; the result does not depend on it
   */
  double[][] of(
      List<Study> candidates, int first, FoldScores known, int threads, SamplerMonitor monitor) {
    Parallel.tasks(
        threads,
        candidates.size() * folds,
        task -> {
          // The largest models come last in the ladder and take longest: they begin.
          int candidate = candidates.size() - 1 - task / folds;
          int fold = task % folds;
          if (known.of(first + candidate, fold).isEmpty()) {
            known.add(
                first + candidate,
                fold,
                fold(candidates.get(candidate), splits.get(fold), fold, monitor));
          }
        });
    double[][] scores = new double[candidates.size()][];
    for (int k = 0; k < scores.length; k++) {
      int candidate = first + k;
      scores[k] =
          IntStream.range(0, folds)
              .mapToObj(fold -> known.of(candidate, fold).orElseThrow())
              .flatMapToDouble(Arrays::stream)
              .toArray();
    }
    return scores;
  }

  private static double[] fold(Study study, Split split, int fold, SamplerMonitor monitor) {
    Points points = study.posterior().data();
    Posterior posterior = study.posterior().given(points.select(split.train()));
    Points left = points.select(split.test());
    ChainPlan plan = Work.judging(study.configuration().plan());
    var runner = new ChainRunner(posterior, plan, monitor);
    List<Draws> parts = new ArrayList<>();
    for (int chain = 0; chain < plan.chains(); chain++) {
      if (runner.run(fold * plan.chains() + chain) instanceof ChainOutcome.Finished finished) {
        parts.add(finished.draws());
      }
    }
    if (parts.isEmpty()) {
      double[] none = new double[left.count()];
      Arrays.fill(none, Double.NEGATIVE_INFINITY);
      return none;
    }
    Draws draws = Draws.concatenate(posterior.dimension(), plan.sampler().schema(), parts);
    var predictive = posterior.predictive(draws, left.x(), 1);
    return PointScores.of(predictive, left.y(), study.scaling().target(), 1).logDensity();
  }

  /** How the scores came about, as a part of a sentence. */
  String described() {
    return folds == PARTS
        ? "%d training rows, each left out once in %d folds".formatted(rows, folds)
        : "%d training rows, left out in %d fold%s of %d"
            .formatted(rows, folds, folds == 1 ? "" : "s", PARTS);
  }
}
