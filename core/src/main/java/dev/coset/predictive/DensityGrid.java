package dev.coset.predictive;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/**
 * A weighted sum of normal densities over draws, on a regular grid of y at each of a number of
 * inputs. Kept as logarithms, for a new function may lie where all earlier ones underflow, and
 * there the divergence is made. Of the same bits everywhere, since a decision to stop sampling
 * hangs on it.
 */
final class DensityGrid implements PredictiveSum {
  private static final double LOG_SQRT_TWO_PI = StrictMath.log(2 * Math.PI) / 2;

  /** exp(-37) is below the rounding of 1. */
  private static final double NEGLIGIBLE = 37;

  private static final double UNDERFLOWS = 1e-290;

  private final double low;
  private final double step;
  private final double[][] logSum; // (input, cell)
  private final double[][] sum; // (input, cell), its exponential
  private double draws; // the sum of their weights

  DensityGrid(int inputs, double low, double high, int cells) {
    this.low = low;
    this.step = (high - low) / (cells - 1);
    this.logSum = new double[inputs][cells];
    this.sum = new double[inputs][cells];
    for (double[] row : logSum) {
      Arrays.fill(row, Double.NEGATIVE_INFINITY);
    }
  }

  private DensityGrid(DensityGrid other) {
    this.low = other.low;
    this.step = other.step;
    this.logSum = Arrays.stream(other.logSum).map(double[]::clone).toArray(double[][]::new);
    this.sum = Arrays.stream(other.sum).map(double[]::clone).toArray(double[][]::new);
    this.draws = other.draws;
  }

  /** Noise too small for the grid is widened to its step. */
  @Override
  public void add(Predictive chain, double weight) {
    double logWeight = StrictMath.log(weight);
    int components = 0;
    for (int i = 0; i < logSum.length; i++) {
      GaussianMixture mixture = mixture(chain, i);
      components = mixture.size();
      for (int g = 0; g < components; g++) {
        add(logWeight, mixture.mean(g), Math.max(mixture.sd(g), step), logSum[i], sum[i]);
      }
    }
    draws += components * weight;
  }

  /** A likelihood speaks of numbers by normals. */
  static GaussianMixture mixture(Predictive predictive, int point) {
    return (GaussianMixture) predictive.number(point);
  }

  private void add(double logWeight, double mean, double sigma, double[] logSum, double[] sum) {
    double logHeight = logWeight - StrictMath.log(sigma) - LOG_SQRT_TWO_PI;
    for (int c = 0; c < sum.length; c++) {
      double z = (low + c * step - mean) / sigma;
      double logDensity = logHeight - z * z / 2;
      double above = logDensity - logSum[c];
      if (above > NEGLIGIBLE) {
        logSum[c] = logDensity;
        sum[c] = Elementary.exp(logDensity);
      } else if (above > -NEGLIGIBLE) {
        double ratio = Elementary.exp(above);
        logSum[c] += Elementary.log1p(ratio);
        sum[c] = sum[c] > UNDERFLOWS ? sum[c] * (1 + ratio) : Elementary.exp(logSum[c]);
      }
    }
  }

  @Override
  public DensityGrid copy() {
    return new DensityGrid(this);
  }

  /**
   * The integral of {@code p log(p/q) - p + q} over the grid, averaged over inputs, where p is the
   * average density here and q there. That is {@code KL(p || q)} where both lie inside the grid;
   * where they do not, the last two terms keep every cell's share from being negative.
   */
  @Override
  public double divergenceFrom(PredictiveSum sums) {
    var other = (DensityGrid) sums;
    double logRatioOfDraws = StrictMath.log(other.draws) - StrictMath.log(draws);
    double total = 0;
    for (int i = 0; i < sum.length; i++) {
      double row = 0;
      for (int c = 0; c < sum[i].length; c++) {
        double p = sum[i][c] / draws;
        double q = other.sum[i][c] / other.draws;
        double logRatio = logSum[i][c] - other.logSum[i][c] + logRatioOfDraws;
        row += p * logRatio - (p - q);
      }
      total += row;
    }
    return Math.max(0, total * step / sum.length);
  }

  /** The average density (input, cell). */
  double[][] density() {
    double[][] density = new double[sum.length][];
    for (int i = 0; i < sum.length; i++) {
      density[i] = sum[i].clone();
      for (int c = 0; c < density[i].length; c++) {
        density[i][c] /= draws;
      }
    }
    return density;
  }

  /** The grid of y. */
  double[] y() {
    double[] y = new double[sum[0].length];
    for (int c = 0; c < y.length; c++) {
      y[c] = low + c * step;
    }
    return y;
  }
}
