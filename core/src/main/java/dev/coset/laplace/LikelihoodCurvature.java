package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.network.HessianProduct;
import dev.coset.network.Network;
import dev.coset.network.OutputFunction;
import dev.coset.network.PlainNetwork;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import java.util.Arrays;

/**
 * The second derivatives of the negative log likelihood at one point {@code q}, over a range of its
 * entries. Where the range ends in nuisance parameters, their prior and Jacobian are included; the
 * prior of theta never is.
 *
 * <p>Gauss-Newton leaves out the network's own second derivatives: {@code J' F J} with Fisher's
 * information F of the outputs, such as {@code J'J / sigma^2}, which never has a negative
 * eigenvalue; across to nuisance parameters it is 0.
 */
final class LikelihoodCurvature {
  private static final int BLOCK = 256; // rows

  private final Posterior posterior;
  private final Network network;
  private final Points data;
  private final double[] q;
  private final double[] nuisance;
  private final int parameters;
  private final int first;
  private final boolean noise;

  /**
   * Of the range.
   *
   * @param first the first entry of q in the range, which goes to the last of theta
   * @param noise whether nuisance parameters are in the range
   */
  LikelihoodCurvature(Posterior posterior, double[] q, int first, boolean noise) {
    this.posterior = posterior;
    this.network = posterior.network();
    this.data = posterior.data();
    this.q = q;
    this.nuisance = posterior.nuisance(Draws.independent(new double[][] {q}), 0);
    this.parameters = network.parameters();
    this.first = first;
    this.noise = noise;
  }

  private int weights() {
    return parameters - first;
  }

  private int size() {
    return weights() + (noise ? nuisance.length : 0);
  }

  SymmetricMatrix gaussNewton() {
    var hessian = new SymmetricMatrix(size());
    eachBlock(
        (rows, count) -> hessian.addOuterProducts(weights(), rows, first, parameters, count, 1));
    double[] information = nuisanceInformation();
    for (int k = weights(); k < size(); k++) {
      hessian.set(k, k, information[k - weights()]);
    }
    return hessian;
  }

  /** The diagonal of {@link #gaussNewton}. */
  double[] gaussNewtonDiagonal() {
    double[] diagonal = new double[size()];
    eachBlock(
        (rows, count) -> {
          for (int r = 0; r < count; r++) {
            for (int k = 0; k < weights(); k++) {
              double d = rows[r * parameters + first + k];
              diagonal[k] = Math.fma(d, d, diagonal[k]);
            }
          }
        });
    double[] information = nuisanceInformation();
    System.arraycopy(information, 0, diagonal, weights(), size() - weights());
    return diagonal;
  }

  private double[] nuisanceInformation() {
    return posterior.likelihood().nuisanceInformation(data.count(), nuisance);
  }

  /** With the network's second derivatives, which may make it indefinite. */
  SymmetricMatrix exact(int threads) {
    if (!(posterior.likelihood() instanceof NormalLikelihood)) {
      throw new InputException(
          "The exact curvature is available for the normal likelihood only: choose Gauss-Newton.");
    }
    double precision = 1 / (nuisance[0] * nuisance[0]);
    var hessian = new SymmetricMatrix(weights() + (noise ? 1 : 0));
    var product = new HessianProduct(network, data.x(), new HalfSquaredError(data), q);
    Parallel.tasks(
        threads,
        weights(),
        () -> new double[2][parameters],
        (k, work) -> {
          work[0][first + k] = 1;
          product.times(work[0], work[1]);
          work[0][first + k] = 0;
          for (int i = k; i < weights(); i++) {
            hessian.set(i, k, precision * work[1][first + i]);
          }
        });
    if (noise) {
      double[] slope = new double[parameters]; // of SSE / 2
      double squares = 2 * product.valueAndGradient(slope);
      for (int k = 0; k < weights(); k++) {
        hessian.set(weights(), k, -2 * precision * slope[first + k]);
      }
      hessian.set(weights(), weights(), 2 * precision * squares + 2 / precision);
    }
    return hessian;
  }

  private interface Block {
    /**
     * Takes some rows of {@code R J}.
     *
     * @param rows (row, entry of theta)
     */
    void add(double[] rows, int count);
  }

  /**
   * Goes through {@code R J} of all points, where {@code R'R} is the information of the outputs.
   */
  private void eachBlock(Block block) {
    var plain = new PlainNetwork(network);
    int outputs = network.outputs();
    double[] jacobian = new double[outputs * parameters];
    double[] rows =
        new double[(BLOCK + outputs + 1) * parameters]; // netlib wants whole rows from any offset
    int count = 0;
    for (int p = 0; p < data.count(); p++) {
      double[] f = plain.forward(q, data.x(), p).clone();
      plain.jacobian(q, jacobian, 0);
      for (double[] root : posterior.likelihood().informationRoot(f, nuisance)) {
        int at = count++ * parameters;
        Arrays.fill(rows, at, at + parameters, 0);
        for (int k = 0; k < outputs; k++) {
          for (int j = 0; root[k] != 0 && j < parameters; j++) {
            rows[at + j] = Math.fma(root[k], jacobian[k * parameters + j], rows[at + j]);
          }
        }
      }
      if (count >= BLOCK || p == data.count() - 1) {
        block.add(rows, count);
        count = 0;
      }
    }
  }

  /** {@code (f - y)^2 / 2} at each point. */
  private record HalfSquaredError(Points data) implements OutputFunction {

    @Override
    public double valueAndDerivative(int point, double[] outputs, double[] derivative) {
      derivative[0] = outputs[0] - data.y().at(point);
      return derivative[0] * derivative[0] / 2;
    }

    @Override
    public void curvatureTimes(int point, double[] outputs, double[] direction, double[] product) {
      product[0] = direction[0];
    }
  }
}
