package dev.coset.benchmarks;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.symmetry.GeometryRemoval;
import dev.coset.symmetry.Move;
import dev.coset.symmetry.SymmetryFree;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Removing planted symmetry: draws around one point, each scrambled by a random move. How many come
 * back to one place, and in what time, by number of draws.
 */
final class SymmetryBenchmark {
  private static final double NOISE = 0.1;
  private static final Network F1 = Network.of(1, new int[] {3}, 1, Activation.TANH);
  private static final Network F2 = Network.of(5, new int[] {16, 16, 16}, 1, Activation.TANH);

  private SymmetryBenchmark() {}

  static void run() {
    System.out.println("| network | method | draws | seconds | heap after (MB) | in one place |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    measure("f1", F1, "exact", SymmetryRemoval.EXACT, 1274); // warms up
    for (int draws : new int[] {1000, 1274, 4000, 16_000}) {
      measure("f1", F1, "exact", SymmetryRemoval.EXACT, draws);
      measure("f2", F2, "exact", SymmetryRemoval.EXACT, draws);
    }
    measure("f1", F1, "paper", GeometryRemoval.PAPER, 1274);
    measure("f2", F2, "paper", GeometryRemoval.PAPER, 1274);
  }

  private static void measure(
      String name, Network network, String method, SymmetryRemoval removal, int count) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    int d = network.parameters() + 1;
    double[] centre = normal.samples(d).toArray();
    Draws draws = Draws.ofSize(count, d, DrawSchema.NONE);
    Move[] scrambling = new Move[count];
    double[] before = new double[d];
    for (int g = 0; g < count; g++) {
      Arrays.setAll(before, j -> centre[j] + NOISE * normal.sample());
      scrambling[g] = Move.random(network, random);
      scrambling[g].apply(before, 0, draws.values(), g * d);
      draws.chain()[g] = g;
    }
    long began = System.nanoTime();
    SymmetryFree free = removal.apply(network, draws, Runtime.getRuntime().availableProcessors());
    double seconds = (System.nanoTime() - began) * 1e-9;
    Runtime heap = Runtime.getRuntime();
    Map<Move, Integer> places = new HashMap<>();
    for (int g = 0; g < count; g++) {
      places.merge(scrambling[g].then(free.moves().get(g)), 1, Integer::sum);
    }
    int most = places.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    System.out.printf(
        "| %s | %s | %d | %.2f | %d | %.4f |%n",
        name,
        method,
        count,
        seconds,
        (heap.totalMemory() - heap.freeMemory()) >> 20,
        (double) most / count);
  }
}
