package dev.coset.predictive;

import dev.coset.predictive.ClassificationScores.Reliability;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Scores of classes, point after point. Of two classes each point's probability is kept for the
 * ranking; else memory does not grow with them.
 */
final class ClassificationTally {
  static final int BINS = 15;
  private final double[] binned = new double[BINS];
  private final double[] confidence = new double[BINS]; // sums
  private final double[] right = new double[BINS];
  private double[][] confusion = new double[0][];
  private double brier; // running mean
  private double rows; // the sum of weights
  private double squares; // and of their squares
  private final Ranking ranking = new Ranking(); // of two classes

  void add(PointScores.OfClasses chunk, int point) {
    double[] p = chunk.probability()[point];
    int label = chunk.label()[point];
    if (confusion.length == 0) {
      confusion = new double[p.length][p.length];
    }
    int best = 0;
    double weight = Weighted.of(chunk.weights(), point);
    double distance = 0; // squared
    for (int k = 0; k < p.length; k++) {
      best = p[k] > p[best] ? k : best;
      double off = p[k] - (k == label ? 1 : 0);
      distance += off * off;
    }
    if (p.length == 2) {
      ranking.add(p[1], label == 1, weight);
      distance = (p[1] - label) * (p[1] - label);
    }
    rows += weight;
    squares += weight * weight;
    brier += weight * (distance - brier) / rows;
    confusion[label][best] += weight;
    int bin = bin(p[best]);
    binned[bin] += weight;
    confidence[bin] += weight * p[best];
    right[bin] += best == label ? weight : 0;
  }

  /** The bin of a probability. */
  static int bin(double confidence) {
    return (int) Math.min(confidence * BINS, BINS - 1);
  }

  void merge(ClassificationTally other) {
    if (other.rows == 0) {
      return;
    }
    if (confusion.length == 0) {
      confusion = new double[other.confusion.length][other.confusion.length];
    }
    ranking.merge(other.ranking);
    rows += other.rows;
    squares += other.squares;
    brier += (other.brier - brier) * other.rows / rows;
    for (int label = 0; label < confusion.length; label++) {
      for (int k = 0; k < confusion.length; k++) {
        confusion[label][k] += other.confusion[label][k];
      }
    }
    for (int bin = 0; bin < BINS; bin++) {
      binned[bin] += other.binned[bin];
      confidence[bin] += other.confidence[bin];
      right[bin] += other.right[bin];
    }
  }

  ClassificationScores scores() {
    double[] mean = new double[BINS];
    double[] accuracy = new double[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      mean[bin] = confidence[bin] / binned[bin];
      accuracy[bin] = right[bin] / binned[bin];
    }
    return new ClassificationScores(
        Arrays.stream(right).sum() / rows,
        brier,
        confusion.length == 2 ? Optional.of(twoClasses()) : Optional.empty(),
        Arrays.stream(confusion).map(double[]::clone).toArray(double[][]::new),
        new Reliability(Weighted.asRows(binned, rows, squares), mean, accuracy));
  }

  private TwoClassScores twoClasses() {
    double right = confusion[1][1];
    double named = right + (confusion[0][1] + confusion[1][0]) / 2.0;
    return new TwoClassScores(
        ranking.auroc(),
        ranking.averagePrecision(),
        named > 0 ? OptionalDouble.of(right / named) : OptionalDouble.empty());
  }
}
