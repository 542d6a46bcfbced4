package dev.coset.distribution;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The predictive density at one input: {@code p(y) = sum_g w_g f_g((y - m_g) / s_g) / s_g}, where
 * each {@link Shape} f_g is normal or has heavier tails. Immutable, safe to share between threads.
 */
public abstract sealed class LocationScaleMixture implements NumberDistribution
    permits GaussianMixture, StudentMixture {
  final double[] locations; // (component), padded with zeros
  final Components components;

  /** Takes the array as it is. */
  LocationScaleMixture(double[] locations, Components components) {
    this.locations = locations;
    this.components = components;
  }

  /** Mixtures taken together, each with a weight; the weights sum to one. */
  static LocationScaleMixture mixed(List<LocationScaleMixture> parts, double[] weights) {
    if (parts.stream().allMatch(GaussianMixture.class::isInstance)) {
      return GaussianMixture.of(parts.stream().map(GaussianMixture.class::cast).toList(), weights);
    }
    int n = parts.stream().mapToInt(LocationScaleMixture::size).sum();
    double[] locations = new double[n];
    double[] scales = new double[n];
    double[] weightOf = new double[n];
    Shape[] shapes = new Shape[n];
    int to = 0;
    for (int k = 0; k < weights.length; k++) {
      LocationScaleMixture part = parts.get(k);
      for (int g = 0; g < part.size(); g++) {
        locations[to] = part.location(g);
        scales[to] = part.scale(g);
        shapes[to] = part.shape(g);
        weightOf[to++] = weights[k] * part.weight(g);
      }
    }
    return StudentMixture.of(locations, scales, shapes, weightOf);
  }

  static double[] checked(double[] locations, Components components) {
    if (locations.length != components.count) {
      throw new IllegalArgumentException(
          "%d means and %d standard deviations make no mixture; give one of each per component."
              .formatted(locations.length, components.count));
    }
    for (int g = 0; g < locations.length; g++) {
      if (!Double.isFinite(locations[g])) {
        throw new IllegalArgumentException(
            "The mean of component %d is %s.".formatted(g, locations[g]));
      }
    }
    return Arrays.copyOf(locations, Components.padded(locations.length));
  }

  @Override
  public int size() {
    return components.count;
  }

  /** Where one component is centred. */
  public double location(int component) {
    return locations[component];
  }

  /** By what the shape of one component is stretched. */
  public double scale(int component) {
    return components.sds[component];
  }

  /** What one component is a shifted and stretched copy of. */
  public abstract Shape shape(int component);

  @Override
  public double weight(int component) {
    return components.weights[component];
  }

  /** The mean of the locations. */
  public double location() {
    double mean = 0;
    for (int g = 0; g < size(); g++) {
      mean += components.weights[g] * locations[g];
    }
    return mean;
  }

  /** The standard deviation of the locations. */
  public double locationSpread() {
    double mean = location();
    return components.rootMeanSquare(g -> locations[g] - mean);
  }

  /** The root mean square of the scales. */
  public double scale() {
    return components.rootMeanVariance;
  }

  double smallestScale() {
    return components.smallestSd;
  }

  /** {@code F(y)} for many y: fast, and for one thread. */
  abstract DoubleUnaryOperator quickCdf();

  @Override
  public double mean() {
    return location();
  }

  @Override
  public double epistemic() {
    return locationSpread();
  }

  @Override
  public abstract LocationScaleMixture scaled(double shift, double scale);

  /** The locations after a change of units. */
  double[] moved(double shift, double scale) {
    checkScale(scale);
    double[] moved = new double[locations.length];
    for (int g = 0; g < size(); g++) {
      moved[g] =
          Math.clamp(Math.fma(locations[g], scale, shift), -Components.LARGEST, Components.LARGEST);
    }
    return moved;
  }

  static void checkScale(double scale) {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The scale is %s; give a positive number.".formatted(scale));
    }
  }
}
