package dev.coset.diagnostics;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which chains brought a function distinct from that of every earlier chain. Add chains in the
 * order of their index: then what it says does not depend on who ran them. A chain is compared with
 * earlier ones until one is like it, so chains times stored functions is the most it costs.
 *
 * <p>Where the posterior of one mode is wider than the radius, every chain is novel, and the limit
 * on the unseen mass stays near 1: the chains then show no function twice, and nothing follows
 * about those not yet seen.
 */
public final class Novelty {

  /** How far apart functions must be to count as different, in units of sigma. */
  public static final double RADIUS = 0.5;

  private final double radius;
  private final List<ChainFunction> functions = new ArrayList<>();
  private final BitSet novel = new BitSet();

  public Novelty() {
    this(RADIUS);
  }

  public Novelty(double radius) {
    if (!(radius > 0)) {
      throw new IllegalArgumentException(
          "The radius is %s, but must be positive, such as 0.5.".formatted(radius));
    }
    this.radius = radius;
  }

  /** Adds the next chain; returns whether it is novel. The first always is. */
  public boolean add(ChainFunction function) {
    boolean seen = functions.stream().anyMatch(earlier -> earlier.isLike(function, radius));
    novel.set(functions.size(), !seen);
    functions.add(function);
    return !seen;
  }

  public int chains() {
    return functions.size();
  }

  public boolean isNovel(int chain) {
    return novel.get(chain);
  }

  /** What the later half of the first n chains says of the functions not yet seen. */
  public UnseenMass unseenMass(int n) {
    if (n < 1 || n > chains()) {
      throw new IllegalArgumentException(
          "There are %d chains, so the first %d cannot be examined.".formatted(chains(), n));
    }
    return new UnseenMass(novel.get(n / 2, n).cardinality(), UnseenMass.laterHalf(n));
  }
}
