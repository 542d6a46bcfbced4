package dev.coset.diagnostics;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.Predictive;
import java.util.Arrays;

/**
 * The function that a chain found: its predictive distributions at some inputs, which must be the
 * same for all chains, as coordinates whose distance is that of the distributions. Immutable by
 * convention: the arrays are shared.
 *
 * @param location (coordinate), such as means, or roots of probabilities
 * @param scale (coordinate), the unit in which a difference of locations counts, such as the noise
 * @param inputs at how many inputs
 */
public record ChainFunction(double[] location, double[] scale, int inputs) {
  public ChainFunction {
    if (inputs == 0) {
      throw new IllegalArgumentException(
          "A function needs values at one input at least to be compared.");
    }
    for (int i = 0; i < location.length; i++) {
      if (!Double.isFinite(location[i])) {
        throw new IllegalArgumentException(
            "A function has the value %s; leave out chains that overflowed."
                .formatted(location[i]));
      }
      if (!(scale[i] > 0 && scale[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Sigma is %s, but must be positive and finite.".formatted(scale[i]));
      }
    }
  }

  /** A chain's predictive, that of several draws taken together. */
  static ChainFunction of(Predictive chain) {
    int n = chain.points();
    return switch (chain.at(0)) {
      case LocationScaleMixture first -> {
        double[] location = new double[2 * n];
        double[] scale = new double[2 * n];
        for (int i = 0; i < n; i++) {
          var at = (LocationScaleMixture) chain.number(i);
          location[i] = at.location();
          scale[i] = at.scale();
          location[n + i] = StrictMath.log(scale[i]);
          scale[n + i] = StrictMath.sqrt(0.5);
        }
        yield new ChainFunction(location, scale, n);
      }
      case ClassProbabilities first -> {
        double[] location = new double[n * first.classes()];
        double[] scale = new double[location.length];
        Arrays.fill(scale, 0.5);
        for (int i = 0; i < n; i++) {
          for (int k = 0; k < first.classes(); k++) {
            location[i * first.classes() + k] = Math.sqrt(chain.classes(i).probability(k));
          }
        }
        yield new ChainFunction(location, scale, n);
      }
      case LogMixture first ->
          throw new IllegalArgumentException("Give them in the likelihood's units.");
    };
  }

  /**
   * Whether two chains' predictives lie within a radius of each other, root mean square over the
   * inputs. The distance is that of Fisher's information nearby: of normals {@code (dm / s)^2 + 2
   * (d log s)^2}, of classes {@code 4 sum (d sqrt p)^2}; so a radius is in units of the noise. Of
   * two units the smaller counts: it knows nothing of other chains, so that what a chain is
   * compared with never changes afterwards; and a chain that fits badly, and takes all for noise,
   * hides no other.
   */
  boolean isLike(ChainFunction other, double radius) {
    if (location.length != other.location.length) {
      throw new IllegalArgumentException(
          "Functions at %d and at %d inputs cannot be compared; use the same inputs for all chains."
              .formatted(inputs, other.inputs));
    }
    double most = radius * radius * inputs;
    double sum = 0;
    for (int i = 0; i < location.length && sum <= most; i++) {
      double difference = (location[i] - other.location[i]) / Math.min(scale[i], other.scale[i]);
      sum += difference * difference;
    }
    return sum <= most;
  }
}
