package dev.coset.laplace;

import dev.coset.network.Network;
import dev.coset.network.PlainNetwork;
import dev.coset.posterior.OutputValues;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The outputs of a network made linear in theta around a centre {@code q*}: at every point normal,
 * with mean {@code f(x)} and covariance {@code J A^-1 J'}.
 *
 * @param mean (output, point)
 * @param covariance (point, output, output)
 */
record LinearisedOutputs(double[][] mean, double[][][] covariance) {
  private static final int BLOCK = 256; // points

  /**
   * At inputs.
   *
   * @param normal of {@code q[first ..]}, which may end in nuisance parameters
   * @param x (feature, point)
   */
  static LinearisedOutputs of(Network network, double[] q, int first, Normal normal, double[][] x) {
    int points = x[0].length;
    int outputs = network.outputs();
    int parameters = network.parameters();
    int size = normal.mean().length;
    var plain = new PlainNetwork(network);
    double[] rows = new double[outputs * parameters];
    double[] columns = new double[Math.min(points, BLOCK) * outputs * size];
    var all = new LinearisedOutputs(new double[outputs][points], new double[points][][]);
    for (int from = 0; from < points; from += BLOCK) {
      int block = Math.min(BLOCK, points - from);
      Arrays.fill(columns, 0); // nuisance parameters move no output
      for (int p = 0; p < block; p++) {
        double[] f = plain.forward(q, x, from + p);
        for (int k = 0; k < outputs; k++) {
          all.mean[k][from + p] = f[k];
        }
        plain.jacobian(q, rows, 0);
        for (int k = 0; k < outputs; k++) {
          System.arraycopy(
              rows, k * parameters + first, columns, (p * outputs + k) * size, parameters - first);
        }
      }
      normal.precision().whiten(columns, block * outputs);
      for (int p = 0; p < block; p++) {
        all.covariance[from + p] = products(columns, p * outputs * size, outputs, size);
      }
    }
    return all;
  }

  /** The inner products of some vectors, one after another. */
  private static double[][] products(double[] vectors, int at, int count, int size) {
    double[][] products = new double[count][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k < size; k++) {
          sum = Math.fma(vectors[at + i * size + k], vectors[at + j * size + k], sum);
        }
        products[i][j] = products[j][i] = sum;
      }
    }
    return products;
  }

  /**
   * Draws of the outputs, each point's from its own normal, all with the same random numbers: the
   * predictive at one point does not depend on which others are asked for.
   *
   * @param nuisance values, the same for all draws
   */
  OutputValues draws(int count, double[] nuisance) {
    int outputs = mean.length;
    double[][] z = normals(count, outputs);
    double[][][] draws = new double[count][outputs][mean[0].length];
    for (int p = 0; p < mean[0].length; p++) {
      double[][] root = cholesky(covariance[p]);
      for (int g = 0; g < count; g++) {
        for (int i = 0; i < outputs; i++) {
          double value = mean[i][p];
          for (int j = 0; j <= i; j++) {
            value = Math.fma(root[i][j], z[g][j], value);
          }
          draws[g][i][p] = value;
        }
      }
    }
    double[][] same = new double[count][];
    Arrays.fill(same, nuisance);
    return new OutputValues(draws, same);
  }

  /** Standard normals in pairs of opposite sign, (draw, output). */
  private static double[][] normals(int count, int outputs) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(0L);
    double[][] z = new double[count][outputs];
    for (int g = 0; g < count; g++) {
      for (int k = 0; k < outputs; k++) {
        z[g][k] = g % 2 == 1 ? -z[g - 1][k] : StandardNormal.sample(random);
      }
    }
    return z;
  }

  /** The lower root of a covariance; a direction without variance has none in the root. */
  private static double[][] cholesky(double[][] a) {
    double[][] root = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j <= i; j++) {
        double left = a[i][j];
        for (int k = 0; k < j; k++) {
          left -= root[i][k] * root[j][k];
        }
        if (i == j) {
          root[i][i] = Math.sqrt(Math.max(0, left));
        } else {
          root[i][j] = root[j][j] > 0 ? left / root[j][j] : 0;
        }
      }
    }
    return root;
  }
}
