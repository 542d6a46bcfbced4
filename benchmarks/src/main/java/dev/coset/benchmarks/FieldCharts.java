package dev.coset.benchmarks;

import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.report.chart.Svg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The charts of docs/against-the-field.md, from the measurements beside them. */
final class FieldCharts {
  private static final Path FOLDER = Path.of("../docs/results/field");

  private static final Map<String, String> NAMES =
      Map.of(
          "coset", "Coset",
          "forest", "random forest",
          "boosting", "gradient boosting",
          "mlp", "perceptron",
          "ngboost", "NGBoost",
          "laplace", "laplace-torch",
          "gp", "Gaussian process");

  private FieldCharts() {}

  static void run() throws IOException {
    write(accuracyForTime());
    write(chainsPerSecond());
  }

  private static void write(Chart chart) throws IOException {
    Path file = FOLDER.resolve(chart.id() + ".svg");
    Files.writeString(file, Svg.of(chart));
    System.out.println(file.normalize());
  }

  /** One row of a file with a header: cells by their column's name. */
  private static List<Map<String, String>> rows(String name) throws IOException {
    List<String> lines = Files.readAllLines(FOLDER.resolve(name));
    String[] header = lines.getFirst().split(",");
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      Map<String, String> row = new LinkedHashMap<>();
      for (int j = 0; j < header.length; j++) {
        row.put(header[j], cells[j]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static String text(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column));
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(text(row, column));
  }

  private static Chart accuracyForTime() throws IOException {
    List<Mark> methods = new ArrayList<>();
    for (Map<String, String> row : rows("methods.csv")) {
      methods.add(
          point(
              NAMES.getOrDefault(text(row, "method"), text(row, "method")),
              Colour.of(methods.size()),
              number(row, "cpu_seconds"),
              number(row, "behind")));
    }
    List<Mark> sets = new ArrayList<>();
    for (Map<String, String> row : rows("bde.csv")) {
      double[] x = {number(row, "bde_cpu_seconds"), number(row, "coset_cpu_seconds")};
      double[] y = {number(row, "bde_lppd"), number(row, "coset_lppd")};
      sets.add(new Mark.Line("", Colour.GREY, 0.6, 1, false, x, y));
      sets.add(point("bde", Colour.INK, x[0], y[0]));
      sets.add(point("Coset", Colour.BLUE, x[1], y[1]));
    }
    String cpu = "CPU seconds";
    return Chart.of(
        "accuracy-for-time",
        "Predictive accuracy against run time",
        "On tables Coset is nearest to the best of each, and takes longest; beside bde, which"
            + " samples too, it is as good or better in a tenth of the time.",
        "Left, mean distance in log density to the best method of each table against processor"
            + " seconds; right, log density against processor seconds of bde and Coset on six"
            + " sets.",
        Chart.Layout.columns(2),
        List.of(
            Panel.of(
                "27 real tables: nats behind the best, mean",
                Axis.logarithmic(cpu),
                Axis.fromZero("nats behind"),
                methods),
            Panel.of(
                "bde and Coset, the same layers, six problems",
                Axis.logarithmic(cpu),
                Axis.linear("LPPD"),
                sets)));
  }

  private static Mark point(String name, Colour colour, double x, double y) {
    return new Mark.Points(name, colour, 1, 10, new double[] {x}, new double[] {y});
  }

  private static Chart chainsPerSecond() throws IOException {
    List<Map<String, String>> rows = rows("chains.csv");
    List<String> machines = rows.stream().map(row -> text(row, "machine")).distinct().toList();
    List<Mark> marks = new ArrayList<>();
    for (String network : rows.stream().map(row -> text(row, "network")).distinct().toList()) {
      var own = rows.stream().filter(row -> text(row, "network").equals(network)).toList();
      double[] x =
          own.stream().mapToDouble(row -> 1 + machines.indexOf(text(row, "machine"))).toArray();
      double[] y = own.stream().mapToDouble(row -> number(row, "chains_per_second")).toArray();
      Colour colour = Colour.of(marks.size());
      marks.add(new Mark.Line("", colour, 0.6, 1, true, x, y));
      marks.add(new Mark.Points(network, colour, 1, 10, x, y));
    }
    return Chart.of(
        "chains-per-second",
        "Chains a second",
        "The paper's chains, 1024 steps of warm-up each, on its set D_I.",
        "Chains per second on two cores, sixteen, and one GPU, for a small and a large network.",
        Panel.of(
            "D_I, 320 rows",
            Axis.named("", machines),
            Axis.logarithmic("chains per second"),
            marks));
  }
}
