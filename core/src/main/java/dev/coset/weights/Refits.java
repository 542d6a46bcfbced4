package dev.coset.weights;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.EngineSession;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Sampler;
import dev.coset.validation.HeldOutFolds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
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
  private final ChainPlan plan;
  private final HeldOutFolds folds;

  /**
   * @param study whose posterior is given all rows
   */
  Refits(Study study) {
    ChainPlan asked = study.configuration().plan();
    this.study = study;
    this.plan = asked.withSampler(asked.sampler().brief(DRAWS));
    this.folds = HeldOutFolds.of(study, FOLDS, Integer.MAX_VALUE, asked.seed());
  }

  /** Transitions that a number of modes take. */
  static long transitions(Sampler sampler, int modes) {
    return (long) modes * FOLDS * STARTS * sampler.brief(DRAWS).transitions();
  }

  /** The held-out rows in the order of folds; with folds in time, not all training rows. */
  int[] rows() {
    return folds.rows();
  }

  /**
   * {@code log p(y_i | rows of the other folds)} by mode and held-out row; minus infinity where all
   * chains of a fold failed.
   *
   * @param modes draws of each
   */
  double[][] heldOut(List<Draws> modes, EngineSession session) {
    int each = folds.folds().splits().size();
    List<Future<double[]>> scores = new ArrayList<>();
    for (int mode = 0; mode < modes.size(); mode++) {
      Draws starts = modes.get(mode).evenly(STARTS);
      double[][] q =
          IntStream.range(0, starts.count()).mapToObj(starts::draw).toArray(double[][]::new);
      for (int fold = 0; fold < each; fold++) {
        int first = (mode * each + fold) * STARTS;
        scores.add(
            folds.logDensity(
                session,
                study,
                fold,
                given -> ChainRecipe.from(given, plan, new ChainRecipe.Starts(first, q)),
                IntStream.range(first, first + q.length)));
      }
    }
    double[][] log = scores.stream().map(session::await).toArray(double[][]::new);
    return IntStream.range(0, modes.size())
        .mapToObj(
            mode ->
                Arrays.stream(log, mode * each, (mode + 1) * each)
                    .flatMapToDouble(Arrays::stream)
                    .toArray())
        .toArray(double[][]::new);
  }
}
