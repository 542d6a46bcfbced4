package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.posterior.Draws;

/**
 * A way to map draws into one representative set, each by an equioutput move. Works on the caller's
 * fork-join pool; the result does not depend on its number of threads.
 */
public sealed interface SymmetryRemoval permits ExactAlignment, GeometryRemoval {

  /** Exact alignment of each draw with a mean that is re-estimated until it stops. */
  SymmetryRemoval EXACT = new ExactAlignment();

  /** Algorithms 1-4 as the paper prints them. */
  SymmetryRemoval PAPER = GeometryRemoval.PAPER;

  /**
   * Returns the draws without their symmetry, after checking that no draw's function has changed.
   */
  SymmetryFree apply(Network network, Draws draws);
}
