package dev.coset.diagnostics;

import dev.coset.model.Configuration.Until;
import java.util.stream.IntStream;

/**
 * Decides when to stop adding chains: looks at the unseen mass after 54, 108, 216, ... chains and,
 * last, at the most chains allowed, each with a part of the error, so that over all looks together
 * the probability is at most {@code error} to stop, or to state a limit, while the {@linkplain
 * UnseenMass unseen mass} exceeds it (the parts add up: Boole).
 *
 * <p>How the error is spent: nothing on a look that could not stop the run even if no chain were
 * novel, since too few chains were looked at; half of what is left on each other look; and
 * everything that is left on the last. A spending by the look's number alone, such as {@code error
 * / 2^k}, wastes most of it on the first looks: for a target of 0.01 with error 0.05 only those at
 * 864 and 1274 chains can succeed, and {@code 0.05 / 2^6} is too little for the last to do so.
 *
 * @param target the unseen mass to get below, as 0.01
 * @param error the probability of a wrong stop that is accepted, as 0.05
 * @param first the chains at the first look, as 54
 * @param most the chains at the last
 */
public record NoveltyLooks(double target, double error, int first, int most) {
  private static final int DEFAULT_CHAINS = 54;

  public NoveltyLooks {
    if (!(target > 0 && target < 1)) {
      throw new IllegalArgumentException(
          "The unseen mass to get below is %s, but must lie between 0 and 1, such as 0.01."
              .formatted(target));
    }
    if (!(error > 0 && error < 1)) {
      throw new IllegalArgumentException(
          "The error is %s, but must lie between 0 and 1, such as 0.05.".formatted(error));
    }
    if (first < 1 || most < 1) {
      throw new IllegalArgumentException("The number of chains must be at least 1 at every look.");
    }
  }

  /** The looks of a run, the first at the number of chains that a run has by default. */
  public static NoveltyLooks of(Until until, double error) {
    return new NoveltyLooks(until.limit(), error, DEFAULT_CHAINS, until.mostChains());
  }

  /**
   * The fewest chains whose later half, without a novel chain, gets the limit to the target; the
   * largest int where they are more.
   */
  public static int fewestChains(double target, double error) {
    double half = Math.ceil(StrictMath.log(error) / StrictMath.log1p(-target));
    return (int) Math.min(2 * half - 1, Integer.MAX_VALUE);
  }

  /** The number of chains at each look. */
  public int[] chains() {
    IntStream doubling = IntStream.iterate(first, n -> n < most && n > 0, n -> 2 * n);
    return IntStream.concat(doubling, IntStream.of(most)).toArray();
  }

  public int looks() {
    return chains().length;
  }

  /** The error spent on a look, from 0. */
  public double errorAt(int look) {
    int[] chains = chains();
    double left = error;
    for (int k = 0; k < look; k++) {
      left -= k < chains.length - 1 && canStop(chains[k], left / 2) ? left / 2 : 0;
    }
    if (look == chains.length - 1) {
      return left;
    }
    return canStop(chains[look], left / 2) ? left / 2 : 0;
  }

  /** The limit that a look states, holding over all looks together; 1 where it states nothing. */
  public double limit(int look, UnseenMass seen) {
    if (seen.chains() != UnseenMass.laterHalf(chains()[look])) {
      throw new IllegalArgumentException(
          "Look %d is at %d chains, but was given a later half of %d."
              .formatted(look, chains()[look], seen.chains()));
    }
    return seen.limitAt(errorAt(look));
  }

  /** Whether the unseen mass is below the target, as far as this look can tell. */
  public boolean isEnough(int look, UnseenMass seen) {
    return limit(look, seen) <= target;
  }

  /** Whether any look can stop the run; else allow more chains, or a larger mass. */
  public boolean canSucceed() {
    return IntStream.range(0, looks()).anyMatch(look -> canStop(chains()[look], errorAt(look)));
  }

  private boolean canStop(int chains, double spent) {
    return spent > 0 && new UnseenMass(0, UnseenMass.laterHalf(chains)).limitAt(spent) <= target;
  }
}
