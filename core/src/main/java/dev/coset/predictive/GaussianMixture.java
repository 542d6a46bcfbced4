package dev.coset.predictive;

import java.util.Arrays;

/**
 * The predictive density at one input: {@code p(y) = sum_g w_g Normal(y; m_g, s_g)}. Immutable,
 * safe to share between threads.
 */
public final class GaussianMixture {
  private final double[] means; // (component), padded with zeros
  private final Components components;

  /** Takes the array as it is. */
  GaussianMixture(double[] means, Components components) {
    this.means = means;
    this.components = components;
  }

  /** A mixture with equal weights, such as of the draws of a posterior. */
  public static GaussianMixture of(double[] means, double[] sds) {
    return of(means, Components.uniform(sds));
  }

  /** A mixture with weights, which are positive and sum to one. */
  public static GaussianMixture of(double[] means, double[] sds, double[] weights) {
    return of(means, Components.weighted(sds, weights));
  }

  private static GaussianMixture of(double[] means, Components components) {
    if (means.length != components.count) {
      throw new IllegalArgumentException(
          "%d means and %d standard deviations make no mixture; give one of each per component."
              .formatted(means.length, components.count));
    }
    for (int g = 0; g < means.length; g++) {
      if (!Double.isFinite(means[g])) {
        throw new IllegalArgumentException(
            "The mean of component %d is %s.".formatted(g, means[g]));
      }
    }
    return new GaussianMixture(Arrays.copyOf(means, Components.padded(means.length)), components);
  }

  /** The number of components. */
  public int size() {
    return components.count;
  }

  /** The mean of one component. */
  public double mean(int component) {
    return means[component];
  }

  /** The standard deviation of one component. */
  public double sd(int component) {
    return components.sds[component];
  }

  /** The weight of one component. */
  public double weight(int component) {
    return components.weights[component];
  }

  /** {@code E[y]}. */
  public double mean() {
    double mean = 0;
    for (int g = 0; g < size(); g++) {
      mean += components.weights[g] * means[g];
    }
    return mean;
  }

  /**
   * The standard deviation of y; its square is the sum of those of {@link #aleatoric} and {@link
   * #epistemic}.
   */
  public double sd() {
    return Math.sqrt(components.meanVariance + varianceOfMeans());
  }

  /**
   * The part of {@link #sd} that more data would not remove: the root of the mean of the
   * components' variances.
   */
  public double aleatoric() {
    return Math.sqrt(components.meanVariance);
  }

  /**
   * The part of {@link #sd} that comes of not knowing the function: the standard deviation of the
   * components' means.
   */
  public double epistemic() {
    return Math.sqrt(varianceOfMeans());
  }

  private double varianceOfMeans() {
    double mean = mean();
    double variance = 0;
    for (int g = 0; g < size(); g++) {
      double distance = means[g] - mean;
      variance += components.weights[g] * distance * distance;
    }
    return variance;
  }

  /** {@code log p(y)} by log-sum-exp: right also where every component underflows. */
  public double logDensity(double y) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < size(); g++) {
      largest = Math.max(largest, logDensityOf(g, y));
    }
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      sum += Math.exp(logDensityOf(g, y) - largest);
    }
    return largest + Math.log(sum);
  }

  private double logDensityOf(int component, double y) {
    double z = (y - means[component]) * components.inverseSds[component];
    return components.logHeights[component] - z * z / 2;
  }

  /** {@code p(y)}. */
  public double density(double y) {
    return Math.exp(logDensity(y));
  }

  /** {@code P(Y <= y)}, to rounding, relative also in the lower tail. */
  public double cdf(double y) {
    return MixtureTails.below(this, y);
  }

  /** {@code P(Y > y)}, to rounding, relative also in the upper tail. */
  public double survival(double y) {
    return MixtureTails.above(this, y);
  }

  /** The y with {@code P(Y <= y) = p}, for {@code 0 < p < 1}. */
  public double quantile(double p) {
    return quantiles(p)[0];
  }

  /**
   * The quantiles for several probabilities, which share their work. Good to 1e-10 of the standard
   * deviation of the components about there, or to the rounding of y where that is coarser.
   */
  public double[] quantiles(double... probabilities) {
    return new Quantiles(this).of(probabilities);
  }

  /**
   * The continuous ranked probability score {@code E|Y - y| - E|Y - Y'| / 2}, in the units of y;
   * smaller is better (Gneiting and Raftery 2007).
   */
  public double crps(double y) {
    return new MixtureScan(this).absoluteDeviation(y) - Spread.of(this);
  }

  /** The density of {@code shift + scale Y}, such as in the units of the data. */
  public GaussianMixture scaled(double shift, double scale) {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The scale is %s; give a positive number.".formatted(scale));
    }
    double[] moved = new double[means.length];
    for (int g = 0; g < size(); g++) {
      moved[g] = Math.fma(means[g], scale, shift);
    }
    return new GaussianMixture(moved, components.scaled(scale));
  }

  @Override
  public String toString() {
    return "mixture of %d normals, mean %s, sd %s".formatted(size(), mean(), sd());
  }

  /** (component), padded; not to be changed. */
  double[] means() {
    return means;
  }

  Components components() {
    return components;
  }
}
