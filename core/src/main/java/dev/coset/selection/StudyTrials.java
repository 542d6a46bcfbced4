package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.EngineSession;
import dev.coset.data.Split;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Prior;
import dev.coset.validation.HeldOutFolds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Trials on the training rows of a study. */
final class StudyTrials implements Trials {
  static final int MOST_ROWS = 10_000;
  private static final int GROWTH = 4;
  private static final int HELD_OUT = 10_000;

  /** Of more rows not all are used to choose among models: each split is a copy of its rows. */
  private static final int ALL_OF = 400_000;

  private final Study study;
  private @Nullable HeldOutFolds folds;
  private @Nullable List<Split> grown;

  StudyTrials(Study study) {
    this.study = study;
  }

  @Override
  public int rows() {
    return study.posterior().data().count();
  }

  @Override
  public double @Nullable [] weights() {
    return study.posterior().data().y().weights();
  }

  @Override
  public Size size(Configuration model) {
    return Size.of(study.with(model));
  }

  @Override
  public Prior firstPrior(int[] hidden) {
    return CandidateModels.prior(study.posterior().data(), hidden);
  }

  @Override
  public TrainingFolds folds(int most, long seed) {
    folds = HeldOutFolds.of(study, most, MOST_ROWS, seed).and(grown(seed));
    return folds.folds();
  }

  @Override
  public List<Split> grown(long seed) {
    List<Split> known = grown;
    if (known != null) {
      return known;
    }
    int all = rows();
    List<Split> splits = new ArrayList<>();
    for (long rows = (long) GROWTH * MOST_ROWS; 2 * rows <= all; rows *= GROWTH) {
      splits.add(HeldOutFolds.one(study, (int) rows, HELD_OUT, seed));
    }
    if (all >= 2 * MOST_ROWS && all <= ALL_OF) {
      splits.add(HeldOutFolds.one(study, all, HELD_OUT, seed));
    }
    grown = splits;
    return splits;
  }

  @Override
  public CompletableFuture<double[]> scores(
      Configuration model, Split fold, int index, EngineSession session) {
    Study candidate = study.with(model);
    ChainPlan plan = CostModel.foldPlan(Size.of(candidate), fold.train().length);
    int first = index * plan.chains();
    return Objects.requireNonNull(folds)
        .logDensity(
            session,
            candidate,
            index,
            given -> ChainRecipe.of(given, plan),
            IntStream.range(first, first + plan.chains()))
        .thenApply(log -> comparable(log, fold));
  }

  private double[] comparable(double[] log, Split fold) {
    Targets y = study.posterior().data().y();
    TargetScaling target = study.scaling().target();
    for (int i = 0; i < log.length; i++) {
      log[i] += target.logStretch(y.at(fold.test()[i]));
    }
    return log;
  }
}
