package dev.coset.predictive;

import dev.coset.distribution.Finite;
import dev.coset.predictive.RegressionScores.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Scores of numbers, point after point. Only the errors of the median are kept of each. */
final class RegressionTally {
  private static final int PIT_BINS = SimultaneousBands.BINS;
  private final double[] levels;
  private final long[] covered; // (level)
  private final long[] pitCounts = new long[PIT_BINS];
  private long points;
  private double squaredError; // running means
  private double crps;
  private double target;
  private double targetSquares; // sum of squared distances from the mean
  private double[] absolute = new double[64]; // errors of the median

  RegressionTally(double[] levels) {
    this.levels = levels;
    this.covered = new long[levels.length];
  }

  void add(PointScores.OfNumbers chunk, int point) {
    if (points == absolute.length) {
      absolute = Arrays.copyOf(absolute, Math.toIntExact(2 * points));
    }
    absolute[(int) points] = Math.abs(chunk.medianError()[point]);
    points++;
    double distance = chunk.target()[point] - target;
    target += distance / points;
    targetSquares += distance * (chunk.target()[point] - target);
    double error = chunk.error()[point];
    squaredError += (Finite.nearest(error * error) - squaredError) / points;
    crps += (chunk.crps()[point] - crps) / points;
    double pit = chunk.pit()[point];
    pitCounts[PitCalibration.bin(pit)]++;
    for (int i = 0; i < levels.length; i++) {
      double outside = (1 - levels[i]) / 2;
      if (pit >= outside && pit <= 1 - outside) {
        covered[i]++;
      }
    }
  }

  void merge(RegressionTally other) {
    if (!Arrays.equals(levels, other.levels)) {
      throw new IllegalArgumentException("Only scores of the same interval levels can be merged.");
    }
    if (other.points == 0) {
      return;
    }
    long before = points;
    absolute = Arrays.copyOf(absolute, Math.toIntExact(points + other.points));
    System.arraycopy(
        other.absolute, 0, absolute, Math.toIntExact(points), Math.toIntExact(other.points));
    points += other.points;
    double share = (double) other.points / points;
    squaredError += (other.squaredError - squaredError) * share;
    crps += (other.crps - crps) * share;
    double distance = other.target - target;
    target += distance * share;
    targetSquares += other.targetSquares + distance * distance * share * before;
    for (int i = 0; i < levels.length; i++) {
      covered[i] += other.covered[i];
    }
    for (int i = 0; i < PIT_BINS; i++) {
      pitCounts[i] += other.pitCounts[i];
    }
  }

  RegressionScores scores() {
    List<Coverage> coverage = new ArrayList<>();
    for (int i = 0; i < levels.length; i++) {
      coverage.add(new Coverage(levels[i], (double) covered[i] / points));
    }
    double[] sorted = Arrays.copyOf(absolute, Math.toIntExact(points));
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return new RegressionScores(
        Math.sqrt(squaredError),
        targetSquares > 0
            ? OptionalDouble.of(1 - squaredError * points / targetSquares)
            : OptionalDouble.empty(),
        Arrays.stream(sorted).average().orElseThrow(),
        (sorted[middle] + sorted[(sorted.length - 1) / 2]) / 2,
        crps,
        coverage,
        pitCounts.clone());
  }
}
