package dev.coset.predictive;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How well classes were predicted.
 *
 * @param accuracy the share of points whose most probable class was theirs
 * @param brier of two classes the mean over points of {@code (p - y)^2} for the probability p of
 *     the second; of more the mean of {@code sum_k (p_k - [y = k])^2} over classes (Brier 1950)
 * @param twoClasses what else there is to say of two classes; empty for more
 * @param confusion (class it has, most probable class), the weight of the points
 * @param reliability by how sure the prediction was
 */
public record ClassificationScores(
    double accuracy,
    double brier,
    Optional<TwoClassScores> twoClasses,
    double[][] confusion,
    Reliability reliability)
    implements Scores.Quality {
  /**
   * Points sorted into equal bins of the probability of their most probable class.
   *
   * @param points (bin); of weighted points, as {@link Weighted#asRows} counts them
   * @param confidence (bin), the mean of that probability; NaN without points
   * @param accuracy (bin), how often the class was theirs
   */
  public record Reliability(double[] points, double[] confidence, double[] accuracy) {
    /**
     * The expected calibration error: by how much confidence and accuracy differ, averaged over
     * points (Naeini et al. 2015).
     */
    public double calibrationError() {
      double all = Arrays.stream(points).sum();
      double sum = 0;
      for (int bin = 0; bin < points.length; bin++) {
        if (points[bin] > 0) {
          sum += points[bin] * Math.abs(confidence[bin] - accuracy[bin]) / all;
        }
      }
      return sum;
    }
  }

  /** The area under the ROC curve, where there are two classes with points. */
  public OptionalDouble auroc() {
    return twoClasses.map(TwoClassScores::auroc).orElse(OptionalDouble.empty());
  }

  /** The accuracy of always naming the most frequent class. */
  public double majority() {
    double all = 0;
    double most = 0;
    for (double[] row : confusion) {
      double of = Arrays.stream(row).sum();
      all += of;
      most = Math.max(most, of);
    }
    return most / all;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassificationScores s
        && Double.compare(accuracy, s.accuracy) == 0
        && Double.compare(brier, s.brier) == 0
        && twoClasses.equals(s.twoClasses)
        && Arrays.deepEquals(confusion, s.confusion)
        && Arrays.equals(reliability.points, s.reliability.points)
        && Arrays.equals(reliability.confidence, s.reliability.confidence)
        && Arrays.equals(reliability.accuracy, s.reliability.accuracy);
  }

  @Override
  public int hashCode() {
    return Double.hashCode(brier);
  }
}
