package dev.coset.symmetry;

import dev.coset.network.Network;

/**
 * A change of the neurons of one hidden layer that keeps the function: the generators of every
 * {@link Move}.
 */
public sealed interface NeuronSymmetry {

  /** The hidden layer, from 1. */
  int layer();

  /** Negates all weights into and out of one neuron: {@code tanh(x) = -tanh(-x)}. */
  record SignFlip(int layer, int neuron) implements NeuronSymmetry {}

  /** Moves neuron {@code i} to place {@code placeOf[i]}. */
  record Permutation(int layer, int[] placeOf) implements NeuronSymmetry {
    public Permutation {
      placeOf = placeOf.clone();
    }

    @Override
    public int[] placeOf() {
      return placeOf.clone();
    }
  }

  /**
   * Multiplies what goes into one neuron and divides what goes out of it by {@code c > 0}: {@code
   * relu(x) = relu(cx) / c}. It keeps the function but not the prior density.
   */
  record Rescaling(int layer, int neuron, double c) implements NeuronSymmetry {}

  /** Returns this symmetry as a move of a network. */
  default Move in(Network network) {
    return Move.of(network, this);
  }

  /** Returns the image of {@code q = (theta, nuisance)}. */
  default double[] apply(Network network, double[] q) {
    return in(network).apply(q);
  }
}
