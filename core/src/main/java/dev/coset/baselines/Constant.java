package dev.coset.baselines;

import dev.coset.data.TargetKind;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.statistics.Weighted;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import java.util.Collections;

/** Says the same of every row: the normal of the training targets, or how frequent classes are. */
record Constant(PredictiveDistribution distribution) implements Model {
  /** Where all targets that are seen are one. */
  private static final double LEAST_SD = 1e-6;

  static Constant of(Targets y) {
    return new Constant(
        switch (y.kind()) {
          case TargetKind.Number _ -> normal(y);
          case TargetKind.Classes _ -> shares(y);
        });
  }

  private static PredictiveDistribution normal(Targets y) {
    double mean = Weighted.mean(y.values(), y.weights());
    double[] squares = Arrays.stream(y.values()).map(v -> (v - mean) * (v - mean)).toArray();
    double rows = y.total();
    double sum = Weighted.sum(squares, y.weights());
    double sd = Math.sqrt(sum / Math.max(1, rows - 1) * (1 + 1.0 / rows));
    return GaussianMixture.of(new double[] {mean}, new double[] {Math.max(LEAST_SD, sd)});
  }

  /** With Laplace's one more row of each class. */
  private static PredictiveDistribution shares(Targets y) {
    double[] rows = Arrays.stream(y.shares()).map(s -> s * y.total() + 1).toArray();
    return classes(rows);
  }

  /** Probabilities in proportion to numbers above 0. */
  static ClassProbabilities classes(double[] weights) {
    double all = Arrays.stream(weights).sum();
    double[] log = Arrays.stream(weights).map(w -> Elementary.log(w / all)).toArray();
    return ClassProbabilities.of(new double[][] {log}, new double[] {1});
  }

  @Override
  public Predictive at(double[][] x) {
    return Predictive.of(Collections.nCopies(x[0].length, distribution));
  }
}
