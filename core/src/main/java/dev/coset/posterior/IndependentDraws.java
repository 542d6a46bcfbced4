package dev.coset.posterior;

import java.util.Arrays;

/** Parameter vectors that no sampler drew, in the form in which a sampler's draws are passed on. */
public final class IndependentDraws {
  private IndependentDraws() {}

  /** One chain for each; what only a sampler knows is NaN or 0. */
  public static Draws of(double[][] q) {
    Draws draws = Draws.ofSize(q.length, q[0].length);
    for (int g = 0; g < q.length; g++) {
      System.arraycopy(q[g], 0, draws.values(), g * draws.dimension(), draws.dimension());
      draws.chain()[g] = g;
    }
    Arrays.fill(draws.logDensity(), Double.NaN);
    Arrays.fill(draws.energy(), Double.NaN);
    Arrays.fill(draws.acceptance(), Double.NaN);
    return draws;
  }
}
