package dev.coset.diagnostics;

/**
 * A limit on the mass of functions not yet seen: on {@code U_n}, the probability that one more
 * chain, run like the n before it, would be {@linkplain Novelty novel}. No number of modes is
 * assumed; only that chains are independent and identically distributed, as they are unless
 * superchains share a start.
 *
 * <p>Why the later half. Let {@code U_t} be the probability, given the first t chains, that chain t
 * + 1 is novel. It can only fall with t: what an earlier chain covers stays covered. So each of the
 * N chains of the later half was novel with probability {@code U_t >= U_n}, given the past, and
 * their number {@code x} of novel chains is at least a binomial count of N and {@code U_n}, in this
 * sense: for a mass {@code eps} named beforehand, let {@code V_t} be uniform with chain t + 1 novel
 * where {@code V_t < U_t}. If {@code U_n > eps}, then x is at least the number of {@code V_t <
 * eps}, which is binomial(N, eps). Hence
 *
 * <pre>{@code
 * P(limit(x) <= eps and U_n > eps)
 *     <= P(binomial(N, eps) <= largest x with limit(x) <= eps)
 *     <= 1 - confidence
 * }</pre>
 *
 * <p>where limit is Clopper and Pearson's. That is all a rule "stop below eps" needs. The limit
 * also covers {@code U_n} itself, which is random, at its nominal level: the worst that a falling
 * mass can do, by falling when it suits, is to stand still just above a limit (the test computes
 * this game's value). The first half is excluded, since in it nearly everything is novel; counting
 * it would be valid, and useless.
 *
 * @param novel novel chains among the later half
 * @param chains chains of the later half
 */
public record UnseenMass(int novel, int chains) {

  public UnseenMass {
    if (novel < 0 || novel > chains || chains < 1) {
      throw new IllegalArgumentException(
          "%d novel chains of %d do not make a share.".formatted(novel, chains));
    }
  }

  /** The size of the later half of n chains. */
  static int laterHalf(int n) {
    return n - n / 2;
  }

  public double share() {
    return (double) novel / chains;
  }

  /**
   * Clopper and Pearson's one-sided upper limit: the mass p with {@code P(binomial(chains, p) <=
   * novel) = 1 - confidence}.
   */
  public double upperLimit(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "Confidence is %s, but must lie between 0 and 1, such as 0.95.".formatted(confidence));
    }
    return limitAt(1 - confidence);
  }

  double limitAt(double error) {
    if (error <= 0 || novel == chains) {
      return 1;
    }
    if (novel == 0) {
      return -StrictMath.expm1(StrictMath.log(error) / chains);
    }
    double logError = StrictMath.log(error);
    double logWays = 0; // of the binomial coefficient
    for (int i = 1; i <= novel; i++) {
      logWays += StrictMath.log((double) (chains - novel + i) / i);
    }
    double low = 0;
    double high = 1;
    double middle = 0.5;
    while (middle > low && middle < high) {
      if (logWays + logAtMostNovel(middle) > logError) {
        low = middle;
      } else {
        high = middle;
      }
      middle = low + (high - low) / 2;
    }
    return high;
  }

  /**
   * {@code log P(binomial(chains, p) <= novel)} less the logarithm of the binomial coefficient of
   * novel: the terms are summed relative to the last. A run's stop hangs on it, so it has the same
   * bits on every machine.
   */
  private double logAtMostNovel(double p) {
    double odds = (1 - p) / p;
    double term = 1;
    double sum = 1;
    for (int i = novel; i > 0; i--) {
      term *= i / (chains - i + 1.0) * odds;
      sum += term;
    }
    return novel * StrictMath.log(p)
        + (chains - novel) * StrictMath.log1p(-p)
        + StrictMath.log(sum);
  }
}
