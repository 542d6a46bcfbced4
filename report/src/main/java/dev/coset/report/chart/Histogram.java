package dev.coset.report.chart;

import java.util.Arrays;

/** How often values fall into bins of equal width. */
public final class Histogram {
  private Histogram() {}

  /** About as many bins as the root of the number of values, at most 40; round at the edges. */
  public static Mark.Bars of(String name, Colour colour, double[] values) {
    double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
    Axis axis = Axis.linear("").fit(Arrays.stream(finite));
    int perStep = Math.max(1, (int) Math.ceil(Math.min(40, Math.sqrt(finite.length)) / 5.0));
    int bins = perStep * (int) Math.round((axis.high() - axis.low()) / axis.step());
    return of(name, colour, finite, axis.low(), axis.high(), bins);
  }

  /** Whole numbers, each in a bin of its own. */
  public static Mark.Bars ofIntegers(String name, Colour colour, double[] values) {
    int least = (int) Arrays.stream(values).min().orElse(0);
    int greatest = (int) Arrays.stream(values).max().orElse(0);
    return of(name, colour, values, least - 0.5, greatest + 0.5, greatest - least + 1);
  }

  static Mark.Bars of(
      String name, Colour colour, double[] values, double low, double high, int bins) {
    double[] from = new double[bins];
    double[] to = new double[bins];
    double[] count = new double[bins];
    for (int bin = 0; bin < bins; bin++) {
      from[bin] = low + bin * (high - low) / bins;
      to[bin] = low + (bin + 1) * (high - low) / bins;
    }
    for (double value : values) {
      int bin = (int) Math.floor((value - low) / (high - low) * bins);
      count[Math.clamp(bin, 0, bins - 1)]++;
    }
    return new Mark.Bars(name, colour, 0.85, from, to, count);
  }
}
