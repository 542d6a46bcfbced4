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
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  /** Transitions of all chains of a number of candidates. */
  long transitions(int candidates, ChainPlan plan) {
    return (long) candidates * folds * plan.chains() * plan.sampler().transitions();
  }

  /**
   * The log predictive density of every row that is left out, (candidate, row), in comparable
   * units; minus infinity where all chains of a fold failed.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  double[][] of(List<Study> candidates, int threads, SamplerMonitor monitor) {
    double[][] scores = new double[candidates.size()][rows];
    int[] from = new int[folds];
    for (int k = 1; k < folds; k++) {
      from[k] = from[k - 1] + splits.get(k - 1).test().length;
    }
    Parallel.tasks(
        threads,
        candidates.size() * folds,
        task -> {
          // The largest models come last in the ladder and take longest: they begin.
          int candidate = candidates.size() - 1 - task / folds;
          int fold = task % folds;
          double[] ofFold = fold(candidates.get(candidate), splits.get(fold), fold, monitor);
          System.arraycopy(ofFold, 0, scores[candidate], from[fold], ofFold.length);
        });
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
