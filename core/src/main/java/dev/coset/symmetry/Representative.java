package dev.coset.symmetry;

import dev.coset.data.InputException;
import dev.coset.network.Network;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * A theta on its way through its orbit: it is rearranged layer by layer, in place, and remembers
 * the move that led from where it began to where it is.
 */
final class Representative {
  private final Network network;
  private final double[] theta;
  private final int[][] placeOf; // (layer, neuron of the beginning)
  private final double[][] scale; // (layer, neuron of the beginning)
  private final double[] scratch;

  Representative(Network network, double[] values, int offset) {
    this(
        network,
        Arrays.copyOfRange(values, offset, offset + network.parameters()),
        new int[network.layers() + 1][],
        new double[network.layers() + 1][]);
    for (int l = 0; l <= network.layers(); l++) {
      placeOf[l] = new int[network.width(l)];
      Arrays.setAll(placeOf[l], i -> i);
      scale[l] = new double[network.width(l)];
      Arrays.fill(scale[l], 1);
    }
  }

  private Representative(Network network, double[] theta, int[][] placeOf, double[][] scale) {
    this.network = network;
    this.theta = theta;
    this.placeOf = placeOf;
    this.scale = scale;
    int longest = 0;
    for (int l = 1; l < network.layers(); l++) {
      longest =
          Math.max(
              longest, network.width(l) * Math.max(network.width(l - 1), network.width(l + 1)));
    }
    this.scratch = new double[longest];
  }

  /** All draws, neurons that may be rescaled balanced. */
  static Representative[] ofAll(Network network, Draws draws, int threads) {
    check(network, draws);
    Representative[] all = new Representative[draws.count()];
    Parallel.tasks(
        threads,
        all.length,
        g -> {
          all[g] = new Representative(network, draws.values(), g * draws.dimension());
          if (network.activation().isHomogeneous()) {
            Balance.apply(network, all[g]);
          }
        });
    return all;
  }

  private static void check(Network network, Draws draws) {
    if (draws.count() == 0) {
      throw new InputException("There are no draws to remove symmetries from: let a chain finish.");
    }
    if (draws.dimension() < network.parameters()) {
      throw new InputException(
          "Draws of dimension %d do not fit the network %s, which has %d parameters."
              .formatted(draws.dimension(), network, network.parameters()));
    }
    for (int e = 0; e < draws.values().length; e++) {
      if (!Double.isFinite(draws.values()[e])) {
        throw new InputException(
            "Draw %d is not finite (%s): leave it out."
                .formatted(e / draws.dimension(), draws.values()[e]));
      }
    }
  }

  Representative copy() {
    int[][] places = new int[placeOf.length][];
    Arrays.setAll(places, l -> placeOf[l].clone());
    double[][] scales = new double[scale.length][];
    Arrays.setAll(scales, l -> scale[l].clone());
    return new Representative(network, theta.clone(), places, scales);
  }

  /** The parameters where they are now; to be read only. */
  double[] theta() {
    return theta;
  }

  /** The move from the beginning to here. */
  Move move() {
    Representative copy = copy();
    return new Move(network, copy.placeOf, copy.scale);
  }

  /**
   * Brings neuron {@code i} of a hidden layer to {@code place[i]} and multiplies what goes into it
   * by {@code factor[i]}.
   */
  void rearrange(int layer, int[] place, double[] factor) {
    int neurons = network.width(layer);
    int inputs = network.width(layer - 1);
    int base = network.weight(layer, 0, 0);
    System.arraycopy(theta, base, scratch, 0, neurons * inputs);
    for (int i = 0; i < neurons; i++) {
      int row = base + place[i] * inputs;
      for (int j = 0; j < inputs; j++) {
        theta[row + j] = factor[i] * scratch[i * inputs + j];
      }
    }
    int bias = network.bias(layer, 0);
    System.arraycopy(theta, bias, scratch, 0, neurons);
    for (int i = 0; i < neurons; i++) {
      theta[bias + place[i]] = factor[i] * scratch[i];
    }
    int outgoing = network.weight(layer + 1, 0, 0);
    int outputs = network.width(layer + 1);
    System.arraycopy(theta, outgoing, scratch, 0, neurons * outputs);
    for (int k = 0; k < outputs; k++) {
      int row = k * neurons;
      for (int i = 0; i < neurons; i++) {
        theta[outgoing + row + place[i]] = scratch[row + i] / factor[i];
      }
    }
    for (int i = 0; i < neurons; i++) {
      int now = placeOf[layer][i];
      scale[layer][i] *= factor[now];
      placeOf[layer][i] = place[now];
    }
  }
}
