package dev.coset.laplace;

import dev.coset.posterior.NormalDensity;
import dev.coset.vectormath.StandardNormal;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A multivariate normal by its mean and the factor of its precision. The array is shared, not
 * copied.
 */
record Normal(double[] mean, Factor precision) {
  private static final int BLOCK = 256;

  Normal {
    if (mean.length != precision.size()) {
      throw new IllegalArgumentException(
          "A mean of length %d does not go with a precision of order %d."
              .formatted(mean.length, precision.size()));
    }
  }

  /**
   * The normal with the mean and covariance of draws (draw, entry); empty where these do not span
   * the space.
   */
  static Optional<Normal> fittedTo(double[][] draws) {
    int size = draws[0].length;
    double[] mean = new double[size];
    for (double[] draw : draws) {
      for (int j = 0; j < size; j++) {
        mean[j] += draw[j] / draws.length;
      }
    }
    double[] deviations = new double[draws.length * size];
    for (int i = 0; i < deviations.length; i++) {
      deviations[i] = draws[i / size][i % size] - mean[i % size];
    }
    var covariance = new SymmetricMatrix(size);
    covariance.addOuterProducts(size, deviations, 0, size, draws.length, 1.0 / (draws.length - 1));
    return covariance
        .cholesky()
        .flatMap(factor -> SymmetricMatrix.of(factor.inverse()).cholesky())
        .map(precision -> new Normal(mean, precision));
  }

  /** The log of its integral, were its height at the mean 1: what turns a height into a mass. */
  double logVolume() {
    return mean.length * NormalDensity.HALF_LOG_2_PI - precision.logDeterminant() / 2;
  }

  double logDensity(double[] x) {
    return -logVolume() - squaredDistance(x) / 2;
  }

  /** {@code (x - m)' A (x - m)}. */
  double squaredDistance(double[] x) {
    double[] off = new double[mean.length];
    for (int j = 0; j < off.length; j++) {
      off[j] = x[j] - mean[j];
    }
    return precision.square(off);
  }

  /** Independent draws (draw, entry). */
  double[][] draws(int count, UniformRandomProvider random) {
    int size = mean.length;
    double[][] draws = new double[count][size];
    double[] columns = new double[Math.min(count, BLOCK) * size];
    for (int from = 0; from < count; from += BLOCK) {
      int block = Math.min(BLOCK, count - from);
      for (int i = 0; i < block * size; i++) {
        columns[i] = StandardNormal.sample(random);
      }
      precision.colour(columns, block);
      for (int g = 0; g < block; g++) {
        for (int j = 0; j < size; j++) {
          draws[from + g][j] = mean[j] + columns[g * size + j];
        }
      }
    }
    return draws;
  }
}
