package dev.coset.predictive;

import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.Shape;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A weighted sum of the densities of draws, on a regular grid of y at each of a number of inputs.
 * Every cell has a unit of its own, for a new function may lie where all earlier ones underflow,
 * and there the divergence is made. Of the same bits everywhere, since a decision to stop sampling
 * hangs on it.
 */
final class DensityGrid implements PredictiveSum {
  /** exp(-37) is below the rounding of 1. */
  private static final double NEGLIGIBLE = 37;

  private final double low;
  private final double step;
  private final double[][] logUnit; // (input, cell), of the largest density so far
  private final double[][] sum; // (input, cell), in that unit
  private double draws; // the sum of their weights
  private @Nullable Averages averages; // of everything added

  /**
   * @param density (input, cell)
   * @param log (input, cell), its logarithm
   */
  private record Averages(double[][] density, double[][] log) {}

  DensityGrid(int inputs, double low, double high, int cells) {
    this.low = low;
    this.step = (high - low) / (cells - 1);
    this.logUnit = new double[inputs][cells];
    this.sum = new double[inputs][cells];
    for (double[] row : logUnit) {
      Arrays.fill(row, Double.NEGATIVE_INFINITY);
    }
  }

  private DensityGrid(DensityGrid other) {
    this.low = other.low;
    this.step = other.step;
    this.logUnit = Arrays.stream(other.logUnit).map(double[]::clone).toArray(double[][]::new);
    this.sum = Arrays.stream(other.sum).map(double[]::clone).toArray(double[][]::new);
    this.draws = other.draws;
    this.averages = other.averages;
  }

  /** Noise too small for the grid is widened to its step. */
  @Override
  public void add(Predictive chain, double weight) {
    double logWeight = StrictMath.log(weight);
    int components = 0;
    for (int i = 0; i < sum.length; i++) {
      LocationScaleMixture mixture = mixture(chain, i);
      components = mixture.size();
      for (int g = 0; g < components; g++) {
        double scale = Math.max(mixture.scale(g), step);
        add(logWeight, mixture.location(g), scale, mixture.shape(g), logUnit[i], sum[i]);
      }
    }
    draws += components * weight;
    averages = null;
  }

  /** In a likelihood's own units. */
  static LocationScaleMixture mixture(Predictive predictive, int point) {
    return (LocationScaleMixture) predictive.number(point);
  }

  private void add(
      double logWeight,
      double location,
      double scale,
      Shape shape,
      double[] logUnit,
      double[] sum) {
    double logHeight = logWeight - StrictMath.log(scale) + shape.logHeight();
    for (int c = 0; c < sum.length; c++) {
      double z = (low + c * step - location) / scale;
      double logDensity = logHeight - shape.drop(z);
      double above = logDensity - logUnit[c];
      if (above > 0) {
        sum[c] = above > NEGLIGIBLE ? 1 : sum[c] * Elementary.exp(-above) + 1;
        logUnit[c] = logDensity;
      } else if (above > -NEGLIGIBLE) {
        sum[c] += Elementary.exp(above);
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
    Averages here = averages();
    Averages there = ((DensityGrid) sums).averages();
    double total = 0;
    for (int i = 0; i < sum.length; i++) {
      double row = 0;
      for (int c = 0; c < sum[i].length; c++) {
        double p = here.density[i][c];
        double q = there.density[i][c];
        row += p * (here.log[i][c] - there.log[i][c]) - (p - q);
      }
      total += row;
    }
    return Math.max(0, total * step / sum.length);
  }

  /** The average density (input, cell). */
  double[][] density() {
    return Arrays.stream(averages().density).map(double[]::clone).toArray(double[][]::new);
  }

  private Averages averages() {
    if (averages == null) {
      double logDraws = StrictMath.log(draws);
      double[][] density = new double[sum.length][sum[0].length];
      double[][] log = new double[sum.length][sum[0].length];
      for (int i = 0; i < sum.length; i++) {
        for (int c = 0; c < sum[i].length; c++) {
          log[i][c] = logUnit[i][c] + Elementary.log(sum[i][c]) - logDraws;
          density[i][c] = Elementary.exp(log[i][c]);
        }
      }
      averages = new Averages(density, log);
    }
    return averages;
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
