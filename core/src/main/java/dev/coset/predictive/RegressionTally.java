package dev.coset.predictive;

import dev.coset.predictive.RegressionScores.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scores of numbers, point after point, in memory that does not grow with them. */
final class RegressionTally {
  private static final int PIT_BINS = SimultaneousBands.BINS;
  private final double[] levels;
  private final long[] covered; // (level)
  private final long[] pitCounts = new long[PIT_BINS];
  private long points;
  private double squaredError; // running means
  private double crps;

  RegressionTally(double[] levels) {
    this.levels = levels;
    this.covered = new long[levels.length];
  }

  void add(PointScores.OfNumbers chunk, int point) {
    points++;
    double error = chunk.error()[point];
    squaredError += (error * error - squaredError) / points;
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
    points += other.points;
    double share = (double) other.points / points;
    squaredError += (other.squaredError - squaredError) * share;
    crps += (other.crps - crps) * share;
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
    return new RegressionScores(Math.sqrt(squaredError), crps, coverage, pitCounts.clone());
  }
}
