package dev.coset.compression;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.PredictiveDistribution;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** What of a predictive at one input another is to be close to. */
@FunctionalInterface
interface View {
  /** Differences of the function below this part of the noise do not matter. */
  double NOISE = 0.05;

  /** Nor do differences of a probability below this. */
  double PROBABILITY = 0.005;

  PredictiveDistribution of(PredictiveDistribution p);

  /** The target. */
  static View target(PredictiveDistribution full) {
    return p -> p;
  }

  /**
   * The function without noise (of classes, the probability of the one that is most probable), a
   * value of each component, blurred by its own standard deviation. The target alone does not tell
   * noise from model uncertainty: one draw with more noise may do for all.
   */
  static View function(PredictiveDistribution full) {
    return switch (full) {
      case LocationScaleMixture p -> {
        double blur = Math.max(p.locationSpread(), NOISE * p.scale());
        yield q -> blurred(q, ((LocationScaleMixture) q)::location, blur);
      }
      case ClassProbabilities p -> {
        int k = p.mostProbable();
        double variance = 0;
        for (int g = 0; g < p.size(); g++) {
          double distance = p.probabilityOf(g, k) - p.probability(k);
          variance += p.weight(g) * distance * distance;
        }
        double blur = Math.max(Math.sqrt(variance), PROBABILITY);
        yield q -> blurred(q, g -> ((ClassProbabilities) q).probabilityOf(g, k), blur);
      }
      case LogMixture p -> throw new IllegalArgumentException("Give the logarithm's.");
    };
  }

  private static GaussianMixture blurred(
      PredictiveDistribution q, IntToDoubleFunction value, double blur) {
    return GaussianMixture.of(
        IntStream.range(0, q.size()).mapToDouble(value).toArray(),
        IntStream.range(0, q.size()).mapToDouble(g -> blur).toArray(),
        IntStream.range(0, q.size()).mapToDouble(q::weight).toArray());
  }
}
