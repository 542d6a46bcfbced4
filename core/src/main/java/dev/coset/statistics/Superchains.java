package dev.coset.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Chains grouped by their starting point; the arithmetic of nested R-hat. */
final class Superchains {

  private final int[][] members;

  Superchains(double[][] chains, int[] superchain) {
    if (superchain.length != chains.length) {
      throw new IllegalArgumentException(
          "%d chains need as many superchain numbers, not %d."
              .formatted(chains.length, superchain.length));
    }
    members =
        Arrays.stream(superchain)
            .distinct()
            .mapToObj(
                s ->
                    IntStream.range(0, superchain.length).filter(c -> superchain[c] == s).toArray())
            .toArray(int[][]::new);
    for (int[] chainsOfOne : members) {
      if (chainsOfOne.length != members[0].length) {
        throw new IllegalArgumentException(
            "Superchains have %d and %d chains, but must have equally many; change their number."
                .formatted(members[0].length, chainsOfOne.length));
      }
    }
  }

  private Superchains(int[][] members) {
    this.members = members;
  }

  /** The grouping of {@link ChainArray#halves}. */
  Superchains ofHalves() {
    int chains = members.length == 0 ? 0 : members.length * members[0].length;
    return new Superchains(
        Arrays.stream(members)
            .map(
                m ->
                    IntStream.concat(Arrays.stream(m), Arrays.stream(m).map(c -> c + chains))
                        .toArray())
            .toArray(int[][]::new));
  }

  double rhat(double[][] chains) {
    double[] chainMean = Arrays.stream(chains).mapToDouble(ChainArray::mean).toArray();
    double[] superMean = new double[members.length];
    double[] within = new double[members.length];
    for (int k = 0; k < members.length; k++) {
      double[] means = Arrays.stream(members[k]).mapToDouble(c -> chainMean[c]).toArray();
      superMean[k] = ChainArray.mean(means);
      double amongChains = means.length == 1 ? 0 : ChainArray.variance(means);
      double inChains =
          chains[0].length == 1
              ? 0
              : ChainArray.mean(
                  Arrays.stream(members[k])
                      .mapToDouble(c -> ChainArray.variance(chains[c]))
                      .toArray());
      within[k] = amongChains + inChains;
    }
    return Math.sqrt(1 + ChainArray.variance(superMean) / ChainArray.mean(within));
  }
}
