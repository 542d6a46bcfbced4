package dev.coset.chains;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Computes how many chains find every mode: a coupon collector. Chain by chain, mode {@code i} is
 * met with probability {@code pi_i}; {@code G} is the number of chains after which each was met
 * once. The paper bounds {@code P(G >= n) <= E[G] / n} (Proposition 2, Markov's inequality); here
 * that bound stands beside the exact tail, which asks for far fewer chains.
 *
 * <p>Both {@link #probability} and {@link #missing} are accurate in the relative sense (1e-9 and
 * better, down to 1e-290): neither is computed as one minus the other where that would cancel.
 *
 * @param modeProbabilities the probability of each functionally different mode; positive, with sum
 *     1
 */
public record ChainBudget(double[] modeProbabilities) {

  /** The most chains that are asked about. */
  public static final long MOST_CHAINS = 1_000_000_000L;

  /** Below it {@code E[G]} would exceed what a double holds. */
  private static final double LEAST_PROBABILITY = 1e-300;

  /** More modes than anyone can name, and still an answer within about a second. */
  private static final int MOST_MODES = 10_000;

  /**
   * Where the paper puts the last of its half-normal modes: the 97.5% point of the normal
   * distribution.
   */
  private static final double LAST_MODE_AT = 1.96;

  /**
   * A tail or bound this close to a limit, relatively, is taken to lie on it: far above rounding,
   * far below meaning.
   */
  private static final double ROUNDING = 1e-11;

  public ChainBudget {
    modeProbabilities = modeProbabilities.clone();
    requireModes(modeProbabilities.length);
    double sum = 0;
    for (double probability : modeProbabilities) {
      if (!(probability >= LEAST_PROBABILITY && probability <= 1)) {
        throw new IllegalArgumentException(
            "A mode probability is %s, but must lie between %s and 1; leave out modes never met."
                .formatted(probability, LEAST_PROBABILITY));
      }
      sum += probability;
    }
    if (Math.abs(sum - 1) > 1e-9) {
      throw new IllegalArgumentException(
          "Mode probabilities sum to %s, not 1. Normalise them, or use half-normal weights."
              .formatted(sum));
    }
  }

  /**
   * The paper's assumption: the standard normal density at {@code linspace(0, 1.96, modes)},
   * normalised.
   */
  public static ChainBudget halfNormal(int modes) {
    requireModes(modes);
    double[] weights = new double[modes];
    double sum = 0;
    for (int i = 0; i < modes; i++) {
      double x = modes == 1 ? 0 : LAST_MODE_AT * i / (modes - 1);
      weights[i] = StrictMath.exp(-x * x / 2);
      sum += weights[i];
    }
    for (int i = 0; i < modes; i++) {
      weights[i] /= sum;
    }
    return new ChainBudget(weights);
  }

  /** All modes equally likely. */
  public static ChainBudget uniform(int modes) {
    requireModes(modes);
    double[] probabilities = new double[modes];
    Arrays.fill(probabilities, 1.0 / modes);
    return new ChainBudget(probabilities);
  }

  @Override
  public double[] modeProbabilities() {
    return modeProbabilities.clone();
  }

  /** The expected number of chains {@code E[G]} until every mode was met. */
  public double expected() {
    return CouponExpectation.of(normalised());
  }

  /** The paper's bound: the smallest {@code n} with {@code E[G] / n <= 1 - confidence}. */
  public long markov(double confidence) {
    double chains = expected() / missingAllowed(confidence);
    if (chains > 1L << 53) {
      throw new IllegalArgumentException(
          "The bound exceeds 2^53 chains; leave out the mode of probability %s or ask for less."
              .formatted(rarest()));
    }
    // E[G] = 3 at 0.99 is 300 chains, not the 301 that a last digit of rounding would make of it.
    double nearest = Math.rint(chains);
    return (long) (Math.abs(chains - nearest) <= ROUNDING * chains ? nearest : Math.ceil(chains));
  }

  /** Markov's lower bound for {@link #probability}. */
  public double markovLower(long chains) {
    requireChains(chains);
    return chains == 0 ? 0 : Math.max(0, 1 - expected() / chains);
  }

  /** The smallest {@code n} with {@code P(G <= n) >= confidence}. */
  public long exact(double confidence) {
    double allowed = missingAllowed(confidence) * (1 + ROUNDING);
    double[] p = normalised();
    int rarest = rarestAt(p);
    // The tail lies between the probability that the rarest mode is missing and the sum of these
    // over all modes.
    long atLeast =
        first(n -> CouponTail.oneMissing(p, rarest, n) <= allowed, p.length, MOST_CHAINS + 1);
    long atMost = first(n -> CouponTail.sumOfMissing(p, n) <= allowed, atLeast, MOST_CHAINS + 1);
    if (atMost > MOST_CHAINS) {
      throw new IllegalArgumentException(
          "This needs more than %d chains; leave out the mode of probability %s or ask for less."
              .formatted(MOST_CHAINS, rarest()));
    }
    return first(n -> CouponTail.of(p, n).missing() <= allowed, atLeast, atMost);
  }

  /** The exact probability {@code P(G <= n)} that {@code n} chains meet every mode. */
  public double probability(long chains) {
    requireChains(chains);
    return CouponTail.of(normalised(), chains).seen();
  }

  /** The exact probability {@code P(G > n)} that {@code n} chains miss a mode, however small. */
  public double missing(long chains) {
    requireChains(chains);
    return CouponTail.of(normalised(), chains).missing();
  }

  /**
   * The smallest n in [from, to] with the property, which holds from some n on; {@code to} where
   * none below has it.
   */
  private static long first(LongPredicate property, long from, long to) {
    long low = from;
    long high = to;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (property.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** {@code 1 - confidence} of the decimal that was meant: 1 - 0.9 in doubles is less than 0.1. */
  private static double missingAllowed(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "Confidence is %s, but must lie between 0 and 1, such as 0.99.".formatted(confidence));
    }
    return BigDecimal.ONE.subtract(BigDecimal.valueOf(confidence)).doubleValue();
  }

  private double[] normalised() {
    double sum = Arrays.stream(modeProbabilities).sum();
    return Arrays.stream(modeProbabilities).map(p -> p / sum).toArray();
  }

  private static int rarestAt(double[] p) {
    int at = 0;
    for (int i = 1; i < p.length; i++) {
      at = p[i] < p[at] ? i : at;
    }
    return at;
  }

  private double rarest() {
    return modeProbabilities[rarestAt(modeProbabilities)];
  }

  private static void requireModes(int modes) {
    if (modes < 1) {
      throw new IllegalArgumentException(
          "There must be at least one mode; give a probability for each, such as 0.6,0.4.");
    }
    if (modes > MOST_MODES) {
      throw new IllegalArgumentException(
          "%d modes are too many; at most %d can be asked about.".formatted(modes, MOST_MODES));
    }
  }

  private static void requireChains(long chains) {
    if (chains < 0 || chains > MOST_CHAINS) {
      throw new IllegalArgumentException(
          "The number of chains is %d, but must lie between 0 and %d."
              .formatted(chains, MOST_CHAINS));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChainBudget budget
        && Arrays.equals(modeProbabilities, budget.modeProbabilities);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(modeProbabilities);
  }

  @Override
  public String toString() {
    return "ChainBudget" + Arrays.toString(modeProbabilities);
  }
}
