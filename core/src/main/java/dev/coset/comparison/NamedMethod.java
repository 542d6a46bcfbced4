package dev.coset.comparison;

import static dev.coset.approximation.LaplaceSettings.standard;

import dev.coset.approximation.MapTraining;
import java.util.Locale;
import java.util.function.Function;

/** Methods by the names that users know them by. */
public enum NamedMethod {
  /** The chains of the study. */
  CHAINS("many chains", sizes -> Method.manyChains()),
  /** One chain with as many draws. */
  LONG_CHAIN("one chain with as many draws", sizes -> Method.longChain()),
  /** A deep ensemble. */
  ENSEMBLE("networks trained with early stopping", sizes -> Method.deepEnsemble(sizes.members())),
  /** A deep ensemble as the paper's script trained it. */
  ENSEMBLE_PAPER(
      "networks trained as the paper's script did, by RMSProp with rate 0.01",
      sizes ->
          new Ensemble("ensemble-paper", MapTraining.paper(0.01, sizes.epochs()), sizes.members())),
  /** A deep ensemble as the paper's text has it. */
  ENSEMBLE_PAPER_TEXT(
      "the same with rate 1e-4, as the paper's text has it",
      sizes ->
          new Ensemble(
              "ensemble-paper-text", MapTraining.paper(1e-4, sizes.epochs()), sizes.members())),
  /** Draws from a normal around a trained network. */
  LAPLACE("draws from a normal around a trained network", sizes -> Method.laplace(sizes.draws())),
  /** The same in closed form. */
  LAPLACE_LINEARISED(
      "the same for the network made linear, in closed form", sizes -> Method.linearisedLaplace()),
  /** Laplace around a network that was trained by the paper's script. */
  LAPLACE_PAPER(
      "laplace around a network trained as the paper's script did",
      sizes ->
          new LaplaceMethod(
              "laplace-paper", MapTraining.paper(0.01, sizes.epochs()), standard(), sizes.draws())),
  /** Laplace around a network that was trained by the paper's text. */
  LAPLACE_PAPER_TEXT(
      "the same with rate 1e-4",
      sizes ->
          new LaplaceMethod(
              "laplace-paper-text",
              MapTraining.paper(1e-4, sizes.epochs()),
              standard(),
              sizes.draws())),
  /** A mixture of Laplace approximations. */
  MIXTURE(
      "a linearised normal for each mode of the chains' draws", sizes -> Method.mixtureOfLaplace());

  /**
   * How large methods are.
   *
   * @param members of an ensemble
   * @param epochs of the paper's training
   * @param draws from a Laplace approximation
   */
  public record Sizes(int members, int epochs, int draws) {}

  private final String description;
  private final Function<Sizes, Method> method;

  NamedMethod(String description, Function<Sizes, Method> method) {
    this.description = description;
    this.method = method;
  }

  /** What users call it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String description() {
    return description;
  }

  public Method of(Sizes sizes) {
    return method.apply(sizes);
  }
}
