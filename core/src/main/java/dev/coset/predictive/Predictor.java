package dev.coset.predictive;

import dev.coset.data.InputException;
import dev.coset.data.Scaling;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predictions of a run in the units of its data. Immutable, so any number of threads may share one.
 */
public final class Predictor {
  private final List<String> featureNames;
  private final Scaling scaling;
  private final Mixture mixture;
  private final double[] low; // (input), of training rows
  private final double[] high;
  private final double[] constants; // (feature), in all training rows; NaN where they vary

  private Predictor(Mixture mixture) {
    Study study = mixture.study();
    this.featureNames = study.data().encoding().featureNames();
    this.scaling = study.scaling();
    this.mixture = mixture;
    double[][] train = study.posterior().data().x();
    this.low = Arrays.stream(train).mapToDouble(x -> Arrays.stream(x).min().orElse(0)).toArray();
    this.high = Arrays.stream(train).mapToDouble(x -> Arrays.stream(x).max().orElse(0)).toArray();
    int anyRow = study.split().train()[0];
    this.constants = Arrays.stream(study.data().features()).mapToDouble(x -> x[anyRow]).toArray();
    for (int varying : scaling.kept()) {
      constants[varying] = Double.NaN;
    }
  }

  /** A predictor from the draws that a run of one model has so far. */
  public static Predictor of(RunStore run) {
    return of(Mixture.of(run));
  }

  /** A predictor from the draws that a run has so far. */
  public static Predictor of(Mixture mixture) {
    for (Mixture.Part part : mixture.parts()) {
      RunStore run = part.run();
      if (run.draws().count() == 0) {
        throw new InputException(
            run.failure()
                .filter(reason -> run.complete())
                .map(
                    reason -> "All chains of the run %s failed: %s".formatted(run.folder(), reason))
                .orElse(
                    "The run %s has no finished chain yet: go on with 'coset resume %s'."
                        .formatted(run.folder(), mixture.folder())));
      }
    }
    return new Predictor(mixture);
  }

  /** Reads a run's folder. */
  public static Predictor open(Path folder) {
    try (var mixture = Mixture.read(folder)) {
      return of(mixture);
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
    double[][] standard = scaling.standardise(x);
    double[] farthest = new double[standard[0].length];
    for (int k = 0; k < standard.length; k++) {
      for (int i = 0; i < farthest.length; i++) {
        double outside = Math.max(low[k] - standard[k][i], standard[k][i] - high[k]);
        farthest[i] = Math.max(farthest[i], outside);
      }
    }
    return farthest;
  }

  /**
   * How many rows have another value of a feature that was left out because it was the same in all
   * training rows: nothing is known of what it would change.
   *
   * @param x (feature, row)
   */
  public int unlikeConstants(double[][] x) {
    check(x);
    return (int)
        IntStream.range(0, x[0].length)
            .filter(
                row ->
                    IntStream.range(0, x.length)
                        .anyMatch(j -> !Double.isNaN(constants[j]) && x[j][row] != constants[j]))
            .count();
  }

  /** What is said of the targets of many rows, in the likelihood's units. */
  public Predictive standard(double[][] x, int threads) {
    check(x);
    return mixture.predictive(scaling.standardise(x), threads);
  }

  private void check(double[][] x) {
    if (x.length != featureNames.size()) {
      throw new InputException(
          "A row needs %d values (%s), but %d were given."
              .formatted(featureNames.size(), String.join(", ", featureNames), x.length));
    }
  }
}
