package dev.coset.predictive;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tests the calibration of predictive distributions by their PIT values: the whole probability
 * integral transform (PIT) {@code F(y)} at once, which is uniform where the predictive is
 * calibrated (Dawid 1984). Two curves are tested together. The share of targets inside the central
 * intervals of 10% to 95% shows predictions that are too wide or too narrow; the share below the
 * quantiles of 5% to 95% shows predictions that are too high or too low. The curves of a calibrated
 * model leave their {@linkplain SimultaneousBands bands} anywhere with a probability of 1%.
 *
 * <p>Rows of one group may all err together. So a group counts as one row, whose share held is the
 * mean over its rows, and the bands are those of as many independent rows as there are groups. The
 * mean of a group scatters at most as a single row does, so no dependence within groups makes the
 * test reject a calibrated model more often.
 */
public final class PitCalibration {
  /** How many quantiles are looked at: 5%, 10% to 95%. */
  static final int QUANTILES = 19;

  /** How many central intervals are looked at: 10%, 15% to 95%. */
  static final int INTERVALS = 18;

  private static final int MIDDLE = SimultaneousBands.BINS / 2;
  private static final double ROUNDING = 1e-9; // of sums of weights

  private final SimultaneousBands bands;
  private final int units;
  private final double[] counts; // below each quantile, then inside each interval

  PitCalibration(SimultaneousBands bands, double[] binned) {
    this.bands = bands;
    this.units = units(binned);
    this.counts = counts(binned);
  }

  /** Of scores of independent rows. */
  public static PitCalibration of(RegressionScores scores) {
    return of(scores.pitCounts());
  }

  /** Of test rows, by group where they are grouped. */
  public static PitCalibration of(TestRows.OfNumbers rows) {
    return of(binned(rows.pit(), rows.weights(IntStream.range(0, rows.count()).toArray())));
  }

  private static PitCalibration of(double[] binned) {
    return new PitCalibration(SimultaneousBands.of(units(binned)), binned);
  }

  /** The weight of values in each bin. */
  static double[] binned(double[] pit, double[] weight) {
    double[] binned = new double[SimultaneousBands.BINS];
    for (int i = 0; i < pit.length; i++) {
      binned[bin(pit[i])] += weight[i];
    }
    return binned;
  }

  static int bin(double pit) {
    return (int) Math.min(pit * SimultaneousBands.BINS, SimultaneousBands.BINS - 1);
  }

  private static int units(double[] binned) {
    return (int) Math.round(Arrays.stream(binned).sum());
  }

  /** The probability with which a value is counted. */
  static double nominal(int k) {
    return k < QUANTILES ? 0.05 * (k + 1) : 0.05 * (k - QUANTILES + 2);
  }

  /** How many values lie below each quantile, then inside each central interval. */
  static double[] counts(double[] binned) {
    double[] below = new double[binned.length + 1];
    for (int bin = 0; bin < binned.length; bin++) {
      below[bin + 1] = below[bin] + binned[bin];
    }
    double[] counts = new double[QUANTILES + INTERVALS];
    for (int k = 0; k < QUANTILES; k++) {
      counts[k] = below[2 * (k + 1)];
    }
    for (int k = 0; k < INTERVALS; k++) {
      counts[QUANTILES + k] = below[MIDDLE + k + 2] - below[MIDDLE - k - 2];
    }
    return counts;
  }

  /** How many independent rows or groups of rows are tested. */
  public int units() {
    return units;
  }

  /** The probability of curves so far from those expected, if the model is calibrated. */
  public double probability() {
    return bands.probability(pointwise(worst()));
  }

  /** Whether a curve leaves its band. */
  public boolean isOff() {
    return probability() <= SimultaneousBands.FALSE_ALARM;
  }

  private double pointwise(int k) {
    double expected = units * nominal(k);
    // Means of groups lie between whole numbers: outside the band where the number is.
    double outward =
        counts[k] < expected ? Math.floor(counts[k] + ROUNDING) : Math.ceil(counts[k] - ROUNDING);
    return bands.pointwise(k, (int) outward);
  }

  private int worst() {
    int worst = 0;
    double least = 2;
    for (int k = 0; k < counts.length; k++) {
      double p = pointwise(k);
      if (p < least) {
        least = p;
        worst = k;
      }
    }
    return worst;
  }

  /** The level at which the curves are furthest from what is expected. */
  public Level mostExtreme() {
    int k = worst();
    return new Level(k >= QUANTILES, nominal(k), counts[k] / units);
  }

  /**
   * One level of a curve.
   *
   * @param isInterval whether a central interval, else a quantile
   * @param nominal the share of rows that should lie inside or below
   * @param share the share that does
   */
  public record Level(boolean isInterval, double nominal, double share) {}

  /** The share of rows inside central intervals, by level. */
  public Curve coverage() {
    return curve(QUANTILES, INTERVALS);
  }

  /** The share of rows below predicted quantiles, by level. */
  public Curve quantiles() {
    return curve(0, QUANTILES);
  }

  private Curve curve(int from, int size) {
    double[][] of = new double[4][size];
    for (int i = 0; i < size; i++) {
      int[] range = bands.range(from + i);
      of[0][i] = nominal(from + i);
      of[1][i] = counts[from + i] / units;
      of[2][i] = (double) range[0] / units;
      of[3][i] = (double) range[1] / units;
    }
    return new Curve(of[0], of[1], of[2], of[3]);
  }

  /**
   * Observed shares and their band.
   *
   * @param nominal (level) the share expected
   * @param share (level) the share observed
   * @param low (level) the band's lower edge
   * @param high (level) the band's upper edge
   */
  public record Curve(double[] nominal, double[] share, double[] low, double[] high) {
    /** Whether the band holds a level. */
    public boolean holds(int level) {
      return share[level] > low[level] - ROUNDING && share[level] < high[level] + ROUNDING;
    }

    /** How many levels lie outside the band. */
    public long outside() {
      return IntStream.range(0, share.length).filter(level -> !holds(level)).count();
    }
  }
}
