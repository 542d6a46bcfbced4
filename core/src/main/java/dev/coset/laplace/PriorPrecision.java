package dev.coset.laplace;

/**
 * The precision {@code d} of the prior {@code theta_j ~ Normal(0, 1 / sqrt d)} that maximises the
 * Laplace evidence around a fixed theta, as laplace-torch chooses it: {@code n/2 log d - d
 * |theta|^2 / 2 - 1/2 sum_i log(l_i + d)} with the eigenvalues {@code l_i >= 0} of the likelihood's
 * curvature. Its derivative vanishes where {@code d |theta|^2 = sum_i l_i / (l_i + d)}, the number
 * of well-determined weights (MacKay 1992); the left side grows in d and the right one falls, so
 * the maximum is the only one.
 */
final class PriorPrecision {
  private static final double LOWEST = 1e-8;
  private static final double HIGHEST = 1e8;

  private PriorPrecision() {}

  /**
   * @param eigenvalues negative ones count as 0
   * @param squares {@code |theta|^2}
   */
  static double maximisingEvidence(double[] eigenvalues, double squares) {
    double low = LOWEST;
    double high = HIGHEST;
    while (high / low > 1 + 1e-14) {
      double middle = Math.sqrt(low * high);
      if (middle <= low || middle >= high) {
        break;
      }
      if (middle * squares < determined(eigenvalues, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.sqrt(low * high);
  }

  private static double determined(double[] eigenvalues, double precision) {
    double sum = 0;
    for (double l : eigenvalues) {
      sum += l > 0 ? l / (l + precision) : 0;
    }
    return sum;
  }
}
