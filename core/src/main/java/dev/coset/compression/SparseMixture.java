package dev.coset.compression;

import dev.coset.parallel.Parallel;
import dev.coset.vectormath.Elementary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A mixture {@code q = sum_k v_k p_k} of few of many components that is close to {@code p}: the
 * minimum of {@code E_p[-log q/p]}, which is convex in {@code v}, is approached by adding the
 * component whose weight has the steepest derivative {@code E_p[p_c/q]} (Frank and Wolfe, 1956; Li
 * and Barron, 2000, for mixtures), and by weighting all chosen ones anew after each, by steps of
 * the EM algorithm as {@link dev.coset.predictive.Stacking} takes them. How far the largest
 * derivative exceeds 1 bounds what is still to gain.
 */
final class SparseMixture {
  private static final int EM_STEPS = 10;
  private static final double NEGLIGIBLE = 1e-7;

  private final float[][] ratio; // (node, component), p_c / p
  private final double[] share; // (node), of p
  private final int threads;
  private final List<Integer> chosen = new ArrayList<>();
  private final boolean[] tried; // (component), in or dropped: no component is taken twice
  private double[] weight = {}; // (chosen)
  private final double[] q; // (node), q / p

  /** Close to all of several distributions alike, whose components are the same. */
  SparseMixture(List<Quadrature.Ratios> goals, int threads) {
    this.ratio = goals.stream().flatMap(of -> Arrays.stream(of.ratio())).toArray(float[][]::new);
    this.share =
        goals.stream()
            .flatMapToDouble(of -> Arrays.stream(of.share()).map(a -> a / goals.size()))
            .toArray();
    this.threads = threads;
    this.tried = new boolean[ratio[0].length];
    this.q = new double[share.length];
  }

  /** The components that are in. */
  int[] chosen() {
    return chosen.stream().mapToInt(c -> c).toArray();
  }

  /** Their weights, which sum to 1. */
  double[] weights() {
    return weight.clone();
  }

  /** {@code E_p[-log q/p]}. */
  double divergence() {
    double sum = 0;
    for (int j = 0; j < share.length; j++) {
      sum -= share[j] == 0 ? 0 : share[j] * Elementary.log(q[j]);
    }
    return sum;
  }

  /** How many components are in, or were. */
  int tried() {
    return (int) IntStream.range(0, tried.length).filter(c -> tried[c]).count();
  }

  /**
   * Adds components, at least one, until the divergence is at most a bound or so many were tried;
   * false if none is left.
   */
  boolean growTo(double bound, int most) {
    do {
      int best = best();
      if (best < 0) {
        return false;
      }
      add(best);
      for (int step = 0; step < EM_STEPS; step++) {
        reweigh();
      }
      drop();
    } while (divergence() > bound && tried() < most);
    return true;
  }

  /** The component that gains most, -1 where none is left. */
  private int best() {
    double[] gain = chosen.isEmpty() ? alone() : gains();
    int best = -1;
    for (int c = 0; c < gain.length; c++) {
      if (!tried[c] && (best < 0 || gain[c] > gain[best])) {
        best = c;
      }
    }
    return best;
  }

  /** {@code E_p[p_c/q]} of every component; each by one thread, in the order of nodes. */
  private double[] gains() {
    double[] gain = new double[tried.length];
    Parallel.ranges(
        threads,
        tried.length,
        (from, to) -> {
          for (int j = 0; j < share.length; j++) {
            double by = share[j] / q[j];
            float[] row = ratio[j];
            for (int c = from; c < to; c++) {
              gain[c] += by * row[c];
            }
          }
        });
    return gain;
  }

  /**
   * {@code E_p[log p_c/p]} of every component; a ratio that underflows is the smallest there is.
   */
  private double[] alone() {
    double[] gain = new double[tried.length];
    Parallel.ranges(
        threads,
        tried.length,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            for (int j = 0; j < share.length; j++) {
              gain[c] += share[j] * Elementary.log(Math.max(ratio[j][c], Float.MIN_VALUE));
            }
          }
        });
    return gain;
  }

  /** Mixes in one more, by the best of some weights. */
  private void add(int component) {
    double by = chosen.isEmpty() ? 1 : stepTo(component);
    chosen.add(component);
    tried[component] = true;
    weight = Arrays.copyOf(weight, weight.length + 1);
    for (int k = 0; k < weight.length; k++) {
      weight[k] *= 1 - by;
    }
    weight[weight.length - 1] = by;
    mix();
  }

  /** The weight of a component that is best while the others keep their proportions, by Newton. */
  private double stepTo(int component) {
    double by = 1e-3;
    for (int step = 0; step < 20; step++) {
      double slope = 0;
      double curvature = 0;
      for (int j = 0; j < share.length; j++) {
        double towards = ratio[j][component] - q[j];
        double relative = towards / (q[j] + by * towards);
        slope += share[j] * relative;
        curvature += share[j] * relative * relative;
      }
      by = Math.clamp(by + slope / curvature, by / 10, (9 * by + 1) / 10);
    }
    return by;
  }

  /** One EM step: a weight is multiplied by its derivative. */
  private void reweigh() {
    double[] gain = new double[weight.length];
    int[] place = chosen();
    for (int j = 0; j < share.length; j++) {
      double by = share[j] / q[j];
      float[] row = ratio[j];
      for (int k = 0; k < place.length; k++) {
        gain[k] += by * row[place[k]];
      }
    }
    double sum = 0;
    for (int k = 0; k < weight.length; k++) {
      weight[k] *= gain[k];
      sum += weight[k];
    }
    for (int k = 0; k < weight.length; k++) {
      weight[k] /= sum;
    }
    mix();
  }

  /** Leaves out what has lost its weight; the others take it over. */
  private void drop() {
    int[] kept = IntStream.range(0, weight.length).filter(k -> weight[k] >= NEGLIGIBLE).toArray();
    if (kept.length == weight.length) {
      return;
    }
    int[] place = chosen();
    chosen.clear();
    Arrays.stream(kept).forEach(k -> chosen.add(place[k]));
    double sum = Arrays.stream(kept).mapToDouble(k -> weight[k]).sum();
    weight = Arrays.stream(kept).mapToDouble(k -> weight[k] / sum).toArray();
    mix();
  }

  private void mix() {
    int[] place = chosen();
    for (int j = 0; j < share.length; j++) {
      double sum = 0;
      float[] row = ratio[j];
      for (int k = 0; k < place.length; k++) {
        sum += weight[k] * row[place[k]];
      }
      q[j] = Math.max(sum, Float.MIN_VALUE);
    }
  }
}
