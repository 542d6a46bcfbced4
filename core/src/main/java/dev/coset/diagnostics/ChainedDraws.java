package dev.coset.diagnostics;

import dev.coset.posterior.Draws;
import dev.coset.statistics.MixingSummary;
import dev.coset.statistics.Rhat;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws as {@code (chain, draw)}, and which chains share their start.
 *
 * @param chains the numbers of the chains that finished, in order
 * @param perChain the draws of each
 */
record ChainedDraws(Draws draws, int[] chains, int perChain, int @Nullable [] superchain) {

  /**
   * @param superchain the superchain of each chain by its number, or null where each chain has a
   *     start of its own
   */
  static ChainedDraws of(Draws draws, int @Nullable [] superchain) {
    int[] chains = Arrays.stream(draws.chain()).distinct().toArray();
    int perChain = chains.length == 0 ? 0 : draws.count() / chains.length;
    for (int g = 0; g < draws.count(); g++) {
      if (draws.chain()[g] != chains[g / perChain]) {
        throw new IllegalArgumentException(
            "%d draws do not make %d chains of one length, one after another; leave out unfinished chains."
                .formatted(draws.count(), chains.length));
      }
    }
    return new ChainedDraws(draws, chains, perChain, superchain);
  }

  int count() {
    return chains.length;
  }

  /** A quantity by draw as (chain, draw). */
  double[][] byChain(IntToDoubleFunction ofDraw) {
    double[][] values = new double[chains.length][perChain];
    for (int g = 0; g < draws.count(); g++) {
      values[g / perChain][g % perChain] = ofDraw.applyAsDouble(g);
    }
    return values;
  }

  MixingSummary mixing(IntToDoubleFunction ofDraw) {
    double[][] values = byChain(ofDraw);
    return MixingSummary.of(values, nestedRhat(values));
  }

  private double nestedRhat(double[][] values) {
    int[] kept = inSuperchains();
    if (superchain == null || kept.length == 0) {
      return Double.NaN;
    }
    double[][] rows = Arrays.stream(kept).mapToObj(c -> values[c]).toArray(double[][]::new);
    return Rhat.nestedRank(rows, Arrays.stream(kept).map(c -> superchain[chains[c]]).toArray());
  }

  /** The chains of a superchain, the same number in each superchain. */
  int superchainSize() {
    return superchain == null
        ? 0
        : superchain.length / (int) Arrays.stream(superchain).distinct().count();
  }

  /** The superchains that are compared: those that lost no chain. */
  int superchains() {
    return superchain == null ? 0 : inSuperchains().length / superchainSize();
  }

  /** The places, in {@link #chains}, of the first chains of each superchain that has enough. */
  private int[] inSuperchains() {
    if (superchain == null) {
      return new int[0];
    }
    int size = superchainSize();
    return Arrays.stream(superchain)
        .distinct()
        .mapToObj(
            s ->
                IntStream.range(0, chains.length)
                    .filter(c -> superchain[chains[c]] == s)
                    .limit(size)
                    .toArray())
        .filter(members -> members.length == size)
        .flatMapToInt(Arrays::stream)
        .toArray();
  }
}
