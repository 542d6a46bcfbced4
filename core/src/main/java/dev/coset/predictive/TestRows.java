package dev.coset.predictive;

import dev.coset.data.Blocks;
import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScaling;
import dev.coset.distribution.Predictive;
import dev.coset.model.Study;
import dev.coset.statistics.Weighted;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Predictions and targets of the test rows. */
public sealed interface TestRows {
  /** What the intervals of numbers should hold. */
  double LEVEL = 0.9;

  /** Of all of them together. */
  Scores scores();

  /** {@code log p(y_i)} of each row. */
  double[] logDensity();

  default int count() {
    return logDensity().length;
  }

  /** Which rows belong together; null where each stands for itself. */
  @Nullable Blocks blocks();

  /** How many rows each counts as in the scores; null where all count as 1. */
  double @Nullable [] rowWeights();

  /**
   * How much each of some rows counts where calibration is tested. A group of rows counts as one
   * row, because its rows may all err together. Rows with weights count as the number of rows
   * without that would tell as much.
   */
  default double[] weights(int[] rows) {
    double[] weights = new double[rows.length];
    Arrays.setAll(weights, i -> Weighted.of(rowWeights(), rows[i]));
    Blocks blocks = blocks();
    if (blocks == null) {
      double squares = Arrays.stream(weights).map(w -> w * w).sum();
      return Weighted.asRows(weights, Arrays.stream(weights).sum(), squares);
    }
    double[] size = new double[blocks.count()];
    for (int i = 0; i < rows.length; i++) {
      size[blocks.of()[rows[i]]] += weights[i];
    }
    Arrays.setAll(weights, i -> weights[i] / size[blocks.of()[rows[i]]]);
    return weights;
  }

  /** The probability with which a row was to be {@linkplain #held held}. */
  double expected(int row);

  /** Whether the number lies in its central interval, or the class named is the row's. */
  boolean held(int row);

  /**
   * Numbers, in comparable units.
   *
   * @param mean predicted
   * @param noise standard deviation that is ascribed to noise
   * @param error mean less observed
   * @param pit the probability integral transform
   * @param blocks of rows that belong together; null where each stands for itself
   * @param rowWeights null where all count as 1
   */
  record OfNumbers(
      Scores scores,
      double[] logDensity,
      double[] mean,
      double[] noise,
      double[] error,
      double[] pit,
      @Nullable Blocks blocks,
      double @Nullable [] rowWeights)
      implements TestRows {
    /** Rows that count equally. */
    public OfNumbers(
        Scores scores,
        double[] logDensity,
        double[] mean,
        double[] noise,
        double[] error,
        double[] pit,
        @Nullable Blocks blocks) {
      this(scores, logDensity, mean, noise, error, pit, blocks, null);
    }

    @Override
    public double expected(int row) {
      return LEVEL;
    }

    @Override
    public boolean held(int row) {
      return Math.min(pit[row], 1 - pit[row]) >= (1 - LEVEL) / 2;
    }
  }

  /**
   * Classes.
   *
   * @param named the most probable class
   * @param confidence its probability
   * @param label the class that the row has
   * @param blocks of rows that belong together; null where each stands for itself
   * @param rowWeights null where all count as 1
   */
  record OfClasses(
      Scores scores,
      double[] logDensity,
      int[] named,
      double[] confidence,
      int[] label,
      @Nullable Blocks blocks,
      double @Nullable [] rowWeights)
      implements TestRows {
    /** Rows that count equally. */
    public OfClasses(
        Scores scores,
        double[] logDensity,
        int[] named,
        double[] confidence,
        int[] label,
        @Nullable Blocks blocks) {
      this(scores, logDensity, named, confidence, label, blocks, null);
    }

    @Override
    public double expected(int row) {
      return confidence[row];
    }

    @Override
    public boolean held(int row) {
      return named[row] == label[row];
    }
  }

  /** None where a run has no test rows or no draws. */
  static Optional<TestRows> of(FittedModel model, int threads) {
    return model.test().count() == 0 || !model.hasDraws()
        ? Optional.empty()
        : Optional.of(
            of(
                x -> model.predictive(x, threads),
                model.test(),
                blocks(model),
                model.scaling().target(),
                threads));
  }

  private static @Nullable Blocks blocks(FittedModel model) {
    return model instanceof Mixture run ? blocks(run.study()) : null;
  }

  private static @Nullable Blocks blocks(Study study) {
    Blocks all = study.data().blocks();
    return all == null ? null : all.select(study.split().test());
  }

  /**
   * What any predictive says of a study's test rows.
   *
   * @param predictiveAt at inputs (feature, point), in the likelihood's units
   */
  static TestRows of(Function<double[][], Predictive> predictiveAt, Study study, int threads) {
    return of(predictiveAt, study.test(), blocks(study), study.scaling().target(), threads);
  }

  private static TestRows of(
      Function<double[][], Predictive> predictiveAt,
      Points rows,
      @Nullable Blocks blocks,
      TargetScaling scaling,
      int threads) {
    int n = rows.count();
    var scoring = new Scoring();
    double[] logDensity = new double[n];
    double[][] numbers = new double[4][n];
    int[][] classes = new int[2][n];
    int[] at = {0};
    Scoring.each(
        predictiveAt,
        rows,
        scaling,
        threads,
        chunk -> {
          scoring.add(chunk);
          for (int i = 0; i < chunk.points(); i++) {
            int row = at[0]++;
            logDensity[row] = chunk.logDensity()[i];
            switch (chunk) {
              case PointScores.OfNumbers of -> {
                numbers[0][row] = scaling.comparable(rows.y().at(row)) + of.error()[i];
                numbers[1][row] = of.noise()[i];
                numbers[2][row] = of.error()[i];
                numbers[3][row] = of.pit()[i];
              }
              case PointScores.OfClasses of -> {
                double[] p = of.probability()[i];
                classes[0][row] = mostProbable(p);
                classes[1][row] = of.label()[i];
                numbers[0][row] = Math.min(1, p[classes[0][row]]); // rounding may pass 1
              }
            }
          }
        });
    Scores scores = scoring.scores();
    return switch (scaling.kind()) {
      case TargetKind.Number _ ->
          new OfNumbers(
              scores,
              logDensity,
              numbers[0],
              numbers[1],
              numbers[2],
              numbers[3],
              blocks,
              rows.y().weights());
      case TargetKind.Classes _ ->
          new OfClasses(
              scores, logDensity, classes[0], numbers[0], classes[1], blocks, rows.y().weights());
    };
  }

  private static int mostProbable(double[] p) {
    double most = Arrays.stream(p).max().orElseThrow();
    int best = 0;
    while (p[best] < most) {
      best++;
    }
    return best;
  }
}
