package dev.coset.weights;

import dev.coset.model.ChainWeights;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.store.Mixture;

/** Weighs the chains of a run, from its training rows and draws alone. */
public final class Weighing {
  private Weighing() {}

  /**
   * The weights of chains by a rule.
   *
   * @param draws of the finished chains, in order
   * @param threads share the work; the result does not depend on them
   */
  public static ChainWeights of(Study study, Draws draws, Weighting rule, int threads) {
    if (rule == Weighting.EQUAL) {
      return ChainWeights.equal(rule, draws, "All chains count alike.");
    }
    ChainModes modes = ChainModes.of(study.posterior(), draws, threads);
    if (modes.chains().size() < 2) {
      return ChainWeights.equal(
          rule,
          draws,
          modes.byParameters()
              ? "All chains lie in one mode and count alike."
              : "No chain stands apart in log density, and all count alike.");
    }
    return switch (rule) {
      case STACKING -> ModeStacking.of(study, draws, modes, threads);
      case EVIDENCE -> ModeEvidence.of(study, draws, modes, threads);
      case EQUAL -> throw new AssertionError(rule);
    };
  }

  /** A run with its chains weighed as it says itself; what it knows already is not done again. */
  public static Mixture weighed(Mixture run, int threads) {
    return run.withChains(part -> weights(part, part.chains().asked(), threads));
  }

  /** A run with its chains weighed by another rule. */
  public static Mixture weighed(Mixture run, Weighting rule, int threads) {
    return run.withChains(part -> weights(part, rule, threads));
  }

  private static ChainWeights weights(Mixture.Part part, Weighting rule, int threads) {
    ChainWeights known = part.chains();
    Draws draws = part.run().draws();
    return draws.count() == 0 || (known.asked() == rule && known.fit(draws))
        ? known
        : of(part.run().study(), draws, rule, threads);
  }
}
