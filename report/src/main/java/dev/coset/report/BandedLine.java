package dev.coset.report;

import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import java.util.Arrays;
import java.util.List;

/** A line with the band that holds 90% of the draws' own lines: what is known, and how well. */
record BandedLine(double[] line, double[] low, double[] high) {

  /**
   * @param functions (draw, point)
   */
  static BandedLine of(double[] line, double[][] functions) {
    int n = line.length;
    var banded = new BandedLine(line, new double[n], new double[n]);
    for (int i = 0; i < n; i++) {
      int point = i;
      double[] f = Arrays.stream(functions).mapToDouble(of -> of[point]).sorted().toArray();
      banded.low[i] = f[(int) (0.05 * (f.length - 1))];
      banded.high[i] = f[(int) Math.ceil(0.95 * (f.length - 1))];
    }
    return banded;
  }

  /** About the mean of the draws' lines. */
  static BandedLine ofMean(double[][] functions) {
    double[] mean = new double[functions[0].length];
    for (double[] f : functions) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += f[i] / functions.length;
      }
    }
    return of(mean, functions);
  }

  /**
   * @param numeric whether x are numbers; else places of names, between which there is nothing
   */
  List<Mark> marks(
      String name, Colour colour, String bandName, Colour bandColour, double[] x, boolean numeric) {
    return numeric
        ? List.of(
            new Mark.Band(bandName, bandColour, 0.3, x, low, high),
            new Mark.Line(name, colour, x, line))
        : List.of(
            new Mark.Intervals(bandName, bandColour, 0.6, x, low, high),
            new Mark.Points(name, colour, 1, 7, x, line));
  }
}
