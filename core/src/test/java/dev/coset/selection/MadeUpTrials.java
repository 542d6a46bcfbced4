package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Configuration;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Trials that fit nothing: a function says how well a model predicts a row. */
final class MadeUpTrials implements Trials {
  static final ChainPlan PLAN = new ChainPlan(4, 0, 3, EnsembleStart.NAME, new Mclmc.Settings());
  static final Configuration GIVEN = Configuration.of(new int[] {16}, PLAN);

  /** The score of a row by a model. */
  interface Scores {
    double of(Configuration model, int row);
  }

  /** What was asked for, in order. */
  record Asked(Configuration model, int fold) {}

  final List<Asked> asked = new ArrayList<>();
  private final int rows;
  private final @Nullable Blocks blocks;
  private final ToIntFunction<Configuration> parameters;
  private final Scores scores;

  MadeUpTrials(int rows, ToIntFunction<Configuration> parameters, Scores scores) {
    this(rows, null, parameters, scores);
  }

  MadeUpTrials(
      int rows, @Nullable Blocks blocks, ToIntFunction<Configuration> parameters, Scores scores) {
    this.rows = rows;
    this.blocks = blocks;
    this.parameters = parameters;
    this.scores = scores;
  }

  /** A model with a hidden layer of this width; 0 for none. */
  static Configuration model(int width) {
    return GIVEN.withHidden(width == 0 ? new int[0] : new int[] {width});
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public Size size(Configuration model) {
    return new Size(model, parameters.applyAsInt(model), rows);
  }

  @Override
  public Prior firstPrior(int[] hidden) {
    return hidden.length == 0 ? Prior.STANDARD_NORMAL : new Prior(1, 0.5);
  }

  @Override
  public TrainingFolds folds(int most, long seed) {
    return TrainingFolds.of(blocks, new int[rows], most, seed);
  }

  @Override
  public CompletableFuture<double[]> scores(
      Configuration model, Split fold, int index, EngineSession session) {
    asked.add(new Asked(model, index));
    return CompletableFuture.completedFuture(
        Arrays.stream(fold.test()).mapToDouble(row -> scores.of(model, row)).toArray());
  }
}
