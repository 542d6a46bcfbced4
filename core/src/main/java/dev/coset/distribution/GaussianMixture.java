package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The predictive density at one input: {@code p(y) = sum_g w_g Normal(y; m_g, s_g)}. Immutable,
 * safe to share between threads.
 */
public final class GaussianMixture extends LocationScaleMixture {
  /** Takes the array as it is. */
  GaussianMixture(double[] means, Components components) {
    super(means, components);
  }

  /** A mixture with equal weights, such as of the draws of a posterior. */
  public static GaussianMixture of(double[] means, double[] sds) {
    return of(means, Components.uniform(sds));
  }

  /** A mixture with weights, which are positive and sum to one. */
  public static GaussianMixture of(double[] means, double[] sds, double[] weights) {
    return of(means, Components.weighted(sds, weights));
  }

  /** Mixtures taken together, each with a weight; the weights sum to one. */
  public static GaussianMixture of(List<GaussianMixture> parts, double[] weights) {
    int n = parts.stream().mapToInt(GaussianMixture::size).sum();
    double[] means = new double[n];
    double[] sds = new double[n];
    double[] weightOf = new double[n];
    int to = 0;
    for (int k = 0; k < weights.length; k++) {
      for (int g = 0; g < parts.get(k).size(); g++) {
        means[to] = parts.get(k).mean(g);
        sds[to] = parts.get(k).sd(g);
        weightOf[to++] = weights[k] * parts.get(k).weight(g);
      }
    }
    return of(means, sds, weightOf);
  }

  private static GaussianMixture of(double[] means, Components components) {
    return new GaussianMixture(checked(means, components), components);
  }

  /** The mean of one component. */
  public double mean(int component) {
    return locations[component];
  }

  /** The standard deviation of one component. */
  public double sd(int component) {
    return components.sds[component];
  }

  @Override
  public Shape shape(int component) {
    return Shape.NORMAL;
  }

  @Override
  public double aleatoric() {
    return components.rootMeanVariance;
  }

  @Override
  public double logDensity(double y) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < size(); g++) {
      largest = Math.max(largest, weighted(g, y));
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return largest;
    }
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      sum += Elementary.exp(weighted(g, y) - largest);
    }
    return largest + Elementary.log(sum);
  }

  @Override
  public double logDensityOf(int component, double y) {
    return weighted(component, y) - Elementary.log(components.weights[component]);
  }

  private double weighted(int component, double y) {
    double z = (y - locations[component]) * components.inverseSds[component];
    return components.logHeights()[component] - z * z / 2;
  }

  @Override
  public double cdf(double y) {
    return MixtureTails.below(this, y);
  }

  @Override
  public double survival(double y) {
    return MixtureTails.above(this, y);
  }

  /**
   * Good to 1e-10 of the standard deviation of the components about there, or to the rounding of y
   * where that is coarser.
   */
  @Override
  public double[] quantiles(double... probabilities) {
    return new Quantiles(this).of(probabilities);
  }

  @Override
  public double crps(double y) {
    return new MixtureScan(this).absoluteDeviation(y) - Spread.of(this);
  }

  @Override
  public Score score(double y) {
    MixtureScan scan = new MixtureScan(this);
    double crps = scan.absoluteDeviation(y) - Spread.of(this);
    return new Score(logDensity(y), mean() - y, crps, Math.clamp(scan.cdf(), 0.0, 1.0));
  }

  @Override
  public GaussianMixture scaled(double shift, double scale) {
    return new GaussianMixture(moved(shift, scale), components.scaled(scale));
  }

  @Override
  DoubleUnaryOperator quickCdf() {
    var scan = new MixtureScan(this);
    return y -> scan.at(y).cdf();
  }

  @Override
  public String toString() {
    return "mixture of %d normals, mean %s, sd %s".formatted(size(), mean(), sd());
  }

  /** (component), padded; not to be changed. */
  double[] means() {
    return locations;
  }

  Components components() {
    return components;
  }
}
