package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.function.DoubleUnaryOperator;

/**
 * A mixture of components with heavy tails, Student's t distributions of more than one degree of
 * freedom, and of normals. Where a component's degrees of freedom are 2 or fewer it has no
 * variance, and slightly above them the far tail is all of it. So the noise of a component is cut
 * off at a range: {@link #aleatoric} is the root mean square of how far a number clamped to the
 * range lies from the component's location. A location closer to a bound than a third of the
 * range's width, or beyond it, has its noise cut off at that distance instead.
 *
 * <p>Everything else is not clamped: the mean and the CRPS exist.
 */
public final class StudentMixture extends LocationScaleMixture {
  private final Shape[] shapes; // (component)
  private final ClampRange range;

  private StudentMixture(
      double[] locations, Components components, Shape[] shapes, ClampRange range) {
    super(locations, components);
    this.shapes = shapes;
    this.range = range;
  }

  /** A mixture with equal weights, whose noise is not cut off. */
  public static StudentMixture of(double[] locations, double[] scales, Shape[] shapes) {
    return of(locations, Components.uniform(scales), shapes);
  }

  /** The same with weights, which are positive and sum to one. */
  public static StudentMixture of(
      double[] locations, double[] scales, Shape[] shapes, double[] weights) {
    return of(locations, Components.weighted(scales, weights), shapes);
  }

  private static StudentMixture of(double[] locations, Components components, Shape[] shapes) {
    if (shapes.length != components.count) {
      throw new IllegalArgumentException(
          "%d shapes do not fit %d components; give one to each."
              .formatted(shapes.length, components.count));
    }
    return new StudentMixture(
        checked(locations, components), components, shapes.clone(), ClampRange.UNBOUNDED);
  }

  /** The same with its noise cut off at a range. */
  public StudentMixture clampedTo(ClampRange other) {
    return new StudentMixture(locations, components, shapes, other);
  }

  @Override
  public Shape shape(int component) {
    return shapes[component];
  }

  @Override
  public double aleatoric() {
    return Finite.nearest(components.rootMeanSquare(this::deviation));
  }

  private double deviation(int g) {
    double least = range.inner();
    double below = Math.max(locations[g] - range.low(), least);
    double above = Math.max(range.high() - locations[g], least);
    double scale = components.sds[g];
    return Math.min(Components.LARGEST, scale * shapes[g].deviation(below / scale, above / scale));
  }

  @Override
  public double logDensity(double y) {
    double largest = Double.NEGATIVE_INFINITY;
    double[] weighted = new double[size()];
    for (int g = 0; g < weighted.length; g++) {
      weighted[g] = weighted(g, y);
      largest = Math.max(largest, weighted[g]);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return largest;
    }
    double sum = 0;
    for (double each : weighted) {
      sum += Elementary.exp(each - largest);
    }
    return largest + Elementary.log(sum);
  }

  @Override
  public double logDensityOf(int component, double y) {
    return weighted(component, y) - Elementary.log(components.weights[component]);
  }

  private double weighted(int g, double y) {
    return logHeight(g) - shapes[g].drop((y - locations[g]) * components.inverseSds[g]);
  }

  double inverseScale(int g) {
    return components.inverseSds[g];
  }

  /** The logarithm of a component's weighted density at its location. */
  double logHeight(int g) {
    double height = shapes[g].logHeight() + Shape.HALF_LOG_TWO_PI; // over that of a normal
    return components.logHeights()[g] + height;
  }

  @Override
  public double cdf(double y) {
    return below(y, false);
  }

  @Override
  public double survival(double y) {
    return above(y, false);
  }

  double below(double y, boolean quick) {
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      sum += components.weights[g] * above((locations[g] - y) * components.inverseSds[g], g, quick);
    }
    return Math.min(sum, 1);
  }

  double above(double y, boolean quick) {
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      sum += components.weights[g] * above((y - locations[g]) * components.inverseSds[g], g, quick);
    }
    return Math.min(sum, 1);
  }

  private double above(double z, int g, boolean quick) {
    double tail = quick ? shapes[g].quickTail(Math.abs(z)) : shapes[g].tail(Math.abs(z));
    return z < 0 ? 1 - tail : tail;
  }

  @Override
  DoubleUnaryOperator quickCdf() {
    return y -> below(y, true);
  }

  /** {@code 1 - F(y)} likewise. */
  DoubleUnaryOperator quickSurvival() {
    return y -> above(y, true);
  }

  /** Good to 1e-9 of the scale of the components about there. */
  @Override
  public double[] quantiles(double... probabilities) {
    return new StudentQuantiles(this).of(probabilities);
  }

  @Override
  public double crps(double y) {
    return new SquaredTails(this).crps(y);
  }

  @Override
  public Score score(double y) {
    return new Score(logDensity(y), mean() - y, crps(y), quickCdf().applyAsDouble(y));
  }

  @Override
  public StudentMixture scaled(double shift, double scale) {
    return new StudentMixture(
        moved(shift, scale), components.scaled(scale), shapes, range.scaled(shift, scale));
  }

  @Override
  public String toString() {
    return "mixture of %d components with heavy tails, mean %s, sd %s"
        .formatted(size(), mean(), sd());
  }
}
