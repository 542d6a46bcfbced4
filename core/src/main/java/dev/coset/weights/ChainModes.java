package dev.coset.weights;

import dev.coset.modes.Findings;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The chains of a run by the modes in which they lie: clusters of their symmetry-free draws, cut
 * where log densities leave a gap that one mode does not explain. Where there are more parameters
 * than chains, clusters say nothing, and gaps alone count. Modes between which chains move are one.
 * Nothing here depends on where in its orbit a draw lies.
 *
 * @param chains by mode, the largest first
 * @param aligned the draws that were looked at, without their symmetry
 * @param byParameters whether modes are clusters of parameters; else only of log densities
 */
record ChainModes(List<List<Integer>> chains, Draws aligned, boolean byParameters) {
  private static final int MOST_DRAWS = 500;

  /** Of the chains in a mode, the share that may also visit another. */
  private static final double MOVING = 0.1;

  static ChainModes of(Posterior posterior, Draws draws, int threads) {
    Map<Integer, List<Integer>> drawsOf = new TreeMap<>();
    for (int g = 0; g < draws.count(); g++) {
      drawsOf.computeIfAbsent(draws.chain()[g], chain -> new ArrayList<>()).add(g);
    }
    int[] chains = drawsOf.keySet().stream().mapToInt(c -> c).toArray();
    int each = Math.max(1, MOST_DRAWS / chains.length);
    Draws some =
        Draws.concatenate(
            draws.dimension(),
            draws.schema(),
            drawsOf.values().stream()
                .map(own -> draws.select(own.stream().mapToInt(g -> g)).evenly(each))
                .toList());
    boolean byParameters = chains.length > draws.dimension();
    Draws aligned = byParameters ? aligned(posterior, some, threads) : some;
    int[] label =
        byParameters
            ? Findings.byParameters(posterior, aligned, OptionalInt.empty(), threads).label()
            : new int[some.count()];
    int[] modeOf = byGaps(levels(some, chains), modesOf(some, label, chains), draws.dimension());
    List<List<Integer>> modes = bySize(chains, modeOf);
    boolean late = !byParameters && modes.size() > 1; // what takes long is done where it is needed
    return new ChainModes(modes, late ? aligned(posterior, some, threads) : aligned, byParameters);
  }

  private static Draws aligned(Posterior posterior, Draws draws, int threads) {
    return SymmetryRemoval.EXACT.apply(posterior.network(), draws, threads).draws();
  }

  /**
   * The mode of each chain: that of most of its draws, modes between which chains move made one.
   */
  private static int[] modesOf(Draws draws, int[] label, int[] chains) {
    int modes = Arrays.stream(label).max().orElse(0) + 1;
    int[][] visits = new int[chains.length][modes];
    for (int g = 0; g < label.length; g++) {
      visits[Arrays.binarySearch(chains, draws.chain()[g])][label[g]]++;
    }
    int[] home = Arrays.stream(visits).mapToInt(ChainModes::largest).toArray();
    int[] one = IntStream.range(0, modes).toArray();
    for (int a = 0; a < modes; a++) {
      for (int b = 0; b < modes; b++) {
        int from = a;
        int to = b;
        long living = Arrays.stream(home).filter(mode -> mode == from).count();
        long visiting =
            IntStream.range(0, chains.length)
                .filter(c -> home[c] == from && visits[c][to] > 0)
                .count();
        if (visiting > MOVING * living) {
          int gone = one[to];
          int into = one[from];
          one = Arrays.stream(one).map(mode -> mode == gone ? into : mode).toArray();
        }
      }
    }
    int[] merged = one;
    return Arrays.stream(home).map(mode -> merged[mode]).toArray();
  }

  private static int largest(int[] counts) {
    int best = 0;
    for (int k = 1; k < counts.length; k++) {
      best = counts[k] > counts[best] ? k : best;
    }
    return best;
  }

  private static double[] levels(Draws draws, int[] chains) {
    double[] sum = new double[chains.length];
    int[] count = new int[chains.length];
    for (int g = 0; g < draws.count(); g++) {
      int c = Arrays.binarySearch(chains, draws.chain()[g]);
      sum[c] += draws.logDensity()[g];
      count[c]++;
    }
    return IntStream.range(0, sum.length).mapToDouble(c -> sum[c] / count[c]).toArray();
  }

  /**
   * Cuts each mode where the levels of its chains leave a gap. In a Gaussian mode of d dimensions
   * they have the standard deviation {@code sqrt(d / 2)}; a gap of four of these between neighbours
   * is none of its.
   */
  private static int[] byGaps(double[] level, int[] modeOf, int dimension) {
    double gap = 4 * Math.sqrt(dimension / 2.0);
    Integer[] order =
        IntStream.range(0, level.length)
            .boxed()
            .sorted((a, b) -> Double.compare(level[b], level[a]))
            .toArray(Integer[]::new);
    Map<Integer, Integer> last = new HashMap<>(); // the chain before, by its mode
    int[] cut = new int[level.length];
    int modes = 0;
    for (int c : order) {
      Integer before = last.get(modeOf[c]);
      cut[c] = before != null && level[before] - level[c] < gap ? cut[before] : modes++;
      last.put(modeOf[c], c);
    }
    return cut;
  }

  private static List<List<Integer>> bySize(int[] chains, int[] modeOf) {
    Map<Integer, List<Integer>> members = new TreeMap<>();
    for (int c = 0; c < chains.length; c++) {
      members.computeIfAbsent(modeOf[c], mode -> new ArrayList<>()).add(chains[c]);
    }
    return members.values().stream()
        .sorted((a, b) -> b.size() - a.size())
        .map(List::copyOf)
        .toList();
  }

  /** The mode of a chain. */
  int modeOf(int chain) {
    return IntStream.range(0, chains.size())
        .filter(k -> chains.get(k).contains(chain))
        .findFirst()
        .orElseThrow();
  }
}
