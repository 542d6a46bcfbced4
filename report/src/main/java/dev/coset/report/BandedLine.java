package dev.coset.report;

import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The mean of the draws' lines, with the band that holds 90% of them: model uncertainty. */
record BandedLine(double[] line, double[] low, double[] high) {
  private static final double ROUNDING = 1e-12;

  /**
   * Of weighted draws.
   *
   * @param functions (draw, point)
   * @param weights (draw), which sum to 1
   */
  static BandedLine of(double[][] functions, double[] weights) {
    int n = functions[0].length;
    var banded = new BandedLine(new double[n], new double[n], new double[n]);
    for (int point = 0; point < n; point++) {
      int i = point;
      for (int g = 0; g < weights.length; g++) {
        banded.line[i] += weights[g] * functions[g][i];
      }
      int[] order =
          IntStream.range(0, weights.length)
              .boxed()
              .sorted(Comparator.comparing(g -> functions[g][i]))
              .mapToInt(g -> g)
              .toArray();
      banded.low[i] = functions[quantile(order, weights, 0.05)][i];
      banded.high[i] = functions[quantile(order, weights, 0.95)][i];
    }
    return banded;
  }

  /** The first draw up to which draws of so much weight lie. */
  private static int quantile(int[] order, double[] weights, double p) {
    double below = 0;
    for (int g : order) {
      below += weights[g];
      if (below >= p - ROUNDING) {
        return g;
      }
    }
    return order[order.length - 1];
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
