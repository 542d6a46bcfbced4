package dev.coset.experiments;

import dev.coset.data.InputException;
import java.util.List;
import java.util.OptionalInt;

/**
 * The part of an experiment that is run. What is left empty is the experiment's own choice.
 *
 * @param data which datasets
 * @param networks which networks
 * @param chains instead of the experiment's number
 * @param draws of the one long chain, and of Laplace approximations
 * @param warmup instead of the paper's 1024 steps
 * @param seeds how many, from 0, of methods whose Monte Carlo error only repetition shows
 */
public record Scope(
    List<PaperData> data,
    List<PaperNetwork> networks,
    OptionalInt chains,
    OptionalInt draws,
    OptionalInt warmup,
    int seeds) {
  private static final int SEEDS = 3;

  public Scope {
    data = List.copyOf(data);
    networks = List.copyOf(networks);
    if (seeds < 1 || chains.orElse(1) < 1 || draws.orElse(1) < 1 || warmup.orElse(0) < 0) {
      throw new InputException(
          "Chains, draws and seeds must be at least 1, and the warm-up not negative.");
    }
  }

  /** Everything, at the experiment's own sizes. */
  public static Scope all() {
    return new Scope(
        List.of(),
        List.of(PaperNetwork.values()),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        SEEDS);
  }

  /** The datasets: those chosen, or those that the experiment is about. */
  List<PaperData> dataOr(List<PaperData> usual) {
    return data.isEmpty() ? usual : data;
  }
}
