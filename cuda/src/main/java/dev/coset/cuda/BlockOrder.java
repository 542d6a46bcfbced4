package dev.coset.cuda;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Who gets a thread block next, where no further chains wait. Chains that are nearly done go first,
 * so that a run that is stopped loses few of them; but one that has as much left as all of them
 * together take must run from now on, or the others' blocks would stand idle while it ends.
 */
final class BlockOrder {
  /** A chain that has so much of the whole time left runs at once; how fast chains are varies. */
  private static final double SHARE = 0.8;

  private BlockOrder() {}

  /**
   * Orders chains.
   *
   * @param left what a chain has still to do
   */
  static void order(List<Integer> chains, ToLongFunction<Integer> left, int blocks) {
    long all = chains.stream().mapToLong(left).sum();
    long longest = chains.stream().mapToLong(left).max().orElse(0);
    double until = SHARE * Math.max((double) all / blocks, longest);
    chains.sort(
        Comparator.comparingLong(
            chain -> {
              long own = left.applyAsLong(chain);
              return own >= until ? -own : own;
            }));
  }
}
