package dev.coset.experiments;

import dev.coset.data.Points;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.FunctionDraws;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Functions of groups of draws along the one input: a panel for each group, then all together. */
final class FunctionPanels {
  static final int FUNCTIONS = 40; // of each group at the most
  private static final int GRID = 80;
  private static final int ROWS = 160;

  private final SampledPosterior sampled;
  private final int threads;
  private final double[] x;

  FunctionPanels(SampledPosterior sampled, int threads) {
    this.sampled = sampled;
    this.threads = threads;
    this.x = grid(sampled.study().posterior().data().x()[0], 0.15, GRID);
  }

  /** Evenly over what values cover and a part of it more on either side. */
  static double[] grid(double[] values, double margin, int count) {
    double low = Arrays.stream(values).min().orElseThrow();
    double high = Arrays.stream(values).max().orElseThrow();
    double from = low - margin * (high - low);
    double step = (1 + 2 * margin) * (high - low) / (count - 1);
    double[] grid = new double[count];
    Arrays.setAll(grid, i -> from + i * step);
    return grid;
  }

  /**
   * @param group what a group is called, such as mode
   */
  List<Panel> of(String group, List<Draws> groups) {
    List<Mark> functions = new ArrayList<>();
    for (Draws draws : groups) {
      Colour colour = Colour.of(functions.size());
      Mark.Line lines = FunctionDraws.of("", colour, x, values(draws.evenly(FUNCTIONS)));
      functions.add(new Mark.Line("", colour, 0.6, 0.8, false, lines.x(), lines.y()));
    }
    Points rows = sampled.study().posterior().data().evenly(ROWS);
    Mark data =
        new Mark.Points("training rows", Colour.INK, 0.5, 2.5, rows.x()[0], rows.y().values());
    List<Panel> panels = new ArrayList<>();
    for (int m = 0; m < groups.size(); m++) {
      String title = String.format(Locale.ROOT, "%s %d", group, m + 1);
      panels.add(panel(title, List.of(functions.get(m), data), functions));
    }
    if (groups.size() > 1) {
      List<Mark> all = new ArrayList<>(functions);
      all.add(data);
      panels.add(panel("All together", all, functions));
    }
    return panels;
  }

  static Chart.Layout layout(List<Panel> panels) {
    return panels.size() == 1 ? Chart.Layout.ONE : new Chart.Layout(2, 260);
  }

  private double[][] values(Draws draws) {
    return sampled.values(draws, x, threads);
  }

  private static Panel panel(String title, List<Mark> marks, List<Mark> fitted) {
    return Panel.of(title, Axis.exact("x"), Axis.linear("y"), marks, fitted);
  }

  /** Of each group: mean and standard deviation of its functions along x. */
  List<String> csv(List<Draws> groups) {
    List<String> rows = new ArrayList<>();
    for (int m = 0; m < groups.size(); m++) {
      double[][] f = values(groups.get(m));
      for (int i = 0; i < x.length; i++) {
        int point = i;
        double[] moments = ModePlane.moments(Arrays.stream(f).mapToDouble(v -> v[point]).toArray());
        rows.add("%d,%s,%s,%s".formatted(m + 1, x[i], moments[0], moments[1]));
      }
    }
    return rows;
  }
}
