package dev.coset.predictive;

import dev.coset.predictive.ClassificationScores.Reliability;
import java.util.Arrays;
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
  private double[] ranked =
      new double[64]; // the second class's probability, negative for the first

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
      remember(label == 1 ? p[1] : -p[1]);
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

  private void remember(double signed) {
    int n = Math.toIntExact(points);
    if (n == ranked.length) {
      ranked = Arrays.copyOf(ranked, 2 * n);
    }
    ranked[n] = signed;
  }

  void merge(ClassificationTally other) {
    if (other.points == 0) {
      return;
    }
    if (confusion.length == 0) {
      confusion = new long[other.confusion.length][other.confusion.length];
    }
    if (confusion.length == 2) {
      int n = Math.toIntExact(points);
      ranked = Arrays.copyOf(ranked, Math.toIntExact(Math.max(64, points + other.points)));
      System.arraycopy(other.ranked, 0, ranked, n, Math.toIntExact(other.points));
    }
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
        confusion.length == 2 ? auroc() : OptionalDouble.empty(),
        Arrays.stream(confusion).map(long[]::clone).toArray(long[][]::new),
        new Reliability(binned.clone(), mean, accuracy));
  }

  /** By the ranks of the second class (Mann and Whitney 1947); ties count half. */
  private OptionalDouble auroc() {
    int n = Math.toIntExact(points);
    long[] of = {Arrays.stream(confusion[0]).sum(), Arrays.stream(confusion[1]).sum()};
    if (of[0] == 0 || of[1] == 0) {
      return OptionalDouble.empty();
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(Math.abs(ranked[a]), Math.abs(ranked[b])));
    double wins = 0;
    long firstBelow = 0;
    for (int from = 0, to; from < n; from = to) {
      long first = 0;
      for (to = from; to < n && tied(order[from], order[to]); to++) {
        first += isFirst(order[to]) ? 1 : 0;
      }
      wins += (to - from - first) * (firstBelow + first / 2.0);
      firstBelow += first;
    }
    return OptionalDouble.of(wins / of[0] / of[1]);
  }

  private boolean tied(int a, int b) {
    return Math.abs(ranked[a]) == Math.abs(ranked[b]);
  }

  private boolean isFirst(int point) {
    return Double.doubleToRawLongBits(ranked[point]) < 0;
  }
}
