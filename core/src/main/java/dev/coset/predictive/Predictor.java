package dev.coset.predictive;

import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.model.TrainingRange;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.List;

/**
 * Predictions of a run, or of a compressed one, in the units of its data. Immutable, so any number
 * of threads may share one.
 */
public final class Predictor {
  private final List<String> featureNames;
  private final Scaling scaling;
  private final FittedModel model;
  private final TrainingRange range;

  private Predictor(FittedModel model) {
    this.featureNames = model.encoding().featureNames();
    this.scaling = model.scaling();
    this.model = model;
    this.range = model.range();
  }

  /** A predictor from the draws that a run of one model has so far. */
  public static Predictor of(RunStore run) {
    return of(Mixture.of(run));
  }

  /** A predictor from the draws that there are so far. */
  public static Predictor of(FittedModel model) {
    model.requireDraws();
    return new Predictor(model);
  }

  /** Reads a run's folder, or the file of a compressed run. */
  public static Predictor open(Path path) {
    try (var model = FittedModel.read(path)) {
      return of(model);
    }
  }

  /** What an input row holds, in order; indicators of text columns are named column=level. */
  public List<String> featureNames() {
    return featureNames;
  }

  /** What is said of the target of one row. */
  public PredictiveDistribution at(double... row) {
    double[][] x = new double[row.length][];
    for (int j = 0; j < row.length; j++) {
      x[j] = new double[] {row[j]};
    }
    return at(x, 1).at(0);
  }

  /** The same where the target is a number. */
  public NumberDistribution number(double... row) {
    return Predictive.of(List.of(at(row))).number(0);
  }

  /** The same where the target is a class. */
  public ClassProbabilities classes(double... row) {
    return Predictive.of(List.of(at(row))).classes(0);
  }

  /**
   * What is said of the targets of many rows.
   *
   * @param x (feature, row); some thousand rows at a time
   * @param threads at most so many share the work
   */
  public Predictive at(double[][] x, int threads) {
    return standard(x, threads).map(scaling.target()::original);
  }

  /**
   * How far each row lies outside of the range of the training rows: the farthest of its features,
   * in their standard deviations; 0 inside.
   *
   * @param x (feature, row)
   */
  public double[] extrapolation(double[][] x) {
    check(x);
    return range.outside(scaling.standardise(x));
  }

  /** A count, still of no rows, of those outside the training range. */
  public OutsideRows outsideRows() {
    return new OutsideRows(model);
  }

  /** What is said of the targets of many rows, in the likelihood's units. */
  public Predictive standard(double[][] x, int threads) {
    check(x);
    return model.predictive(scaling.inputs(scaling.standardise(x)), threads);
  }

  private void check(double[][] x) {
    if (x.length != featureNames.size()) {
      throw new InputException(
          "A row needs %d values (%s), but %d were given."
              .formatted(featureNames.size(), String.join(", ", featureNames), x.length));
    }
  }
}
