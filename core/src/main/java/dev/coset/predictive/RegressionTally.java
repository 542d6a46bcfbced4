package dev.coset.predictive;

import dev.coset.distribution.Finite;
import dev.coset.predictive.RegressionScores.Coverage;
import dev.coset.statistics.Ordered;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Scores of numbers, point after point. Only the errors of the median are kept of each. */
final class RegressionTally {
  private static final int PIT_BINS = SimultaneousBands.BINS;
  private final double[] levels;
  private final double[] covered; // (level)
  private final double[] pitCounts = new double[PIT_BINS];
  private int points;
  private double rows; // the sum of their weights
  private double squares; // and of their squares
  private double squaredError; // running means
  private double crps;
  private double target;
  private double targetSquares; // sum of squared distances from the mean
  private double[] absolute = new double[64]; // errors of the median
  private double[] weights = new double[64]; // of these errors

  RegressionTally(double[] levels) {
    this.levels = levels;
    this.covered = new double[levels.length];
  }

  void add(PointScores.OfNumbers chunk, int point) {
    if (points == absolute.length) {
      int more = Math.multiplyExact(2, points);
      absolute = Arrays.copyOf(absolute, more);
      weights = Arrays.copyOf(weights, more);
    }
    double weight = Weighted.of(chunk.weights(), point);
    absolute[points] = Math.abs(chunk.medianError()[point]);
    weights[points++] = weight;
    rows += weight;
    squares += weight * weight;
    double distance = chunk.target()[point] - target;
    target += weight * distance / rows;
    targetSquares += weight * distance * (chunk.target()[point] - target);
    double error = chunk.error()[point];
    squaredError += weight * (Finite.nearest(error * error) - squaredError) / rows;
    crps += weight * (chunk.crps()[point] - crps) / rows;
    double pit = chunk.pit()[point];
    pitCounts[PitCalibration.bin(pit)] += weight;
    for (int i = 0; i < levels.length; i++) {
      double outside = (1 - levels[i]) / 2;
      if (pit >= outside && pit <= 1 - outside) {
        covered[i] += weight;
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
    int all = Math.addExact(points, other.points);
    absolute = Arrays.copyOf(absolute, all);
    weights = Arrays.copyOf(weights, all);
    System.arraycopy(other.absolute, 0, absolute, points, other.points);
    System.arraycopy(other.weights, 0, weights, points, other.points);
    points = all;
    double before = rows;
    rows += other.rows;
    squares += other.squares;
    double share = other.rows / rows;
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
      coverage.add(new Coverage(levels[i], covered[i] / rows));
    }
    double[] each = Arrays.copyOf(weights, points);
    boolean equal = Arrays.stream(each).allMatch(weight -> weight == 1);
    Ordered errors = Ordered.of(Arrays.copyOf(absolute, points), equal ? null : each);
    return new RegressionScores(
        Math.sqrt(squaredError),
        targetSquares > 0
            ? OptionalDouble.of(1 - squaredError * rows / targetSquares)
            : OptionalDouble.empty(),
        Weighted.mean(errors.values(), errors.weights()),
        errors.median(),
        crps,
        coverage,
        Weighted.asRows(pitCounts, rows, squares));
  }
}
