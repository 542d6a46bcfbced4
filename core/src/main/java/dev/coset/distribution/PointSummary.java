package dev.coset.distribution;

import java.util.Arrays;

/**
 * A prediction as a user reads it. {@code sd^2 = aleatoric^2 + epistemic^2}.
 *
 * @param aleatoric the standard deviation due to noise
 * @param epistemic the standard deviation of model uncertainty
 * @param quantiles in the order of the probabilities asked for
 */
public record PointSummary(
    double mean, double median, double sd, double aleatoric, double epistemic, double[] quantiles) {

  /** Reads one distribution. */
  public static PointSummary of(NumberDistribution distribution, double... probabilities) {
    double[] withMedian = Arrays.copyOf(probabilities, probabilities.length + 1);
    withMedian[probabilities.length] = 0.5;
    double[] quantiles = distribution.quantiles(withMedian);
    return new PointSummary(
        distribution.mean(),
        quantiles[probabilities.length],
        distribution.sd(),
        distribution.aleatoric(),
        distribution.epistemic(),
        Arrays.copyOf(quantiles, probabilities.length));
  }
}
