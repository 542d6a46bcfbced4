package dev.coset.diagnostics;

/**
 * What a chain found: its function at some inputs, which must be the same for all chains, and its
 * noise. Of a chain of several draws, give the mean of the draws' functions and of their sigmas.
 * Immutable by convention: the array is shared.
 *
 * @param values {@code f(x_1), ..., f(x_n)}
 * @param sigma the noise of the same chain
 */
public record ChainFunction(double[] values, double sigma) {

  public ChainFunction {
    if (values.length == 0) {
      throw new IllegalArgumentException(
          "A function needs values at one input at least to be compared.");
    }
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "A function has the value %s; leave out chains that overflowed.".formatted(value));
      }
    }
    if (!(sigma > 0 && sigma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "Sigma is %s, but must be positive and finite.".formatted(sigma));
    }
  }

  /**
   * Whether two functions lie within {@code radius} sigma of each other, root mean square over the
   * inputs. Sigma is the smaller of the two chains' own: it knows nothing of other chains, so that
   * what a chain is compared with never changes afterwards; and a chain that fits badly, and takes
   * all for noise, hides no other.
   */
  boolean isLike(ChainFunction other, double radius) {
    if (values.length != other.values.length) {
      throw new IllegalArgumentException(
          "Functions at %d and at %d inputs cannot be compared; use the same inputs for all chains."
              .formatted(values.length, other.values.length));
    }
    double distance = radius * Math.min(sigma, other.sigma);
    double most = distance * distance * values.length;
    double sum = 0;
    for (int i = 0; i < values.length && sum <= most; i++) {
      double difference = values[i] - other.values[i];
      sum += difference * difference;
    }
    return sum <= most;
  }
}
