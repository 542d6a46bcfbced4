package dev.coset.data;

import dev.coset.statistics.Ordered;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
  private final double @Nullable [] weights;
  private final boolean imputes;
  private final boolean warps;

  /**
   * Of one column.
   *
   * @param rows of training
   * @param weights of all rows; null where all are 1
   * @param imputes whether missing cells are filled in
   * @param warps whether heavy tails are compressed
   */
  ColumnFit(
      RawColumn raw, int[] rows, double @Nullable [] weights, boolean imputes, boolean warps) {
    this.raw = raw;
    this.rows = rows;
    this.weights = weights;
    this.imputes = imputes;
    this.warps = warps;
  }

  Column column() {
    return switch (raw) {
      case RawColumn.Numbers numbers -> number(numbers);
      case RawColumn.Truths truths ->
          new Column.Truth(
              raw.name(), truths.form(), Math.rint(present().median()), worthAnIndicator());
      case RawColumn.Texts texts -> levels(texts);
      case RawColumn.Times times -> time(times);
    };
  }

  /** Whether it is text with so many levels that few of them would not stand for the rest. */
  boolean hasTooManyLevels() {
    if (!(raw instanceof RawColumn.Texts texts)) {
      return false;
    }
    double[] counts = counts(texts);
    if (seen(counts).length <= MOST_LEVELS) {
      return false;
    }
    double kept =
        Arrays.stream(mostFrequent(texts, counts)).mapToDouble(level -> counts[level]).sum();
    return kept < CARRIES_THE_DATA * all() || kept < ROWS_PER_LEVEL * (MOST_LEVELS - 1L);
  }

  private boolean worthAnIndicator() {
    return imputes && raw.missing(rows) > 0 && missing() >= WORTH_AN_INDICATOR * all();
  }

  /** The weight of all rows. */
  private double all() {
    return weights == null
        ? rows.length
        : Arrays.stream(rows).mapToDouble(row -> Weighted.of(weights, row)).sum();
  }

  /** The weight of the rows without a value. */
  private double missing() {
    return Arrays.stream(rows)
        .filter(row -> Double.isNaN(raw.codes()[row]))
        .mapToDouble(row -> Weighted.of(weights, row))
        .sum();
  }

  private Column.Number number(RawColumn.Numbers numbers) {
    Ordered present = present();
    double median = present.median();
    Column.Warp warp = warps && !present.isEmpty() ? warp(present, median) : Column.Warp.NONE;
    return new Column.Number(raw.name(), numbers.form(), median, worthAnIndicator(), warp);
  }

  /** In order. */
  private Ordered present() {
    double[] codes = raw.codes();
    int[] known =
        raw.missing(rows) == 0
            ? rows
            : Arrays.stream(rows).filter(row -> !Double.isNaN(codes[row])).toArray();
    double[] values = new double[known.length];
    Arrays.setAll(values, i -> codes[known[i]]);
    return Ordered.of(values, Weighted.select(weights, known));
  }

  private static Column.Warp warp(Ordered sorted, double median) {
    if (!heavy(sorted)) {
      return Column.Warp.NONE;
    }
    double spread = spread(sorted);
    double scale = spread > 0 ? spread : distance(sorted, median);
    return scale > 0 ? new Column.Warp(median, scale) : Column.Warp.NONE;
  }

  /** Half the distance of the quartiles. */
  private static double spread(Ordered sorted) {
    return (sorted.quantile(0.75) - sorted.quantile(0.25)) / 2;
  }

  /**
   * Where most values are equal: the median distance of the others from that value. 0 where those
   * are one as well, for of two values any scale makes the same feature.
   */
  private static double distance(Ordered sorted, double from) {
    Ordered others = sorted.where(value -> value != from, value -> value);
    double[] values = others.values();
    return values[0] == values[values.length - 1]
        ? 0
        : others.where(value -> true, value -> Math.abs(value - from)).median();
  }

  private static boolean heavy(Ordered sorted) {
    int[] all = IntStream.range(0, sorted.values().length).toArray();
    Moments moments = Moments.of(sorted.values(), all, sorted.weights());
    return !moments.constant()
        && Double.isFinite(moments.span()) // else scaling refuses it, in a sentence
        && kurtosis(sorted, moments) > HEAVY;
  }

  private static double kurtosis(Ordered sorted, Moments moments) {
    double sum = 0;
    for (int i = 0; i < sorted.values().length; i++) {
      double z = (sorted.values()[i] - moments.mean()) / moments.deviation();
      sum += Weighted.of(sorted.weights(), i) * z * z * z * z;
    }
    return sum / Weighted.total(sorted.weights(), sorted.values().length);
  }

  private Column levels(RawColumn.Texts texts) {
    double[] counts = counts(texts);
    int[] seen = seen(counts);
    boolean pooled = seen.length > MOST_LEVELS;
    List<String> levels = new ArrayList<>();
    for (int level : pooled ? mostFrequent(texts, counts) : seen) {
      levels.add(texts.levels().get(level));
    }
    levels.sort(Comparator.naturalOrder());
    return new Column.Levels(raw.name(), levels, pooled, imputes && raw.missing(rows) > 0);
  }

  /** How often each level is there in training, by weight. */
  private double[] counts(RawColumn.Texts texts) {
    double[] counts = new double[texts.levels().size()];
    for (int row : rows) {
      if (!Double.isNaN(raw.codes()[row])) {
        counts[(int) raw.codes()[row]] += Weighted.of(weights, row);
      }
    }
    return counts;
  }

  private static int[] seen(double[] counts) {
    return IntStream.range(0, counts.length).filter(level -> counts[level] > 0).toArray();
  }

  /**
   * The levels that keep an indicator of their own; of equally frequent ones those whose name comes
   * first.
   */
  private static int[] mostFrequent(RawColumn.Texts texts, double[] counts) {
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(level -> -counts[level])
                .thenComparing(level -> texts.levels().get(level)))
        .limit(MOST_LEVELS - 1)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private Column time(RawColumn.Times times) {
    Ordered present = present();
    double first = present.isEmpty() ? 0 : present.values()[0];
    return new Column.Time(
        raw.name(), times.form(), times.hours(), first, present.median(), worthAnIndicator());
  }
}
