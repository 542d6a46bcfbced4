package dev.coset.selection;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Blocks;
import dev.coset.data.Folds;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.Paired;
import dev.coset.predictive.PointScores;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.FoldScores;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How well models foretell training rows that they were not shown: short chains given four fifths
 * of the rows score the last, in turn, as often as there is time for. Importance sampling from
 * draws given all rows would be cheaper, but the posterior of a network moves too much with single
 * rows: its estimate is far too good for large networks.
 *
 * @param splits of the training rows, one for each part that is left out
 * @param parts of which those are some
 * @param blocks whose rows are left out together; null where each row stands for itself
 * @param seen how networks that are given a split's training rows see rows, by split
 */
record Judging(
    List<Split> splits, int parts, @Nullable Blocks blocks, List<UnaryOperator<Points>> seen) {
  private static final int PARTS = 5;
  private static final int MOST_ROWS = 10_000;

  /** Folds after which those that are clearly worse are judged no more. */
  private static final int HEATS = 2;

  private static final int ROWS_OF_HEATS = 30;
  private static final double CLEARLY = 2.5; // standard errors of the difference

  /** As many folds as the work allows, of at most some thousand rows. */
  static Judging of(List<Study> candidates, double seconds, long seed) {
    Study any = candidates.getFirst();
    Points points = any.posterior().data();
    int[] rows = evenly(points.count());
    Blocks blocks = any.data().blocks();
    if (blocks != null) {
      blocks = blocks.select(of(any.split().train(), rows));
    }
    List<Split> folds = blocks == null ? List.of() : Folds.of(blocks, PARTS, seed);
    if (folds.isEmpty()) { // also where all rows are of one group or time
      blocks = null;
      int[] stratumOf = of(points.y().strata(), rows);
      folds = Folds.of(stratumOf, Math.min(PARTS, rows.length), seed);
    }
    List<Split> taken = new ArrayList<>();
    double left = seconds;
    for (Split fold : folds) {
      left -= Work.ofFold(candidates, fold.train().length);
      if (taken.isEmpty() || left >= 0) {
        taken.add(new Split(of(rows, fold.train()), of(rows, fold.test())));
      }
    }
    var seen = taken.stream().map(split -> any.seenFrom(split.train())).toList();
    return new Judging(taken, folds.size(), blocks, seen);
  }

  private int folds() {
    return splits.size();
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

  private static int[] of(int[] values, int[] places) {
    return Arrays.stream(places).map(i -> values[i]).toArray();
  }

  /** What candidates take, in seconds of one core as they are common. */
  double seconds(List<Study> candidates) {
    return secondsLeft(candidates, 0, FoldScores.inMemory());
  }

  /** Candidates and folds of which nothing is known yet, as candidate * folds + fold. */
  private IntStream missing(int first, int candidates, FoldScores known) {
    return IntStream.range(0, candidates * folds())
        .filter(task -> known.of(first + task / folds(), task % folds()).isEmpty());
  }

  /** What is left to do of them, in such seconds. */
  double secondsLeft(List<Study> candidates, int first, FoldScores known) {
    return missing(first, candidates.size(), known)
        .mapToDouble(
            task ->
                Work.ofFold(
                    List.of(candidates.get(task / folds())),
                    splits.get(task % folds()).train().length))
        .sum();
  }

  /** Transitions of all chains that are left to run. */
  long transitionsLeft(List<Study> candidates, FoldScores known) {
    return missing(0, candidates.size(), known)
        .mapToObj(task -> Work.judging(candidates.get(task / folds())))
        .mapToLong(plan -> (long) plan.chains() * plan.sampler().transitions())
        .sum();
  }

  /**
   * The log predictive density of every row that is left out, (candidate, row), in comparable
   * units; minus infinity where all chains of a fold failed. A candidate that is clearly worse than
   * the best after the first folds has no more rows than those.
   *
   * @param first the place of the first of them among all candidates
   * @param known what need not be judged again; takes up all else
   * @param threads at most so many share the work; the result does not depend on it
   */
  double[][] of(
      List<Study> candidates, int first, FoldScores known, int threads, SamplerMonitor monitor) {
    int[] all = IntStream.range(0, candidates.size()).toArray();
    int heats = Math.min(HEATS, folds());
    judge(candidates, all, first, 0, heats, known, threads, monitor);
    boolean[] worse = worse(first + candidates.size(), heats, known);
    int[] rest = Arrays.stream(all).filter(k -> !worse[first + k]).toArray();
    judge(candidates, rest, first, heats, folds(), known, threads, monitor);
    return Arrays.stream(all)
        .mapToObj(k -> scores(first + k, worse[first + k] ? heats : folds(), known))
        .toArray(double[][]::new);
  }

  private void judge(
      List<Study> candidates,
      int[] some,
      int first,
      int from,
      int to,
      FoldScores known,
      int threads,
      SamplerMonitor monitor) {
    int each = to - from;
    Parallel.tasks(
        threads,
        some.length * each,
        task -> {
          // The largest models come last in the ladder and take longest: they begin.
          int candidate = some[some.length - 1 - task / each];
          int fold = from + task % each;
          if (known.of(first + candidate, fold).isEmpty()) {
            double[] scores = fold(candidates.get(candidate), fold, monitor);
            known.add(first + candidate, fold, scores);
          }
        });
  }

  private static double[] scores(int candidate, int folds, FoldScores known) {
    return IntStream.range(0, folds)
        .mapToObj(fold -> known.of(candidate, fold).orElseThrow())
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** Which candidates are worse than the best, as the first folds say. */
  private boolean[] worse(int candidates, int heats, FoldScores known) {
    double[][] scores =
        IntStream.range(0, candidates)
            .mapToObj(k -> scores(k, heats, known))
            .toArray(double[][]::new);
    boolean[] worse = new boolean[candidates];
    if (heats < folds() && scores[0].length >= ROWS_OF_HEATS) {
      var best = Paired.best(scores);
      for (int k = 0; k < candidates; k++) {
        worse[k] = best.isAhead(scores[k], CLEARLY);
      }
    }
    return worse;
  }

  private double[] fold(Study study, int fold, SamplerMonitor monitor) {
    Points points = study.posterior().data();
    UnaryOperator<Points> seen = this.seen.get(fold);
    Split split = splits.get(fold);
    Posterior posterior = study.posterior().given(seen.apply(points.select(split.train())));
    Points left = seen.apply(points.select(split.test()));
    ChainPlan plan = Work.judging(study);
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
    int rows = splits.stream().mapToInt(split -> split.test().length).sum();
    if (blocks != null && blocks.inTime()) {
      return "%d training rows, foretold from those before them in %d fold%s"
          .formatted(rows, folds(), folds() == 1 ? "" : "s");
    }
    String groups = blocks == null ? "" : " of whole groups";
    return folds() == parts
        ? "%d training rows, each left out once in %d folds%s".formatted(rows, folds(), groups)
        : "%d training rows, left out in %d fold%s of %d%s"
            .formatted(rows, folds(), folds() == 1 ? "" : "s", parts, groups);
  }
}
