package dev.coset.distribution;

/**
 * A prediction as a user reads it. {@code sd^2 = aleatoric^2 + epistemic^2}.
 *
 * @param aleatoric the standard deviation due to noise
 * @param epistemic the standard deviation due to not knowing the function
 * @param quantiles in the order of the probabilities asked for
 */
public record PointSummary(
    double mean, double sd, double aleatoric, double epistemic, double[] quantiles) {

  /** Reads one distribution. */
  public static PointSummary of(NumberDistribution distribution, double... probabilities) {
    return new PointSummary(
        distribution.mean(),
        distribution.sd(),
        distribution.aleatoric(),
        distribution.epistemic(),
        probabilities.length == 0 ? new double[0] : distribution.quantiles(probabilities));
  }
}
