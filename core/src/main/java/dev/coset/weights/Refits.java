package dev.coset.weights;

import dev.coset.chains.RandomStream;
import dev.coset.data.Folds;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How well modes foretell training rows when these are left out: short chains from a mode's own
 * draws, given four fifths of the rows, foretell the fifth in turn.
 */
final class Refits {
  private static final int FOLDS = 5;
  private static final int STARTS = 2;
  private static final int DRAWS = 25;

  private final Study study;
  private final Sampler sampler;
  private final long seed;
  private final List<Split> folds;

  /**
   * @param study whose posterior is given all rows
   * @param sampler of the run
   */
  Refits(Study study, Sampler sampler, long seed) {
    this.study = study;
    this.sampler = brief(sampler);
    this.seed = seed;
    Points points = study.posterior().data();
    this.folds = Folds.of(points.y().strata(), Math.min(FOLDS, points.count()), seed);
  }

  private static Sampler brief(Sampler sampler) {
    return switch (sampler) {
      case Nuts.Settings nuts ->
          new Nuts.Settings(150, DRAWS, nuts.targetAcceptance(), nuts.maxDepth());
      case Mclmc.Settings mclmc -> mclmc.ofLength(1000, DRAWS, 20);
    };
  }

  /** Transitions that a number of modes take. */
  static long transitions(Sampler sampler, int modes) {
    return (long) modes * FOLDS * STARTS * brief(sampler).transitions();
  }

  /**
   * {@code log p(y_i | rows of the other folds)} by mode and row; minus infinity where all chains
   * of a fold failed.
   *
   * @param modes draws of each
   * @param threads share the work; the result does not depend on them
   */
  double[][] leftOut(List<Draws> modes, int threads) {
    double[][] log = new double[modes.size()][study.posterior().data().count()];
    Parallel.tasks(
        threads,
        modes.size() * folds.size(),
        task -> {
          int mode = task / folds.size();
          Split fold = folds.get(task % folds.size());
          double[] ofFold = fold(modes.get(mode).evenly(STARTS), fold, task * STARTS);
          for (int i = 0; i < ofFold.length; i++) {
            log[mode][fold.test()[i]] = ofFold[i];
          }
        });
    return log;
  }

  private double[] fold(Draws starts, Split fold, int index) {
    Points points = study.posterior().data();
    UnaryOperator<Points> seen = study.seenFrom(fold.train());
    Posterior given = study.posterior().given(seen.apply(points.select(fold.train())));
    Points left = seen.apply(points.select(fold.test()));
    var density = given.density();
    List<Draws> chains = new ArrayList<>();
    for (int c = 0; c < starts.count(); c++) {
      var random = RandomStream.APPROXIMATION.of(seed, index + c);
      try {
        chains.add(sampler.run(density, c, starts.draw(c), random, SamplerMonitor.NONE).draws());
      } catch (IllegalStateException failed) { // as in a run, others may do
        continue;
      }
    }
    double[] log = new double[left.count()];
    if (chains.isEmpty()) {
      Arrays.fill(log, Double.NEGATIVE_INFINITY);
      return log;
    }
    Draws draws = Draws.concatenate(starts.dimension(), sampler.schema(), chains);
    var predictive = given.predictive(draws, left.x(), 1);
    Arrays.setAll(log, i -> predictive.at(i).logDensity(left.y().at(i)));
    return log;
  }
}
