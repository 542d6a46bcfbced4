package dev.coset.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A direction of a panel, its range and ticks.
 *
 * @param logarithmic whether equal factors are equal distances; the range is then whole decades
 * @param step between ticks; a factor on a logarithmic axis
 * @param names of the places 1, 2, ..., where the axis has names for numbers
 */
public record Axis(
    String label, boolean logarithmic, double low, double high, double step, List<String> names) {
  private static final int STEPS = 5;

  /** What an axis is to be, before it has seen the marks. */
  @FunctionalInterface
  public interface Request {
    Axis fit(DoubleStream seen);
  }

  public Axis {
    names = List.copyOf(names);
  }

  /** Covers all marks, with ticks at round numbers. */
  public static Request linear(String label) {
    return seen -> linear(label, seen);
  }

  /** Ends where the marks end, with ticks at round numbers in between. */
  public static Request exact(String label) {
    return seen -> {
      double[] values = seen.filter(Double::isFinite).toArray();
      Axis round = linear(label, Arrays.stream(values));
      var range = Arrays.stream(values).summaryStatistics();
      return range.getCount() > 0 && range.getMin() < range.getMax()
          ? new Axis(label, false, range.getMin(), range.getMax(), round.step, List.of())
          : round;
    };
  }

  /** Like {@link #linear}, and 0 is seen too. */
  public static Request fromZero(String label) {
    return seen -> linear(label, DoubleStream.concat(DoubleStream.of(0), seen));
  }

  /** Like {@link #linear}, of things that are whole, such as depths. */
  public static Request whole(String label) {
    return seen -> linear(label, seen, 1);
  }

  /** Like {@link #fromZero}, of how many there are. */
  public static Request count(String label) {
    return seen -> linear(label, DoubleStream.concat(DoubleStream.of(0), seen), 1);
  }

  /** Covers all positive values in whole decades. */
  public static Request logarithmic(String label) {
    return seen -> {
      var positive = seen.filter(v -> v > 0 && Double.isFinite(v)).summaryStatistics();
      double low = positive.getCount() == 0 ? 0.1 : positive.getMin();
      double high = positive.getCount() == 0 ? 1 : positive.getMax();
      int from = (int) Math.floor(Math.log10(low) + 1e-9);
      int to = Math.max(from + 1, (int) Math.ceil(Math.log10(high) - 1e-9));
      int step = Math.ceilDiv(to - from, STEPS);
      return new Axis(label, true, power(from), power(to), power(step), List.of());
    };
  }

  /** Names at 1, 2, ... */
  public static Request named(String label, List<String> names) {
    return seen -> new Axis(label, false, 0, names.size() + 1, 1, names);
  }

  /** A range as it is given. */
  public static Request between(String label, double low, double high, double step) {
    return seen -> new Axis(label, false, low, high, step, List.of());
  }

  private static Axis linear(String label, DoubleStream seen) {
    return linear(label, seen, 0);
  }

  private static Axis linear(String label, DoubleStream seen, double leastStep) {
    var finite = seen.filter(Double::isFinite).summaryStatistics();
    double low = finite.getCount() == 0 ? 0 : finite.getMin();
    double high = finite.getCount() == 0 ? 1 : finite.getMax();
    if (!(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)))) {
      double around = low == 0 ? 1 : Math.abs(low) / 2;
      low -= around;
      high += around;
    }
    double step = Math.max(leastStep, roundStep((high - low) / STEPS));
    return new Axis(
        label,
        false,
        step * Math.floor(low / step + 1e-6),
        step * Math.ceil(high / step - 1e-6),
        step,
        List.of());
  }

  /** The least of 1, 2 and 5 times a power of ten that is not below a number by much. */
  private static double roundStep(double least) {
    double decade = power((int) Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * decade >= least * 0.8) {
        return factor * decade;
      }
    }
    return 10 * decade;
  }

  /** Exactly rounded, unlike Math.pow. */
  private static double power(int exponent) {
    return Double.parseDouble("1e" + exponent);
  }

  /** Where a value lies between the ends, 0 and 1. */
  double place(double value) {
    return logarithmic
        ? Math.log(value / low) / Math.log(high / low)
        : (value - low) / (high - low);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double tick = low; tick < high * 1.001; tick *= step) {
        ticks.add(tick);
      }
      return ticks;
    }
    long last = (long) Math.floor(high / step + 1e-6);
    for (long i = (long) Math.ceil(low / step - 1e-6); i <= last; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** How its numbers are written. */
  Unit unit() {
    return logarithmic
        ? Unit.logarithmic(low, high)
        : Unit.linear(Math.max(Math.abs(low), Math.abs(high)));
  }

  /** What stands at a tick; nothing at the ends of named places. */
  String text(double tick) {
    if (names.isEmpty()) {
      return unit().text(tick);
    }
    int place = (int) Math.round(tick);
    return place >= 1 && place <= names.size() ? names.get(place - 1) : "";
  }
}
