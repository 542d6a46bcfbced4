package dev.coset.diagnostics;

import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.util.Arrays;

/**
 * Tests whether draws have the spread that the density's gradient implies: whatever the density,
 * {@code E[-q . grad log p(q)] / d = 1}, by integration by parts, and neither permutations nor sign
 * flips change it. Chains that are still on their way, or too hot or too cold, are elsewhere. It
 * takes one gradient of each draw and needs no second chain, but tens of chains until its error is
 * small.
 *
 * @param mean over chains
 * @param error its standard error over chains; NaN for one chain
 */
public record Equipartition(double mean, double error) {
  private static final int MOST_DRAWS = 2000;

  static Equipartition of(Posterior posterior, ChainedDraws chained, int threads) {
    int chains = chained.count();
    int each = chained.perChain();
    int taken = Math.clamp(MOST_DRAWS / chains, 1, each);
    Draws draws = chained.draws();
    double[] ofChain = new double[chains];
    Parallel.ranges(
        threads,
        chains,
        (from, to) -> {
          var density = posterior.density();
          double[] gradient = new double[draws.dimension()];
          for (int c = from; c < to; c++) {
            for (int i = 1; i <= taken; i++) {
              double[] q = draws.draw(c * each + i * each / taken - 1);
              density.valueAndGradient(q, gradient);
              ofChain[c] -= dot(q, gradient) / draws.dimension() / taken;
            }
          }
        });
    double mean = Arrays.stream(ofChain).average().orElse(Double.NaN);
    double squares = Arrays.stream(ofChain).map(x -> (x - mean) * (x - mean)).sum();
    return new Equipartition(mean, Math.sqrt(squares / (chains - 1.0) / chains));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum = Math.fma(a[j], b[j], sum);
    }
    return sum;
  }

  /** Whether the mean lies so far from 1 that neither chance nor rounding explains it. */
  boolean off() {
    return Math.abs(mean - 1) > Math.max(4 * error, 0.1);
  }
}
