package dev.coset.predictive;

/**
 * A prediction as a user reads it. {@code sd^2 = aleatoric^2 + epistemic^2}.
 *
 * @param aleatoric the standard deviation due to noise
 * @param epistemic the standard deviation due to not knowing the function
 * @param quantiles in the order of the probabilities asked for
 */
public record PointSummary(
    double mean, double sd, double aleatoric, double epistemic, double[] quantiles) {

  /** Reads one mixture. */
  public static PointSummary of(GaussianMixture mixture, double... probabilities) {
    return new PointSummary(
        mixture.mean(),
        mixture.sd(),
        mixture.aleatoric(),
        mixture.epistemic(),
        probabilities.length == 0 ? new double[0] : mixture.quantiles(probabilities));
  }

  /**
   * The same of {@code shift + scale Y}, such as in the units of the data; the scale is positive.
   */
  public PointSummary scaled(double shift, double scale) {
    double[] moved = new double[quantiles.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = Math.fma(quantiles[i], scale, shift);
    }
    return new PointSummary(
        Math.fma(mean, scale, shift), sd * scale, aleatoric * scale, epistemic * scale, moved);
  }
}
