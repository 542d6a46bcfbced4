package dev.coset.predictive;

import dev.coset.predictive.ClassificationScores.Reliability;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Scores of classes, point after point. Of two classes each point's probability is kept for the
 * ranking; else memory does not grow with them.
 */
final class ClassificationTally {
  static final int BINS = 15;
  private final long[] binned = new long[BINS];
  private final double[] confidence = new double[BINS]; // sums
  private final long[] right = new long[BINS];
  private long[][] confusion = new long[0][];
  private double brier; // running mean
  private long points;
  private final Ranking ranking = new Ranking(); // of two classes

  void add(PointScores.OfClasses chunk, int point) {
    double[] p = chunk.probability()[point];
    int label = chunk.label()[point];
    if (confusion.length == 0) {
      confusion = new long[p.length][p.length];
    }
    int best = 0;
    double squares = 0;
    for (int k = 0; k < p.length; k++) {
      best = p[k] > p[best] ? k : best;
      double off = p[k] - (k == label ? 1 : 0);
      squares += off * off;
    }
    if (p.length == 2) {
      ranking.add(p[1], label == 1);
      squares = (p[1] - label) * (p[1] - label);
    }
    points++;
    brier += (squares - brier) / points;
    confusion[label][best]++;
    int bin = bin(p[best]);
    binned[bin]++;
    confidence[bin] += p[best];
    right[bin] += best == label ? 1 : 0;
  }

  /** The bin of a probability. */
  static int bin(double confidence) {
    return (int) Math.min(confidence * BINS, BINS - 1);
  }

  void merge(ClassificationTally other) {
    if (other.points == 0) {
      return;
    }
    if (confusion.length == 0) {
      confusion = new long[other.confusion.length][other.confusion.length];
    }
    ranking.merge(other.ranking);
    points += other.points;
    brier += (other.brier - brier) * other.points / points;
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
      accuracy[bin] = (double) right[bin] / binned[bin];
    }
    return new ClassificationScores(
        (double) Arrays.stream(right).sum() / points,
        brier,
        confusion.length == 2 ? Optional.of(twoClasses()) : Optional.empty(),
        Arrays.stream(confusion).map(long[]::clone).toArray(long[][]::new),
        new Reliability(binned.clone(), mean, accuracy));
  }

  private TwoClassScores twoClasses() {
    long right = confusion[1][1];
    double named = right + (confusion[0][1] + confusion[1][0]) / 2.0;
    return new TwoClassScores(
        ranking.auroc(),
        ranking.averagePrecision(),
        named > 0 ? OptionalDouble.of(right / named) : OptionalDouble.empty());
  }
}
