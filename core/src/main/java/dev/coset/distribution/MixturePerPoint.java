package dev.coset.distribution;

import java.util.function.BiFunction;

/** Mixtures that differ in their means only. */
final class MixturePerPoint implements Predictive {
  private static final int TILE = 32;

  private final double[][] means; // (point, component), padded
  private final Components components;

  MixturePerPoint(double[][] means, Components components) {
    if (means.length != components.count) {
      throw new IllegalArgumentException(
          "There are %d rows of means but %d standard deviations; give one of each per component."
              .formatted(means.length, components.count));
    }
    for (int g = 0; g < means.length; g++) {
      for (int point = 0; point < means[g].length; point++) {
        if (!Double.isFinite(means[g][point])) {
          throw new IllegalArgumentException(
              "Component %d has the mean %s at point %d; leave it out."
                  .formatted(g, means[g][point], point));
        }
      }
    }
    this.components = components;
    this.means = transposed(means, Components.padded(means.length));
  }

  /**
   * Mixtures that share nothing, each made when it is asked for: it is several times as large as
   * what it is made of.
   *
   * @param means (component, point)
   * @param sds (component, point)
   */
  static Predictive each(
      double[][] means,
      double[][] sds,
      BiFunction<double[], double[], LocationScaleMixture> mixture) {
    if (sds.length != means.length || sds.length == 0 || sds[0].length != means[0].length) {
      throw new IllegalArgumentException(
          "There are %d rows of means but %d of standard deviations; give one of each per component, at the same points."
              .formatted(means.length, sds.length));
    }
    double[][] meansAt = transposed(means, means.length);
    double[][] sdsAt = transposed(sds, sds.length);
    return new Predictive() {
      @Override
      public int points() {
        return meansAt.length;
      }

      @Override
      public LocationScaleMixture at(int point) {
        return mixture.apply(meansAt[point], sdsAt[point]);
      }
    };
  }

  @Override
  public int points() {
    return means.length;
  }

  @Override
  public GaussianMixture at(int point) {
    return new GaussianMixture(means[point], components);
  }

  /**
   * (component, point) to (point, component), tile by tile since either order alone misses the
   * cache.
   */
  static double[][] transposed(double[][] rows, int width) {
    int points = rows[0].length;
    for (double[] row : rows) {
      if (row.length != points) {
        throw new IllegalArgumentException(
            "Components are given at %d and at %d points; give all at the same."
                .formatted(points, row.length));
      }
    }
    double[][] columns = new double[points][width];
    for (int first = 0; first < points; first += TILE) {
      int last = Math.min(first + TILE, points);
      for (int g = 0; g < rows.length; g++) {
        double[] row = rows[g];
        for (int point = first; point < last; point++) {
          columns[point][g] = row[point];
        }
      }
    }
    return columns;
  }
}
