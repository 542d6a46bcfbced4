package dev.coset.symmetry;

import dev.coset.network.Network;
import java.util.Arrays;

/**
 * Divides out the rescaling of ReLU neurons: of all representatives that differ by scales only,
 * takes the one of least norm, in which what goes into a neuron is as long as what goes out of it.
 * Going round the neurons converges to it (P. Stock et al.: Equi-normalization of neural networks.
 * ICLR 2019). A neuron with nothing going in or out has no such representative and stays as it is.
 */
final class Balance {
  private static final int SWEEPS = 10_000;

  private Balance() {}

  static void apply(Network network, Representative representative) {
    double largest = 1;
    for (int sweep = 0; sweep < SWEEPS && largest > 1e-14; sweep++) {
      largest = 0;
      for (int l = 1; l < network.layers(); l++) {
        largest = Math.max(largest, balance(network, representative, l));
      }
    }
  }

  /** Balances one layer and returns the largest logarithm of a factor used. */
  private static double balance(Network network, Representative representative, int l) {
    double[] theta = representative.theta();
    int[] same = new int[network.width(l)];
    double[] factor = new double[same.length];
    Arrays.setAll(same, i -> i);
    double largest = 0;
    for (int i = 0; i < same.length; i++) {
      double in = square(theta[network.bias(l, i)]);
      for (int j = 0; j < network.width(l - 1); j++) {
        in += square(theta[network.weight(l, i, j)]);
      }
      double out = 0;
      for (int k = 0; k < network.width(l + 1); k++) {
        out += square(theta[network.weight(l + 1, k, i)]);
      }
      factor[i] = in > 0 && out > 0 ? StrictMath.sqrt(StrictMath.sqrt(out / in)) : 1;
      largest = Math.max(largest, Math.abs(StrictMath.log(factor[i])));
    }
    representative.rearrange(l, same, factor);
    return largest;
  }

  private static double square(double x) {
    return x * x;
  }
}
