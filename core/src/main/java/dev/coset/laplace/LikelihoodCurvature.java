package dev.coset.laplace;

import dev.coset.data.Points;
import dev.coset.network.Network;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Posterior;

/**
 * The second derivatives of the negative log likelihood at one point {@code q}, over a range of its
 * entries. Where the range ends in {@code log sigma}, the prior of sigma and the Jacobian are
 * included; the prior of theta never is.
 *
 * <p>Gauss-Newton leaves out the network's own second derivatives, {@code J'J / sigma^2}, which is
 * the Fisher information and never has a negative eigenvalue; for {@code log sigma} it is {@code
 * 2N}, and 0 across.
 */
final class LikelihoodCurvature {
  private static final int BLOCK = 256; // points

  private final Network network;
  private final Points data;
  private final double[] q;
  private final int parameters;
  private final double precision; // 1 / sigma^2
  private final int first;
  private final boolean noise;

  /**
   * @param first the first entry of q in the range, which goes to the last of theta
   * @param noise whether log sigma is in the range
   */
  LikelihoodCurvature(Posterior posterior, double[] q, int first, boolean noise) {
    this.network = posterior.network();
    this.data = posterior.data();
    this.q = q;
    this.parameters = network.parameters();
    this.precision = StrictMath.exp(-2 * q[parameters]);
    this.first = first;
    this.noise = noise;
  }

  private int weights() {
    return parameters - first;
  }

  SymmetricMatrix gaussNewton() {
    var hessian = new SymmetricMatrix(weights() + (noise ? 1 : 0));
    eachBlock(
        (jacobian, count) ->
            hessian.addOuterProducts(weights(), jacobian, first, parameters, count, precision));
    if (noise) {
      hessian.set(weights(), weights(), 2.0 * data.count() + 2 / precision);
    }
    return hessian;
  }

  /** The diagonal of {@link #gaussNewton}. */
  double[] gaussNewtonDiagonal() {
    double[] diagonal = new double[weights() + (noise ? 1 : 0)];
    eachBlock(
        (jacobian, count) -> {
          for (int p = 0; p < count; p++) {
            for (int k = 0; k < weights(); k++) {
              double d = jacobian[p * parameters + first + k];
              diagonal[k] = Math.fma(precision * d, d, diagonal[k]);
            }
          }
        });
    if (noise) {
      diagonal[weights()] = 2.0 * data.count() + 2 / precision;
    }
    return diagonal;
  }

  /** With the network's second derivatives, which may make it indefinite. */
  SymmetricMatrix exact(int threads) {
    var hessian = new SymmetricMatrix(weights() + (noise ? 1 : 0));
    var product = new HessianProduct(network, data, q);
    Parallel.tasks(
        threads,
        weights(),
        () -> new double[2][parameters],
        (k, work) -> {
          work[0][first + k] = 1;
          product.times(work[0], work[1], 0);
          work[0][first + k] = 0;
          for (int i = k; i < weights(); i++) {
            hessian.set(i, k, precision * work[1][first + i]);
          }
        });
    if (noise) {
      double[] slope = new double[parameters]; // of SSE / 2
      double squares = product.gradient(slope);
      for (int k = 0; k < weights(); k++) {
        hessian.set(weights(), k, -2 * precision * slope[first + k]);
      }
      hessian.set(weights(), weights(), 2 * precision * squares + 2 / precision);
    }
    return hessian;
  }

  private interface Block {
    /**
     * @param jacobian (point, entry of theta)
     */
    void add(double[] jacobian, int count);
  }

  private void eachBlock(Block block) {
    var jacobian = new OutputJacobian(network, data.x());
    double[] rows =
        new double[(BLOCK + 1) * parameters]; // netlib wants whole rows from any offset on
    for (int from = 0; from < data.count(); from += BLOCK) {
      int count = Math.min(BLOCK, data.count() - from);
      for (int p = 0; p < count; p++) {
        jacobian.at(q, from + p, rows, p * parameters);
      }
      block.add(rows, count);
    }
  }
}
