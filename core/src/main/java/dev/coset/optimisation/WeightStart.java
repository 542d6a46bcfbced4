package dev.coset.optimisation;

import dev.coset.network.Network;
import dev.coset.posterior.Posterior;
import dev.coset.vectormath.StandardNormal;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The starting weights of training: random weights, all else 0, which for {@code log sigma} means
 * sigma 1.
 */
public enum WeightStart {
  /** Weights from Normal(0, 1), as the paper's ensembles began. */
  STANDARD_NORMAL {
    @Override
    double scale(int inputs) {
      return 1;
    }
  },

  /**
   * Weights from Normal(0, 1 / sqrt(inputs of the layer)), so that pre-activations are of order 1
   * in every layer and no tanh saturates.
   */
  FAN_IN {
    @Override
    double scale(int inputs) {
      return 1 / Math.sqrt(inputs);
    }
  };

  abstract double scale(int inputs);

  /** A start {@code q} for this posterior. */
  double[] draw(Posterior posterior, UniformRandomProvider random) {
    Network network = posterior.network();
    double[] q = new double[posterior.dimension()];
    for (int l = 1; l <= network.layers(); l++) {
      double scale = scale(network.width(l - 1));
      for (int i = 0; i < network.width(l); i++) {
        for (int j = 0; j < network.width(l - 1); j++) {
          q[network.weight(l, i, j)] = scale * StandardNormal.sample(random);
        }
      }
    }
    return q;
  }
}
