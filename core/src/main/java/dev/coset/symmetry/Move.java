package dev.coset.symmetry;

import dev.coset.network.Network;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * An equioutput transformation {@code E = TP} of the paper: in every hidden layer l neuron i goes
 * to place {@code placeOf(l, i)}, and everything that goes into it is multiplied, everything that
 * goes out of it divided by {@code scale(l, i)}, which is 1 or -1 for an odd activation and
 * positive for a homogeneous one:
 *
 * <pre>
 *   w'_l,place(i),place(j) = scale_li w_lij / scale_(l-1)j      b'_l,place(i) = scale_li b_li
 * </pre>
 *
 * As a matrix on theta it is block diagonal with one block per layer, and orthogonal if all scales
 * are 1 or -1; then applying it loses no bit.
 */
public final class Move {
  private final Network network;
  private final int[][] placeOf; // (layer, neuron); inputs and outputs stay where they are
  private final double[][] scale; // (layer, neuron)

  Move(Network network, int[][] placeOf, double[][] scale) {
    this.network = network;
    this.placeOf = placeOf;
    this.scale = scale;
  }

  public static Move identity(Network network) {
    int[][] placeOf = new int[network.layers() + 1][];
    double[][] scale = new double[network.layers() + 1][];
    for (int l = 0; l <= network.layers(); l++) {
      placeOf[l] = new int[network.width(l)];
      Arrays.setAll(placeOf[l], i -> i);
      scale[l] = new double[network.width(l)];
      Arrays.fill(scale[l], 1);
    }
    return new Move(network, placeOf, scale);
  }

  /** The symmetries one after another, the first applied first. */
  public static Move of(Network network, NeuronSymmetry... symmetries) {
    Move move = identity(network);
    for (NeuronSymmetry symmetry : symmetries) {
      move = move.then(generator(network, symmetry));
    }
    return move;
  }

  /**
   * A move drawn uniformly from permutations and, for an odd activation, signs; for a homogeneous
   * one with log-uniform scales.
   */
  public static Move random(Network network, UniformRandomProvider rng) {
    Move move = identity(network);
    for (int l = 1; l < network.layers(); l++) {
      int[] places = move.placeOf[l];
      for (int i = places.length - 1; i > 0; i--) {
        int j = rng.nextInt(i + 1);
        int swapped = places[i];
        places[i] = places[j];
        places[j] = swapped;
      }
      for (int i = 0; i < places.length; i++) {
        if (network.activation().isOdd()) {
          move.scale[l][i] *= rng.nextBoolean() ? 1 : -1;
        }
        if (network.activation().isHomogeneous()) {
          move.scale[l][i] *= StrictMath.exp(2 * rng.nextDouble() - 1);
        }
      }
    }
    return move;
  }

  private static Move generator(Network network, NeuronSymmetry symmetry) {
    int l = symmetry.layer();
    if (l < 1 || l >= network.layers()) {
      throw new IllegalArgumentException(
          "Layer %d is no hidden layer of the network %s; hidden layers count from 1."
              .formatted(l, network));
    }
    Move move = identity(network);
    switch (symmetry) {
      case NeuronSymmetry.SignFlip flip -> {
        require(network, network.activation().isOdd(), "sign flips");
        move.scale[l][flip.neuron()] = -1;
      }
      case NeuronSymmetry.Permutation permutation -> {
        int[] places = permutation.placeOf();
        if (!Arrays.equals(Arrays.stream(places).sorted().toArray(), move.placeOf[l])) {
          throw new IllegalArgumentException(
              "%s does not permute the %d neurons of layer %d."
                  .formatted(Arrays.toString(places), network.width(l), l));
        }
        move.placeOf[l] = places;
      }
      case NeuronSymmetry.Rescaling rescaling -> {
        require(network, network.activation().isHomogeneous(), "rescaling");
        if (!(rescaling.c() > 0) || rescaling.c() == Double.POSITIVE_INFINITY) {
          throw new IllegalArgumentException(
              "A neuron can be rescaled by a positive number only, not by " + rescaling.c() + ".");
        }
        move.scale[l][rescaling.neuron()] = rescaling.c();
      }
    }
    return move;
  }

  private static void require(Network network, boolean has, String symmetry) {
    if (!has) {
      throw new IllegalArgumentException(
          "A network with activation %s has no symmetry under %s."
              .formatted(network.activation(), symmetry));
    }
  }

  public Network network() {
    return network;
  }

  /** Where a neuron goes. */
  public int placeOf(int layer, int neuron) {
    return placeOf[layer][neuron];
  }

  /** What its incoming weights are multiplied with. */
  public double scale(int layer, int neuron) {
    return scale[layer][neuron];
  }

  /** Returns the move that does this and then the next. */
  public Move then(Move next) {
    if (!network.equals(next.network)) {
      throw new IllegalArgumentException(
          "A move of the network %s cannot follow one of %s.".formatted(next.network, network));
    }
    Move both = identity(network);
    for (int l = 1; l < network.layers(); l++) {
      for (int i = 0; i < placeOf[l].length; i++) {
        int between = placeOf[l][i];
        both.placeOf[l][i] = next.placeOf[l][between];
        both.scale[l][i] = scale[l][i] * next.scale[l][between];
      }
    }
    return both;
  }

  public Move inverse() {
    Move inverse = identity(network);
    for (int l = 1; l < network.layers(); l++) {
      for (int i = 0; i < placeOf[l].length; i++) {
        inverse.placeOf[l][placeOf[l][i]] = i;
        inverse.scale[l][placeOf[l][i]] = 1 / scale[l][i];
      }
    }
    return inverse;
  }

  /** Returns the image of {@code q = (theta, nuisance)}; the nuisance entries stay as they are. */
  public double[] apply(double[] q) {
    double[] image = q.clone();
    apply(q, 0, image, 0);
    return image;
  }

  /** Writes the image of the theta at one place of an array to a place of another. */
  public void apply(double[] from, int fromOffset, double[] to, int toOffset) {
    int read = fromOffset;
    int base = toOffset;
    for (int l = 1; l <= network.layers(); l++) {
      int inputs = network.width(l - 1);
      int neurons = network.width(l);
      for (int i = 0; i < neurons; i++) {
        int row = base + placeOf[l][i] * inputs;
        for (int j = 0; j < inputs; j++) {
          to[row + placeOf[l - 1][j]] = scale[l][i] * from[read++] / scale[l - 1][j];
        }
      }
      base += neurons * inputs;
      for (int i = 0; i < neurons; i++) {
        to[base + placeOf[l][i]] = scale[l][i] * from[read++];
      }
      base += neurons;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Move move
        && network.equals(move.network)
        && Arrays.deepEquals(placeOf, move.placeOf)
        && Arrays.deepEquals(scale, move.scale);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(placeOf) + Arrays.deepHashCode(scale);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Move");
    for (int l = 1; l < network.layers(); l++) {
      text.append(' ').append(Arrays.toString(placeOf[l])).append(Arrays.toString(scale[l]));
    }
    return text.toString();
  }
}
