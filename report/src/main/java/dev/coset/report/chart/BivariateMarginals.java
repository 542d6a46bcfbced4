package dev.coset.report.chart;

import dev.coset.report.chart.Chart.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The matrix of bivariate marginals of a small network's parameters, before and after its symmetry
 * was removed (Figures 3 and 6 of the paper): above the diagonal before, below it after.
 */
public final class BivariateMarginals {
  private BivariateMarginals() {}

  /**
   * @param names of the parameters
   * @param before (parameter, draw)
   * @param after (parameter, draw)
   * @param mode of each draw, from 0
   */
  public static Chart chart(
      String id,
      String title,
      String meaning,
      String alternative,
      List<String> names,
      double[][] before,
      double[][] after,
      int[] mode) {
    int d = names.size();
    List<Panel> panels = new ArrayList<>();
    for (int row = 0; row < d; row++) {
      for (int column = 0; column < d; column++) {
        List<Mark> marks = new ArrayList<>();
        if (column > row) {
          marks.add(dots("before", Colour.GREY, before[column], before[row]));
        } else if (column < row) {
          marks.addAll(byMode(after[column], after[row], mode));
        }
        panels.add(
            Panel.of(
                column == row ? names.get(row) : "",
                Axis.linear(names.get(column)),
                Axis.linear(names.get(row)),
                marks));
      }
    }
    return Chart.of(id, title, meaning, alternative, new Layout(d, 0, Chart.Shape.MATRIX), panels);
  }

  /** Points coloured by mode. */
  static List<Mark> byMode(double[] x, double[] y, int[] mode) {
    int modes = 0;
    for (int m : mode) {
      modes = Math.max(modes, m + 1);
    }
    List<Mark> marks = new ArrayList<>();
    for (int m = 0; m < modes; m++) {
      String name = modes == 1 ? "after" : "after, mode " + (m + 1);
      marks.add(dots(name, Colour.of(m), some(x, mode, m), some(y, mode, m)));
    }
    return marks;
  }

  private static double[] some(double[] values, int[] mode, int wanted) {
    return IntStream.range(0, values.length)
        .filter(g -> mode[g] == wanted)
        .mapToDouble(g -> values[g])
        .toArray();
  }

  private static Mark.Points dots(String name, Colour colour, double[] x, double[] y) {
    return new Mark.Points(name, colour, 0.6, 2.5, x, y);
  }
}
