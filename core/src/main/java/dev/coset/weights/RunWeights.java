package dev.coset.weights;

import dev.coset.chains.EngineSession;
import dev.coset.model.ChainWeights;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.store.Mixture;

/** Computes the weights of a run's chains from its training rows and draws. */
public final class RunWeights {
  private RunWeights() {}

  /**
   * The weights of chains by a rule.
   *
   * @param draws of the finished chains, in order
   * @param threads share the work; the result does not depend on them
   * @param session runs chains on folds of the rows, where they are needed
   */
  public static ChainWeights of(
      Study study, Draws draws, Weighting rule, int threads, EngineSession session) {
    if (rule == Weighting.EQUAL) {
      return ChainWeights.equal(rule, draws, "All chains are weighted equally.");
    }
    ChainModes modes = ChainModes.of(study.posterior(), draws, threads);
    if (modes.chains().size() < 2) {
      return ChainWeights.equal(
          rule,
          draws,
          modes.byParameters()
              ? "All chains lie in one mode and are weighted equally."
              : "No chain stands apart in log density, so all are weighted equally.");
    }
    return switch (rule) {
      case STACKING -> ModeStacking.of(study, draws, modes, threads, session);
      case EVIDENCE -> ModeEvidence.of(study, draws, modes, threads);
      case EQUAL -> throw new AssertionError(rule);
    };
  }

  /** The same on threads of this machine. */
  public static ChainWeights of(Study study, Draws draws, Weighting rule, int threads) {
    try (var session = EngineSession.local(threads)) {
      return of(study, draws, rule, threads, session);
    }
  }

  /** A run with its chains weighted as it says itself; what it knows already is not done again. */
  public static Mixture weighted(Mixture run, int threads, EngineSession session) {
    return run.withChains(part -> weights(part, part.chains().asked(), threads, session));
  }

  /** The same on threads of this machine. */
  public static Mixture weighted(Mixture run, int threads) {
    try (var session = EngineSession.local(threads)) {
      return weighted(run, threads, session);
    }
  }

  /** A run with its chains weighted by another rule, on threads of this machine. */
  public static Mixture weighted(Mixture run, Weighting rule, int threads) {
    try (var session = EngineSession.local(threads)) {
      return run.withChains(part -> weights(part, rule, threads, session));
    }
  }

  private static ChainWeights weights(
      Mixture.Part part, Weighting rule, int threads, EngineSession session) {
    ChainWeights known = part.chains();
    Draws draws = part.run().draws();
    return draws.count() == 0 || (known.asked() == rule && known.fit(draws))
        ? known
        : of(part.run().study(), draws, rule, threads, session);
  }
}
