package dev.coset.weights;

import dev.coset.chains.RandomStream;
import dev.coset.data.Blocks;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Study;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Held-out scores of modes: short chains from a mode's own draws, given the other folds, predict
 * each fold of the training rows in turn. Folds keep groups whole and respect time.
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
    Blocks blocks = study.data().blocks();
    this.folds =
        TrainingFolds.of(
                blocks == null ? null : blocks.select(study.split().train()),
                study.posterior().data().y().strata(),
                FOLDS,
                seed)
            .splits();
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

  List<Split> folds() {
    return folds;
  }

  /** The held-out rows in the order of folds; with folds in time, not all training rows. */
  int[] rows() {
    return folds.stream().flatMapToInt(fold -> Arrays.stream(fold.test())).toArray();
  }

  /**
   * {@code log p(y_i | rows of the other folds)} by mode and held-out row; minus infinity where all
   * chains of a fold failed.
   *
   * @param modes draws of each
   * @param threads share the work; the result does not depend on them
   */
  double[][] heldOut(List<Draws> modes, int threads) {
    double[][] log = new double[modes.size() * folds.size()][];
    Parallel.tasks(
        threads,
        log.length,
        task -> {
          Draws starts = modes.get(task / folds.size()).evenly(STARTS);
          log[task] = fold(starts, folds.get(task % folds.size()), task * STARTS);
        });
    return IntStream.range(0, modes.size())
        .mapToObj(
            mode ->
                Arrays.stream(log, mode * folds.size(), (mode + 1) * folds.size())
                    .flatMapToDouble(Arrays::stream)
                    .toArray())
        .toArray(double[][]::new);
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
