package dev.coset.network;

import java.util.List;

/**
 * What people and other programs call the entries of theta: {@code w[l][i][j]}, the weight from
 * neuron j below to neuron i of layer l, and {@code b[l][i]}; layers count from 1, neurons from 0.
 */
public final class ParameterNames {
  private ParameterNames() {}

  /** The names in the order of theta. */
  public static List<String> of(Network network) {
    String[] names = new String[network.parameters()];
    for (int l = 1; l <= network.layers(); l++) {
      for (int i = 0; i < network.width(l); i++) {
        for (int j = 0; j < network.width(l - 1); j++) {
          names[network.weight(l, i, j)] = "w[" + l + "][" + i + "][" + j + "]";
        }
        names[network.bias(l, i)] = "b[" + l + "][" + i + "]";
      }
    }
    return List.of(names);
  }
}
