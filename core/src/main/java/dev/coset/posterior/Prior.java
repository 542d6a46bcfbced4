package dev.coset.posterior;

import dev.coset.network.Network;
import dev.coset.vectormath.Elementary;

/**
 * Independent normals around 0 with one standard deviation, or two: the weights of the first layer,
 * by which columns enter, may have their own. Invariant under permutations and sign flips.
 *
 * @param scale the standard deviation
 * @param inputScale that of the first layer's weights
 */
public record Prior(double scale, Double inputScale) {
  public static final Prior STANDARD_NORMAL = new Prior(1);

  public Prior {
    inputScale = inputScale == null ? Double.valueOf(scale) : inputScale; // runs before it was
    require(scale);
    require(inputScale);
  }

  private static void require(double scale) {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The prior scale must be a positive number, but was " + scale + ".");
    }
  }

  /** {@code theta_j ~ Normal(0, scale)}, as in the paper. */
  public Prior(double scale) {
    this(scale, scale);
  }

  /** Whether all weights have one scale. */
  public boolean hasOneScale() {
    return inputScale == scale;
  }

  /** The prior of a network's parameters. */
  public WeightPrior over(Network network) {
    int parameters = network.parameters();
    int first = network.width(0) * network.width(1);
    return hasOneScale()
        ? new WeightPrior(
            parameters,
            precision(scale),
            precision(scale),
            parameters * (NormalDensity.HALF_LOG_2_PI + Elementary.log(scale)))
        : new WeightPrior(
            first,
            precision(inputScale),
            precision(scale),
            parameters * NormalDensity.HALF_LOG_2_PI
                + first * Elementary.log(inputScale)
                + (parameters - first) * Elementary.log(scale));
  }

  private static double precision(double scale) {
    return 1 / (scale * scale);
  }

  /** As the command line takes it. */
  @Override
  public String toString() {
    return hasOneScale() ? plain(scale) : plain(inputScale) + "," + plain(scale);
  }

  private static String plain(double number) {
    return String.valueOf(number).replaceFirst("\\.0$", "");
  }
}
