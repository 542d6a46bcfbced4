package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** From a raw column to the features it becomes, by training rows alone. */
final class ColumnFit {
  /** Text columns with more levels keep the most frequent of them. */
  static final int MOST_LEVELS = 50;

  /** A missing cell is worth a feature of its own from this share of training rows on. */
  private static final double WORTH_AN_INDICATOR = 0.01;

  /** What the levels that are kept must hold of the training rows, and how often each is there. */
  private static final double CARRIES_THE_DATA = 0.5;

  private static final int ROWS_PER_LEVEL = 5;

  /**
   * Beyond this kurtosis a few values would fill the range: that of a normal is 3, of an
   * exponential 9, of a lognormal with a sigma of 1 over 100.
   */
  private static final double HEAVY = 60;

  private final RawColumn raw;
  private final int[] rows;
  private final boolean imputes;
  private final boolean warps;

  /**
   * Of one column.
   *
   * @param rows of training
   * @param imputes whether missing cells are filled in
   * @param warps whether heavy tails are compressed
   */
  ColumnFit(RawColumn raw, int[] rows, boolean imputes, boolean warps) {
    this.raw = raw;
    this.rows = rows;
    this.imputes = imputes;
    this.warps = warps;
  }

  Column column() {
    return switch (raw) {
      case RawColumn.Numbers numbers -> number(numbers);
      case RawColumn.Truths truths ->
          new Column.Truth(
              raw.name(), truths.form(), Math.rint(median(present())), worthAnIndicator());
      case RawColumn.Texts texts -> levels(texts);
      case RawColumn.Times times -> time(times);
    };
  }

  /** Whether it is text with so many levels that few of them would not stand for the rest. */
  boolean hasTooManyLevels() {
    if (!(raw instanceof RawColumn.Texts texts)) {
      return false;
    }
    long[] counts = counts(texts);
    if (seen(counts).length <= MOST_LEVELS) {
      return false;
    }
    long kept = Arrays.stream(mostFrequent(texts, counts)).mapToLong(level -> counts[level]).sum();
    return kept < CARRIES_THE_DATA * rows.length || kept < ROWS_PER_LEVEL * (MOST_LEVELS - 1L);
  }

  private boolean worthAnIndicator() {
    return imputes && raw.missing(rows) >= Math.max(1, WORTH_AN_INDICATOR * rows.length);
  }

  private Column.Number number(RawColumn.Numbers numbers) {
    double[] present = present();
    double median = median(present);
    Column.Warp warp = warps && present.length > 0 ? warp(present, median) : Column.Warp.NONE;
    return new Column.Number(raw.name(), numbers.form(), median, worthAnIndicator(), warp);
  }

  /** In order. */
  private double[] present() {
    return Arrays.stream(rows)
        .mapToDouble(row -> raw.codes()[row])
        .filter(value -> !Double.isNaN(value))
        .sorted()
        .toArray();
  }

  /** The median; 0 where nothing is there. */
  private static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? 0 : sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
  }

  private static Column.Warp warp(double[] sorted, double median) {
    if (!heavy(sorted)) {
      return Column.Warp.NONE;
    }
    double spread = spread(sorted);
    double scale = spread > 0 ? spread : distance(sorted, median);
    return scale > 0 ? new Column.Warp(median, scale) : Column.Warp.NONE;
  }

  /** Half the distance of the quartiles. */
  private static double spread(double[] sorted) {
    int last = sorted.length - 1;
    return last < 0 ? 0 : (sorted[(int) (0.75 * last)] - sorted[(int) (0.25 * last)]) / 2;
  }

  /**
   * Where most values are equal: the median distance of the others from that value. 0 where those
   * are one as well, for of two values any scale makes the same feature.
   */
  private static double distance(double[] sorted, double from) {
    double[] others = Arrays.stream(sorted).filter(value -> value != from).toArray();
    return others[0] == others[others.length - 1]
        ? 0
        : median(Arrays.stream(others).map(value -> Math.abs(value - from)).sorted().toArray());
  }

  private static boolean heavy(double[] sorted) {
    Moments moments = Moments.of(sorted, IntStream.range(0, sorted.length).toArray());
    return !moments.constant()
        && Double.isFinite(moments.span()) // else scaling refuses it, in a sentence
        && kurtosis(sorted, moments) > HEAVY;
  }

  private static double kurtosis(double[] values, Moments moments) {
    double sum = 0;
    for (double value : values) {
      double z = (value - moments.mean()) / moments.deviation();
      sum += z * z * z * z;
    }
    return sum / values.length;
  }

  private Column levels(RawColumn.Texts texts) {
    long[] counts = counts(texts);
    int[] seen = seen(counts);
    boolean pooled = seen.length > MOST_LEVELS;
    List<String> levels = new ArrayList<>();
    for (int level : pooled ? mostFrequent(texts, counts) : seen) {
      levels.add(texts.levels().get(level));
    }
    levels.sort(Comparator.naturalOrder());
    return new Column.Levels(raw.name(), levels, pooled, imputes && raw.missing(rows) > 0);
  }

  /** How often each level is there in training. */
  private long[] counts(RawColumn.Texts texts) {
    long[] counts = new long[texts.levels().size()];
    for (int row : rows) {
      if (!Double.isNaN(raw.codes()[row])) {
        counts[(int) raw.codes()[row]]++;
      }
    }
    return counts;
  }

  private static int[] seen(long[] counts) {
    return IntStream.range(0, counts.length).filter(level -> counts[level] > 0).toArray();
  }

  /**
   * The levels that keep an indicator of their own; of equally frequent ones those whose name comes
   * first.
   */
  private static int[] mostFrequent(RawColumn.Texts texts, long[] counts) {
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingLong(level -> -counts[level])
                .thenComparing(level -> texts.levels().get(level)))
        .limit(MOST_LEVELS - 1)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private Column time(RawColumn.Times times) {
    double[] present = present();
    double first = present.length == 0 ? 0 : present[0];
    return new Column.Time(
        raw.name(), times.form(), times.hours(), first, median(present), worthAnIndicator());
  }
}
