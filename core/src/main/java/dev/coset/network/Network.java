package dev.coset.network;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A multilayer perceptron by its widths and activation, and the one place that knows where each
 * weight and bias lies in theta: layer by layer, the weights of a layer neuron by neuron, then its
 * biases.
 *
 * @param widths inputs, hidden widths in order, outputs
 */
public record Network(int[] widths, Activation activation) {
  private static final int MOST_PARAMETERS = Integer.MAX_VALUE - 64; // an array holds few more

  public Network {
    widths = widths.clone();
    if (widths.length < 2) {
      throw new IllegalArgumentException("A network needs at least an input and an output width.");
    }
    for (int width : widths) {
      if (width < 1) {
        throw new IllegalArgumentException(
            "Network widths must be at least 1, but were " + Arrays.toString(widths) + ".");
      }
    }
    BigInteger parameters = BigInteger.ZERO;
    for (int l = 1; l < widths.length; l++) {
      parameters =
          parameters.add(
              BigInteger.valueOf(widths[l]).multiply(BigInteger.valueOf(widths[l - 1] + 1L)));
    }
    if (parameters.compareTo(BigInteger.valueOf(MOST_PARAMETERS)) > 0) {
      throw new IllegalArgumentException(
          "A network of widths %s has %s weights and biases, but at most %d can be sampled: make its layers narrower."
              .formatted(Arrays.toString(widths), parameters, MOST_PARAMETERS));
    }
  }

  /** A network from inputs through hidden layers to outputs. */
  public static Network of(int inputs, int[] hidden, int outputs, Activation activation) {
    int[] widths = new int[hidden.length + 2];
    widths[0] = inputs;
    System.arraycopy(hidden, 0, widths, 1, hidden.length);
    widths[hidden.length + 1] = outputs;
    return new Network(widths, activation);
  }

  @Override
  public int[] widths() {
    return widths.clone();
  }

  /** The number of layers with weights; the last of them is the output. */
  public int layers() {
    return widths.length - 1;
  }

  /** The neurons of a layer; layer 0 is the input. */
  public int width(int layer) {
    return widths[layer];
  }

  public int inputs() {
    return widths[0];
  }

  public int outputs() {
    return widths[widths.length - 1];
  }

  /** The widths of the hidden layers. */
  public int[] hidden() {
    return Arrays.copyOfRange(widths, 1, widths.length - 1);
  }

  /** The length of theta. */
  public int parameters() {
    return weight(widths.length, 0, 0);
  }

  /**
   * Where in theta {@code w_lij} lies, the weight from neuron j of the layer below to neuron i of
   * this layer.
   */
  public int weight(int layer, int i, int j) {
    int offset = 0;
    for (int l = 1; l < layer; l++) {
      offset += widths[l] * (widths[l - 1] + 1);
    }
    return layer == widths.length ? offset : offset + i * widths[layer - 1] + j;
  }

  /** Where in theta {@code b_li} lies. */
  public int bias(int layer, int i) {
    return weight(layer, widths[layer], 0) + i;
  }

  /** Returns {@code f_theta(x)}; plain and slow. */
  public double[] output(double[] theta, double[] x) {
    return new PlainNetwork(this).forward(theta, x);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Network network
        && activation == network.activation
        && Arrays.equals(widths, network.widths);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(widths) + activation.hashCode();
  }

  @Override
  public String toString() {
    return Arrays.toString(widths) + " " + activation.name().toLowerCase(java.util.Locale.ROOT);
  }
}
