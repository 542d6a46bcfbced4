package dev.coset.predictive;

/** Mixtures that differ in their means only. */
final class MixturePerPoint implements Predictive {
  private static final int TILE = 32;

  private final double[][] means; // (point, component), padded
  private final Components components;

  MixturePerPoint(FunctionValues values) {
    this.components = Components.uniform(values.sigma());
    this.means = transposed(values.f(), Components.padded(values.draws()));
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
