package dev.coset.baselines;

import dev.coset.data.Folds;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import dev.coset.vectormath.Elementary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Linear discriminant analysis: classes are normals of one covariance, so that the log odds are
 * linear in x. The covariance is drawn towards the unit matrix (Friedman 1989) by the amount that
 * predicts held-out folds best.
 */
final class Discriminant implements Model {
  private static final double[] SHRINKAGES = {1e-3, 0.03, 0.1, 0.3, 1};
  private static final int FOLDS = 5;

  private final Eigenbasis basis; // of the covariance within classes
  private final double[][] centre; // (class, direction)
  private final double[] share; // (class)
  private final double shrinkage;

  private Discriminant(Eigenbasis basis, double[][] centre, double[] share, double shrinkage) {
    this.basis = basis;
    this.centre = centre;
    this.share = share;
    this.shrinkage = shrinkage;
  }

  static Discriminant of(Points train) {
    double[] score = new double[SHRINKAGES.length];
    for (Split fold : Folds.of(train.y().strata(), Math.min(FOLDS, train.count()), 0)) {
      Discriminant part = of(train.select(fold.train()), SHRINKAGES[0]);
      Points left = train.select(fold.test());
      for (int s = 0; s < score.length; s++) {
        Predictive said = part.shrunk(SHRINKAGES[s]).at(left.x());
        for (int i = 0; i < left.count(); i++) {
          score[s] += left.y().weight(i) * said.at(i).logDensity(left.y().at(i));
        }
      }
    }
    double best = Arrays.stream(score).max().orElseThrow();
    int which =
        IntStream.range(0, score.length).filter(s -> score[s] == best).findFirst().orElse(0);
    return of(train, SHRINKAGES[which]);
  }

  private Discriminant shrunk(double other) {
    return new Discriminant(basis, centre, share, other);
  }

  private static Discriminant of(Points train, double shrinkage) {
    int classes = train.y().classes();
    double[] rows = Arrays.stream(train.y().shares()).map(s -> s * train.y().total() + 1).toArray();
    double[][] mean = new double[classes][train.features()];
    for (int i = 0; i < train.count(); i++) {
      int k = train.y().classOf(i);
      for (int j = 0; j < train.features(); j++) {
        mean[k][j] += train.y().weight(i) * train.x()[j][i] / rows[k]; // with one more row, at 0
      }
    }
    double[][] within = new double[train.features()][train.count()];
    double[] scale = new double[train.count()];
    Arrays.setAll(scale, i -> Math.sqrt(train.y().weight(i)) / Math.sqrt(train.y().total()));
    for (int j = 0; j < within.length; j++) {
      for (int i = 0; i < within[j].length; i++) {
        within[j][i] = scale[i] * (train.x()[j][i] - mean[train.y().classOf(i)][j]);
      }
    }
    Eigenbasis basis = Eigenbasis.ofSquares(within);
    double[][] centre = transposed(basis.project(transposed(mean)));
    double all = Arrays.stream(rows).sum();
    return new Discriminant(
        basis, centre, Arrays.stream(rows).map(r -> r / all).toArray(), shrinkage);
  }

  private static double[][] transposed(double[][] matrix) {
    double[][] t = new double[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < t.length; j++) {
        t[j][i] = matrix[i][j];
      }
    }
    return t;
  }

  @Override
  public Predictive at(double[][] x) {
    double[][] z = basis.project(x);
    List<ClassProbabilities> said = new ArrayList<>();
    for (int i = 0; i < x[0].length; i++) {
      double[] log = new double[share.length];
      for (int k = 0; k < log.length; k++) {
        log[k] = Elementary.log(share[k]);
        for (int j = 0; j < z.length; j++) {
          double d = z[j][i] - centre[k][j];
          double variance = (1 - shrinkage) * Math.max(0, basis.values()[j]) + shrinkage;
          log[k] -= d * d / (2 * variance);
        }
      }
      double most = Arrays.stream(log).max().orElseThrow();
      said.add(
          Constant.classes(
              Arrays.stream(log).map(l -> Math.max(1e-300, Elementary.exp(l - most))).toArray()));
    }
    return Predictive.of(said);
  }
}
