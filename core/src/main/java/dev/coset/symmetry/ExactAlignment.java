package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Aligns all draws with their Procrustes mean. Where that ends depends on the reference it begins
 * with, most of all if the draws lie in several modes; so it is tried on some of the draws from
 * several, and the best of these means begins the alignment of all. References are draws of high,
 * middling and low log density in a normal form, so that the result depends on the draws' orbits
 * only, not on where in them they lie: {@code align(g theta) = align(theta)}, for tanh to the last
 * bit.
 *
 * @param starts references to try
 * @param rounds an upper limit of rounds
 */
public record ExactAlignment(int starts, int rounds) implements SymmetryRemoval {
  private static final int TRIAL_DRAWS = 256;
  private static final int TRIAL_SEARCHES = 2;

  public ExactAlignment {
    if (starts < 1 || rounds < 1) {
      throw new IllegalArgumentException(
          "Alignment needs at least one start and one round, not %d and %d."
              .formatted(starts, rounds));
    }
  }

  ExactAlignment() {
    this(4, 200);
  }

  @Override
  public SymmetryFree apply(Network network, Draws draws, int threads) {
    Representative[] cloud = Representative.ofAll(network, draws, threads);
    ProcrustesMean mean =
        new ProcrustesMean(
            network, cloud, bestReference(network, draws, cloud, threads), rounds, threads);
    List<Move> moves = Arrays.stream(cloud).map(Representative::move).toList();
    return SymmetryFree.of(network, draws, moves, mean.rounds(), mean.settled(), threads);
  }

  private double[] bestReference(
      Network network, Draws draws, Representative[] cloud, int threads) {
    int n = cloud.length;
    Integer[] byDensity =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(g -> -draws.logDensity()[g]))
            .toArray(Integer[]::new);
    int tried = Math.min(n, TRIAL_DRAWS);
    double[] best = {};
    double least = Double.POSITIVE_INFINITY;
    for (int s = 0; s < Math.min(n, starts); s++) {
      double[] start = normalForm(network, cloud[byDensity[(int) ((long) s * n / starts)]]);
      Representative[] some = new Representative[tried];
      Arrays.setAll(some, t -> cloud[(int) ((long) t * n / tried)].copy());
      ProcrustesMean mean =
          new ProcrustesMean(network, some, start, TRIAL_SEARCHES, rounds, threads);
      double sum = mean.sumOfSquares();
      if (s == 0 || sum < least * (1 - 1e-9)) { // equally good ends differ by rounding only
        best = mean.reference();
        least = sum;
      }
    }
    return best;
  }

  /**
   * One fixed member of the orbit of a theta: signs so that biases are positive, neurons in the
   * order of their biases.
   */
  private static double[] normalForm(Network network, Representative representative) {
    Representative normal = representative.copy();
    for (int l = 1; l < network.layers(); l++) {
      int bias = network.bias(l, 0);
      double[] sign = new double[network.width(l)];
      double[] size = new double[sign.length];
      for (int i = 0; i < sign.length; i++) {
        double b = normal.theta()[bias + i];
        sign[i] = network.activation().isOdd() && b < 0 ? -1 : 1;
        size[i] = sign[i] * b;
      }
      int[] order =
          IntStream.range(0, size.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> size[i]))
              .mapToInt(i -> i)
              .toArray();
      int[] place = new int[size.length];
      for (int p = 0; p < order.length; p++) {
        place[order[p]] = p;
      }
      normal.rearrange(l, place, sign);
    }
    return normal.theta();
  }
}
