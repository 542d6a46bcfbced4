package dev.coset.symmetry;

import dev.coset.model.Study;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;

/** Maps draws into one representative set, each by an equioutput move. */
public sealed interface SymmetryRemoval permits ExactAlignment, GeometryRemoval {

  /** Exact alignment of each draw with a mean that is re-estimated until it stops. */
  SymmetryRemoval EXACT = new ExactAlignment();

  /**
   * Returns the draws without their symmetry, after checking that no draw's function has changed.
   *
   * @param threads share the work; the result does not depend on them
   */
  SymmetryFree apply(Network network, Draws draws, int threads);

  /** The same of a study's draws. */
  default SymmetryFree apply(Study study, Draws draws, int threads) {
    return apply(study.posterior().network(), draws, threads);
  }
}
