package dev.coset.experiments;

import java.util.Locale;

/** The networks of the paper, both with tanh. */
public enum PaperNetwork {
  /** One hidden layer of three. */
  F1(500, 3),
  /** Three hidden layers of sixteen. */
  F2(1000, 16, 16, 16);

  private final int epochs;
  private final int[] hidden;

  PaperNetwork(int epochs, int... hidden) {
    this.epochs = epochs;
    this.hidden = hidden;
  }

  /** Of the training of ensembles and Laplace approximations. */
  int epochs() {
    return epochs;
  }

  int[] hidden() {
    return hidden.clone();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
