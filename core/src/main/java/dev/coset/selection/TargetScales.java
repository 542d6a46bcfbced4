package dev.coset.selection;

import dev.coset.chains.EngineSession;
import dev.coset.data.TargetScale;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.statistics.Weighted;
import dev.coset.store.FoldScores;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Chooses the scale of a numeric target: the logarithm where the training targets are positive and
 * skewed and a small network predicts held-out rows better so. Selected, not stacked, so that all
 * candidates have one scaling.
 */
public final class TargetScales {
  private static final double SKEWED = 1;
  private static final int[] HIDDEN = {8};
  private static final double SECONDS = 15;
  private static final double SHARE = 0.1; // of the work for cross-validation, if that is less

  private TargetScales() {}

  /**
   * The study on the better scale.
   *
   * @param free whether the likelihood is for the data to choose too; else it is the study's
   * @param budget of the whole choice
   */
  public static Study choose(Study study, boolean free, Budget budget, EngineSession session) {
    double[] y =
        Arrays.stream(study.split().train()).mapToDouble(i -> study.data().target()[i]).toArray();
    double[] weights = study.posterior().data().y().weights();
    boolean positive = Arrays.stream(y).allMatch(v -> v > 0);
    if (!positive || TargetScale.skewness(y, weights) < SKEWED) {
      return study;
    }
    Study log =
        Study.of(
            study.data(), study.split(), study.configuration().withTargetScale(TargetScale.LOG));
    long seed = study.configuration().plan().seed();
    double each = Math.min(SECONDS, SHARE * budget.choosing()) / 2;
    var onLinear = new Trial(small(study, free), each, seed, session);
    var onLog = new Trial(small(log, free), each, seed, session);
    double[] linear = onLinear.scores(session);
    double[] logarithm = onLog.scores(session);
    int shared = Math.min(linear.length, logarithm.length); // the folds are the same
    double[] ofFolds = onLinear.folds.weights(shared);
    boolean better =
        Weighted.mean(Arrays.copyOf(logarithm, shared), ofFolds)
            > Weighted.mean(Arrays.copyOf(linear, shared), ofFolds);
    return better ? log : study;
  }

  /** A small network on one scale. */
  private static final class Trial {
    private final FoldScores known = FoldScores.inMemory();
    private final CrossValidation folds;
    private final List<Future<?>> scored;

    Trial(Study study, double seconds, long seed, EngineSession session) {
      Configuration model = study.configuration();
      this.folds = CrossValidation.of(new StudyTrials(study), List.of(model), seconds, seed);
      this.scored = folds.submit(model, known, session);
    }

    double[] scores(EngineSession session) {
      return folds.await(scored, known, session);
    }
  }

  private static Study small(Study study, boolean free) {
    String likelihood =
        free ? CandidateModels.likelihoods(study).getLast() : study.configuration().likelihood();
    return study.with(study.configuration().withHidden(HIDDEN).withLikelihood(likelihood));
  }
}
