package dev.coset.symmetry;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.HashMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Planted symmetry: draws that lie around one point, and the same draws each scrambled by a random
 * move.
 */
final class Clouds {
  private Clouds() {}

  static UniformRandomProvider rng(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  static double[] normals(UniformRandomProvider rng, int n) {
    return ZigguratSampler.NormalizedGaussian.of(rng).samples(n).toArray();
  }

  /** Draws around one standard normal point, one nuisance entry after theta. */
  static Draws around(Network network, int draws, double noise, long seed) {
    UniformRandomProvider rng = rng(seed);
    return around(normals(rng, network.parameters() + 1), draws, noise, rng);
  }

  /** Draws around one point. */
  static Draws around(double[] centre, int draws, double noise, UniformRandomProvider rng) {
    int d = centre.length;
    Draws cloud = Draws.ofSize(draws, d, DrawSchema.NONE);
    double[] deviations = normals(rng, draws * d);
    Arrays.setAll(cloud.values(), e -> centre[e % d] + noise * deviations[e]);
    Arrays.setAll(cloud.chain(), g -> g);
    Arrays.setAll(cloud.logDensity(), g -> -square(deviations, g * d, d));
    return cloud;
  }

  /** A random move without scales: for ReLU a permutation of each layer. */
  static Move isometry(Network network, UniformRandomProvider rng) {
    Move move = Move.random(network, rng);
    if (network.activation() == Activation.TANH) {
      return move;
    }
    Move permutation = Move.identity(network);
    for (int l = 1; l < network.layers(); l++) {
      int[] placeOf = new int[network.width(l)];
      for (int i = 0; i < placeOf.length; i++) {
        placeOf[i] = move.placeOf(l, i);
      }
      permutation = permutation.then(new NeuronSymmetry.Permutation(l, placeOf).in(network));
    }
    return permutation;
  }

  static Move[] moves(Network network, int draws, long seed) {
    UniformRandomProvider rng = rng(seed);
    Move[] moves = new Move[draws];
    Arrays.setAll(moves, g -> Move.random(network, rng));
    return moves;
  }

  static Draws scrambled(Draws draws, Move[] moves) {
    double[] values = draws.values().clone();
    for (int g = 0; g < moves.length; g++) {
      moves[g].apply(draws.values(), g * draws.dimension(), values, g * draws.dimension());
    }
    return draws.withValues(values);
  }

  /** The share of draws that scrambling and removal together took to the most common place. */
  static double shareInOnePlace(Move[] scrambling, SymmetryFree free) {
    var counts = new HashMap<Move, Integer>();
    for (int g = 0; g < scrambling.length; g++) {
      counts.merge(scrambling[g].then(free.moves().get(g)), 1, Integer::sum);
    }
    return (double) counts.values().stream().max(Integer::compare).orElseThrow()
        / scrambling.length;
  }

  private static double square(double[] values, int offset, int length) {
    double sum = 0;
    for (int e = offset; e < offset + length; e++) {
      sum += values[e] * values[e];
    }
    return sum;
  }
}
