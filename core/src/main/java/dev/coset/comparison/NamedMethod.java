package dev.coset.comparison;

import static dev.coset.laplace.LaplaceSettings.standard;

import dev.coset.data.InputException;
import dev.coset.optimisation.MapTraining;
import java.util.Locale;
import java.util.function.Function;

/** Methods by the names that users know them by. */
public enum NamedMethod {
  /** The chains of the study. */
  CHAINS(sizes -> Method.manyChains()),
  /** One chain with as many draws. */
  LONG_CHAIN(sizes -> Method.longChain()),
  /** A deep ensemble, trained with early stopping. */
  ENSEMBLE(sizes -> Method.deepEnsemble(sizes.members())),
  /** A deep ensemble as the paper's script trained it. */
  ENSEMBLE_PAPER(sizes -> ensemble("ensemble-paper", 0.01, sizes)),
  /** A deep ensemble as the paper's text has it. */
  ENSEMBLE_PAPER_TEXT(sizes -> ensemble("ensemble-paper-text", 1e-4, sizes)),
  /** Draws from a normal around a network that was trained with early stopping. */
  LAPLACE(sizes -> Method.laplace(sizes.draws())),
  /** The same for the network made linear, in closed form. */
  LAPLACE_LINEARISED(sizes -> Method.linearisedLaplace()),
  /** Draws from a normal around a network trained as the paper's script did. */
  LAPLACE_PAPER(sizes -> laplace("laplace-paper", 0.01, sizes)),
  /** Draws from a normal around a network trained as the paper's text has it. */
  LAPLACE_PAPER_TEXT(sizes -> laplace("laplace-paper-text", 1e-4, sizes)),
  /** A linearised normal for each mode of the chains' draws. */
  MIXTURE(sizes -> Method.mixtureOfLaplace());

  /**
   * How large methods are.
   *
   * @param members of an ensemble
   * @param epochs of the paper's training
   * @param draws from a Laplace approximation
   */
  public record Sizes(int members, int epochs, int draws) {
    public Sizes {
      if (members < 1 || epochs < 1 || draws < 1) {
        throw new InputException(
            "Members, epochs and draws must each be at least 1, but are %d, %d and %d."
                .formatted(members, epochs, draws));
      }
    }
  }

  private final Function<Sizes, Method> method;

  NamedMethod(Function<Sizes, Method> method) {
    this.method = method;
  }

  /** What users call it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Method of(Sizes sizes) {
    return method.apply(sizes);
  }

  private static Method ensemble(String name, double learningRate, Sizes sizes) {
    return new Ensemble(name, MapTraining.paper(learningRate, sizes.epochs()), sizes.members());
  }

  private static Method laplace(String name, double learningRate, Sizes sizes) {
    return new LaplaceMethod(
        name, MapTraining.paper(learningRate, sizes.epochs()), standard(), sizes.draws());
  }
}
