package dev.coset.comparison;

import dev.coset.data.InputException;
import dev.coset.model.Weighting;
import java.util.Locale;
import java.util.function.Function;

/** Methods by name, as on the command line. */
public enum NamedMethod {
  /** The chains of the study. */
  CHAINS(sizes -> Method.manyChains(sizes.rule())),
  /** One chain with as many draws. */
  LONG_CHAIN(sizes -> Method.longChain()),
  /** A deep ensemble, trained with early stopping. */
  ENSEMBLE(sizes -> Method.deepEnsemble(sizes.members())),
  /** Draws from a normal around a network that was trained with early stopping. */
  LAPLACE(sizes -> Method.laplace(sizes.draws())),
  /** The same for the network made linear, in closed form. */
  LAPLACE_LINEARISED(sizes -> Method.linearisedLaplace()),
  /** A linearised normal for each mode of the chains' draws. */
  MIXTURE(sizes -> Method.mixtureOfLaplace());

  /**
   * How large methods are.
   *
   * @param members of an ensemble
   * @param draws from a Laplace approximation
   * @param rule by which chains count
   */
  public record Sizes(int members, int draws, Weighting rule) {
    public Sizes {
      if (members < 1 || draws < 1) {
        throw new InputException(
            "Members and draws must each be at least 1, but are %d and %d."
                .formatted(members, draws));
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
}
