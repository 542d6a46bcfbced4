package dev.coset.experiments;

import dev.coset.comparison.NamedMethod;
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

  /** Of the paper's ensembles and Laplace approximations. */
  NamedMethod.Sizes sizes(int draws) {
    return new NamedMethod.Sizes(Paper.MEMBERS, epochs, draws);
  }

  int[] hidden() {
    return hidden.clone();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
