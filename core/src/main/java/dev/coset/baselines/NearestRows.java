package dev.coset.baselines;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.parallel.Parallel;
import dev.coset.statistics.Weighted;
import java.util.Arrays;

/**
 * The k nearest training rows, k chosen by leaving out one row after another. Of numbers their mean
 * and, as noise, the root mean square error of held-out rows; of classes their shares, with one
 * more row shared out as all are.
 */
final class NearestRows implements Model {
  private static final int[] COUNTS = {1, 2, 3, 5, 8, 13, 21, 34};
  private static final int MOST = 34;
  private static final int LEFT_OUT = 1000; // at most

  private final Points train;
  private final int threads;
  private final int k;
  private final double noise;

  private NearestRows(Points train, int threads, int k, double noise) {
    this.train = train;
    this.threads = threads;
    this.k = k;
    this.noise = noise;
  }

  static NearestRows of(Points train, int threads) {
    int[] left = evenly(train.count());
    int[][] neighbours = new int[left.length][];
    Parallel.ranges(
        threads,
        left.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            neighbours[i] = nearest(train.x(), column(train.x(), left[i]), left[i], train);
          }
        });
    NearestRows best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (int k : COUNTS) {
      if (k >= train.count()) {
        break;
      }
      double noise =
          switch (train.y().kind()) {
            case TargetKind.Number _ -> error(train, left, neighbours, k);
            case TargetKind.Classes _ -> 0;
          };
      var model = new NearestRows(train, threads, k, noise);
      double score = 0;
      for (int i = 0; i < left.length; i++) {
        score +=
            train.y().weight(left[i]) * model.from(neighbours[i]).logDensity(train.y().at(left[i]));
      }
      if (best == null || score > most) {
        best = model;
        most = score;
      }
    }
    return best == null ? new NearestRows(train, threads, 1, 1) : best;
  }

  private static int[] evenly(int n) {
    int m = Math.min(n, LEFT_OUT);
    int[] rows = new int[m];
    Arrays.setAll(rows, i -> (int) ((long) i * n / m));
    return rows;
  }

  private static double error(Points train, int[] left, int[][] neighbours, int k) {
    double sum = 0;
    double rows = 0;
    for (int i = 0; i < left.length; i++) {
      double error = mean(train, neighbours[i], k) - train.y().at(left[i]);
      double weight = train.y().weight(left[i]);
      sum += weight * error * error;
      rows += weight;
    }
    return Math.max(1e-6, Math.sqrt(sum / rows));
  }

  private static double mean(Points train, int[] neighbours, int k) {
    int[] near = Arrays.copyOf(neighbours, k);
    return Weighted.mean(
        Arrays.stream(near).mapToDouble(train.y()::at).toArray(),
        Weighted.select(train.y().weights(), near));
  }

  private PredictiveDistribution from(int[] neighbours) {
    return switch (train.y().kind()) {
      case TargetKind.Number _ ->
          GaussianMixture.of(new double[] {mean(train, neighbours, k)}, new double[] {noise});
      case TargetKind.Classes _ -> shares(neighbours);
    };
  }

  private PredictiveDistribution shares(int[] neighbours) {
    double[] weight =
        Arrays.stream(train.y().shares()).map(s -> Math.max(s, 0.5 / train.y().total())).toArray();
    Arrays.stream(neighbours)
        .limit(k)
        .forEach(i -> weight[train.y().classOf(i)] += train.y().weight(i));
    return Constant.classes(weight);
  }

  /** The nearest rows but one, the nearest first; equals in the order of rows. */
  private static int[] nearest(double[][] x, double[] at, int without, Points train) {
    double[] distance = new double[train.count()];
    for (int j = 0; j < at.length; j++) {
      for (int i = 0; i < distance.length; i++) {
        double d = x[j][i] - at[j];
        distance[i] += d * d;
      }
    }
    int[] nearest = new int[Math.min(MOST, train.count() - (without < 0 ? 0 : 1))];
    int found = 0;
    for (int i = 0; i < distance.length; i++) {
      if (i == without || found == nearest.length && distance[i] >= distance[nearest[found - 1]]) {
        continue;
      }
      int place = found < nearest.length ? found++ : found - 1;
      while (place > 0 && distance[nearest[place - 1]] > distance[i]) {
        nearest[place] = nearest[place - 1];
        place--;
      }
      nearest[place] = i;
    }
    return nearest;
  }

  private static double[] column(double[][] x, int i) {
    return Arrays.stream(x).mapToDouble(feature -> feature[i]).toArray();
  }

  @Override
  public Predictive at(double[][] x) {
    PredictiveDistribution[] said = new PredictiveDistribution[x[0].length];
    Parallel.ranges(
        threads,
        said.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            said[i] = from(nearest(train.x(), column(x, i), -1, train));
          }
        });
    return Predictive.of(Arrays.asList(said));
  }
}
