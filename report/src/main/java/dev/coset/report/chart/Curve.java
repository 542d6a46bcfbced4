package dev.coset.report.chart;

import java.util.Arrays;
import java.util.List;

/** A quantity along a count, such as a divergence against the number of chains. */
public final class Curve {
  private static final int MOST = 600;

  private Curve() {}

  /** Values at first, first + 1, ...; of very many some are shown, the last among them. */
  public static Mark.Line line(String name, Colour colour, int first, double[] y) {
    int n = Math.min(y.length, MOST);
    double[] x = new double[n];
    double[] shown = new double[n];
    for (int i = 0; i < n; i++) {
      int from = (int) ((i + 1L) * y.length / n) - 1;
      x[i] = first + from;
      shown[i] = y[from];
    }
    return new Mark.Line(name, colour, x, shown);
  }

  /** The same as dots, for a quantity that jumps. */
  public static Mark.Points dots(String name, Colour colour, int first, double[] y) {
    Mark.Line line = line(name, colour, first, y);
    double size = line.x().length > 200 ? 3 : 6;
    return new Mark.Points(name, colour, 0.8, size, line.x(), line.y());
  }

  /** A quantity of chains, by their number. */
  public static Panel byChain(String title, String label, int[] chain, double[] value) {
    double[] x = Arrays.stream(chain).asDoubleStream().toArray();
    return Panel.of(
        title,
        Axis.whole("chain"),
        Axis.linear(label),
        List.of(new Mark.Points("", Colour.BLUE, 0.75, x.length > 200 ? 3 : 6, x, value)));
  }
}
