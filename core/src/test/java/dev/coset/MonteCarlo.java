package dev.coset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Tolerances derived from Monte Carlo error, so that a red test means a bug. */
public final class MonteCarlo {
  /** The chance that a whole test fails although the law holds. */
  private static final double FALSE_ALARM = 1e-4;

  private MonteCarlo() {}

  /**
   * Asserts that independent estimates have the given mean, by a t-test.
   *
   * @param comparisons how many such assertions the test makes (Bonferroni)
   */
  public static void assertMean(String what, double[] estimates, double truth, int comparisons) {
    int n = estimates.length;
    double mean = Arrays.stream(estimates).average().orElseThrow();
    double squares = Arrays.stream(estimates).map(e -> (e - mean) * (e - mean)).sum();
    double error = Math.sqrt(squares / (n - 1) / n);
    double bound =
        TDistribution.of(n - 1).inverseSurvivalProbability(FALSE_ALARM / 2 / comparisons) * error;
    assertThat(mean)
        .as("%s: %g, should be %g within %g", what, mean, truth, bound)
        .isBetween(truth - bound, truth + bound);
  }

  /**
   * Asserts that values drawn from {@code cdf} fall evenly into bins of equal probability, at 0.1%.
   */
  public static void assertDistributed(
      String what, double[] values, DoubleUnaryOperator cdf, int bins) {
    int[] counts = new int[bins];
    for (double value : values) {
      counts[Math.min(bins - 1, (int) (cdf.applyAsDouble(value) * bins))]++;
    }
    assertUniform(what, counts);
  }

  /** Asserts that counts in bins of equal probability are even, by a chi-square test at 0.1%. */
  public static void assertUniform(String what, int[] counts) {
    double expected = Arrays.stream(counts).sum() / (double) counts.length;
    double statistic =
        Arrays.stream(counts).mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
    double bound = ChiSquaredDistribution.of(counts.length - 1).inverseSurvivalProbability(0.001);
    assertThat(statistic)
        .as("%s: chi-square of %s", what, Arrays.toString(counts))
        .isLessThan(bound);
  }

  /**
   * Asserts that two independent samples have one distribution: chi-square over pooled quantile
   * bins at 0.1%.
   */
  public static void assertSameDistribution(String what, double[] a, double[] b, int bins) {
    double[] pooled = new double[a.length + b.length];
    System.arraycopy(a, 0, pooled, 0, a.length);
    System.arraycopy(b, 0, pooled, a.length, b.length);
    Arrays.sort(pooled);
    double[] edges = new double[bins - 1];
    for (int i = 1; i < bins; i++) {
      edges[i - 1] = pooled[(int) ((long) i * pooled.length / bins)];
    }
    int[] inA = counts(a, edges);
    int[] inB = counts(b, edges);
    double statistic = 0;
    for (int i = 0; i < bins; i++) {
      double difference =
          Math.sqrt((double) b.length / a.length) * inA[i]
              - Math.sqrt((double) a.length / b.length) * inB[i];
      statistic += difference * difference / (inA[i] + inB[i]);
    }
    assertThat(statistic)
        .as("%s: %s against %s", what, Arrays.toString(inA), Arrays.toString(inB))
        .isLessThan(ChiSquaredDistribution.of(bins - 1).inverseSurvivalProbability(0.001));
  }

  private static int[] counts(double[] values, double[] edges) {
    int[] counts = new int[edges.length + 1];
    for (double value : values) {
      int place = Arrays.binarySearch(edges, value);
      counts[place < 0 ? -place - 1 : place + 1]++;
    }
    return counts;
  }
}
