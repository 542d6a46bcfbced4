package dev.coset.predictive;

import dev.coset.data.Points;
import dev.coset.predictive.Scores.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Scores of points that come in chunks, in memory that does not grow with them. Points are added
 * one after another, so that the scores do not depend on how they were cut into chunks.
 */
public final class Scoring {
  private static final int PIT_BINS = 100;
  private static final int CHUNK = 4096;

  private final double[] levels;
  private final long[] covered; // (level)
  private final long[] pitCounts = new long[PIT_BINS];
  private long points;
  private double logDensity; // running means
  private double logDensitySquares; // sum of squared distances from the mean
  private double squaredError;
  private double crps;

  /** Covers 50, 90 and 95%. */
  public Scoring() {
    this(0.5, 0.9, 0.95);
  }

  /**
   * Covers the given levels.
   *
   * @param levels what the central intervals should hold, such as 0.9
   */
  public Scoring(double... levels) {
    for (double level : levels) {
      if (!(level > 0 && level < 1)) {
        throw new IllegalArgumentException(
            "An interval needs a level between 0 and 1, not %s.".formatted(level));
      }
    }
    this.levels = levels.clone();
    this.covered = new long[levels.length];
  }

  /**
   * Scores a predictive on points, some thousand at a time.
   *
   * @param predictiveAt the predictive at inputs (feature, point)
   */
  public static Scores of(
      Function<double[][], Predictive> predictiveAt, Points points, int threads) {
    var scoring = new Scoring();
    for (int from = 0; from < points.count(); from += CHUNK) {
      var chunk = points.range(from, Math.min(points.count(), from + CHUNK));
      scoring.add(PointScores.of(predictiveAt.apply(chunk.x()), chunk.y(), threads));
    }
    return scoring.scores();
  }

  /** Takes the points of a chunk. */
  public void add(PointScores chunk) {
    for (int point = 0; point < chunk.points(); point++) {
      points++;
      double delta = chunk.logDensity()[point] - logDensity;
      logDensity += delta / points;
      logDensitySquares += delta * (chunk.logDensity()[point] - logDensity);
      double error = chunk.error()[point];
      squaredError += (error * error - squaredError) / points;
      crps += (chunk.crps()[point] - crps) / points;
      double pit = chunk.pit()[point];
      pitCounts[(int) Math.min(pit * PIT_BINS, PIT_BINS - 1)]++;
      for (int i = 0; i < levels.length; i++) {
        double outside = (1 - levels[i]) / 2;
        if (pit >= outside && pit <= 1 - outside) {
          covered[i]++;
        }
      }
    }
  }

  /**
   * Takes the points of another, scored at the same levels; equal to adding them here but for
   * rounding.
   */
  public void merge(Scoring other) {
    if (!Arrays.equals(levels, other.levels)) {
      throw new IllegalArgumentException("Only scores of the same interval levels can be merged.");
    }
    if (other.points == 0) {
      return;
    }
    long both = points + other.points;
    double share = (double) other.points / both;
    double delta = other.logDensity - logDensity;
    logDensity += delta * share;
    logDensitySquares += other.logDensitySquares + delta * delta * share * points;
    squaredError += (other.squaredError - squaredError) * share;
    crps += (other.crps - crps) * share;
    points = both;
    for (int i = 0; i < levels.length; i++) {
      covered[i] += other.covered[i];
    }
    for (int i = 0; i < PIT_BINS; i++) {
      pitCounts[i] += other.pitCounts[i];
    }
  }

  /** The scores of all points so far. */
  public Scores scores() {
    if (points == 0) {
      throw new IllegalStateException("There are no points to score.");
    }
    List<Coverage> coverage = new ArrayList<>();
    for (int i = 0; i < levels.length; i++) {
      coverage.add(new Coverage(levels[i], (double) covered[i] / points));
    }
    double se = points == 1 ? Double.NaN : Math.sqrt(logDensitySquares / (points - 1) / points);
    return new Scores(
        points, logDensity, se, Math.sqrt(squaredError), crps, coverage, pitCounts.clone());
  }
}
