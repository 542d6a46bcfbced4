package dev.coset.symmetry;

import dev.coset.network.Activation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * The number of equioutput transformations {@code |E|} of a network: the paper's lower bound,
 * {@code product over hidden layers l of M_l! |T_l|}. A layer of tanh neurons has {@code |T_l| =
 * 2^M_l} sign flips; ReLU neurons may be rescaled by any c > 0, in infinitely many ways, so for
 * them only the permutations are counted.
 *
 * @param hidden the widths of the hidden layers
 */
public record Cardinality(int[] hidden, Activation activation) {

  /** Beyond it the number has more digits than anyone reads. */
  private static final int WIDEST = 100_000;

  /** Of layers whose activation has this name. */
  public static Cardinality of(int[] hidden, String activation) {
    return Arrays.stream(Activation.values())
        .filter(each -> each.name().equalsIgnoreCase(activation))
        .map(each -> new Cardinality(hidden, each))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The activation is tanh or relu, but was '" + activation + "'."));
  }

  public Cardinality {
    hidden = hidden.clone();
    if (hidden.length == 0) {
      throw new IllegalArgumentException(
          "There is no hidden layer, and so no symmetry; give widths such as 16,16,16.");
    }
    for (int width : hidden) {
      if (width < 1 || width > WIDEST) {
        throw new IllegalArgumentException(
            "A hidden layer has %d neurons, but widths must lie between 1 and %d."
                .formatted(width, WIDEST));
      }
    }
  }

  @Override
  public int[] hidden() {
    return hidden.clone();
  }

  /** {@code product of M_l!}. */
  public BigInteger permutations() {
    return Arrays.stream(hidden)
        .mapToObj(width -> product(1, width))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }

  /** {@code 2^(sum of M_l)} for an odd activation, else 1. */
  public BigInteger signFlips() {
    return activation.isOdd() ? BigInteger.TWO.pow(Arrays.stream(hidden).sum()) : BigInteger.ONE;
  }

  /** Whether, besides what is counted here, neurons may be rescaled, in infinitely many ways. */
  public boolean hasInfiniteRescalings() {
    return activation.isHomogeneous();
  }

  /**
   * Permutations times sign flips: all symmetries if there are no rescalings, else those that can
   * be counted.
   */
  public BigInteger total() {
    return permutations().multiply(signFlips());
  }

  /** A positive number with three digits, such as {@code 2.58e54}. */
  public static String scientific(BigInteger number) {
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(3, RoundingMode.HALF_UP));
    int exponent = rounded.precision() - rounded.scale() - 1;
    return rounded.movePointLeft(exponent).setScale(2) + "e" + exponent;
  }

  /** {@code from (from + 1) ... to}, halves first so that the factors are of like size. */
  private static BigInteger product(int from, int to) {
    if (to - from < 8) {
      BigInteger product = BigInteger.valueOf(from);
      for (int i = from + 1; i <= to; i++) {
        product = product.multiply(BigInteger.valueOf(i));
      }
      return product;
    }
    int middle = (from + to) >>> 1;
    return product(from, middle).multiply(product(middle + 1, to));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cardinality cardinality
        && activation == cardinality.activation
        && Arrays.equals(hidden, cardinality.hidden);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(hidden) + activation.hashCode();
  }

  @Override
  public String toString() {
    return "Cardinality" + Arrays.toString(hidden) + " " + activation;
  }
}
