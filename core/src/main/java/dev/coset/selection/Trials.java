package dev.coset.selection;

import dev.coset.chains.EngineSession;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Configuration;
import dev.coset.posterior.Prior;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A table as the choice among models sees it: its size, its folds, and a model's scores on one. */
interface Trials {
  /** Training rows. */
  int rows();

  /** The weights of the training rows; null where all are 1. */
  default double @Nullable [] weights() {
    return null;
  }

  Size size(Configuration model);

  /**
   * The prior that a network is tried with first: what a neuron adds up of all inputs has a scale
   * of about 1.
   */
  Prior firstPrior(int[] hidden);

  /**
   * Folds of at most some thousand rows, as places among the training rows.
   *
   * @param most folds, as far as there are rows
   */
  TrainingFolds folds(int most, long seed);

  /**
   * Splits of more and more training rows, where there are more than folds have. Their numbers as
   * folds follow those of {@link #folds}.
   */
  default List<Split> grown(long seed) {
    return List.of();
  }

  /**
   * The log predictive density of the held-out rows of a fold, in comparable units; minus infinity
   * where all chains fail.
   *
   * @param index of the fold, which its random streams depend on
   */
  CompletableFuture<double[]> scores(
      Configuration model, Split fold, int index, EngineSession session);
}
