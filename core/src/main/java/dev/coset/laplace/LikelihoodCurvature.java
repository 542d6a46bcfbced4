package dev.coset.laplace;

import dev.coset.data.Points;
import dev.coset.network.Network;
import dev.coset.network.PlainNetwork;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.util.Arrays;

/**
 * The second derivatives of the negative log likelihood at one point {@code q}, over a range of its
 * entries, as Gauss and Newton have them: without the network's own second derivatives, {@code J' F
 * J} with Fisher's information F of the outputs, such as {@code J'J / sigma^2}, which never has a
 * negative eigenvalue. Where the range ends in nuisance parameters, their prior and Jacobian are
 * included; across to them it is 0. The prior of theta is never included.
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
    return posterior.likelihood().nuisanceInformation(data.y().total(), nuisance);
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
   * Goes through {@code R J} of all points, where {@code R'R} is the information of the outputs,
   * each point's times its weight.
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
      double scale = Math.sqrt(data.y().weight(p));
      for (double[] root : posterior.likelihood().informationRoot(f, nuisance)) {
        int at = count++ * parameters;
        Arrays.fill(rows, at, at + parameters, 0);
        for (int k = 0; k < outputs; k++) {
          for (int j = 0; root[k] != 0 && j < parameters; j++) {
            rows[at + j] = Math.fma(scale * root[k], jacobian[k * parameters + j], rows[at + j]);
          }
        }
      }
      if (count >= BLOCK || p == data.count() - 1) {
        block.add(rows, count);
        count = 0;
      }
    }
  }
}
