package dev.coset.experiments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * LPPD by dataset, network and method, beside the paper's values. Made of all measurements there
 * are, of whichever call: of each method the largest, and of that all seeds.
 *
 * @param columns methods, in the order of the table
 * @param notes what explains differences, in Markdown
 */
record LppdTable(Experiment experiment, List<Column> columns, String notes) {

  /**
   * A method in the table.
   *
   * @param method the name of its measurements
   * @param heading what the table calls it
   * @param printed the paper's values, by network and dataset
   */
  record Column(String method, String heading, Map<PaperNetwork, Map<PaperData, Printed>> printed) {

    /** Beside nothing. */
    static Column of(String method, String heading) {
      return new Column(method, heading, Map.of());
    }

    Optional<Printed> printed(PaperNetwork network, PaperData data) {
      return Optional.ofNullable(printed.getOrDefault(network, Map.of()).get(data));
    }
  }

  /** The paper's values of a method: LPPD and standard error of each dataset, in its order. */
  static Map<PaperData, Printed> printed(double... values) {
    Map<PaperData, Printed> printed = new EnumMap<>(PaperData.class);
    for (PaperData data : PaperData.values()) {
      int at = 2 * data.ordinal();
      printed.put(data, new Printed(values[at], values[at + 1]));
    }
    return printed;
  }

  private record Row(Column column, Seeds seeds) {
    Measurement first() {
      return seeds.first();
    }

    String compared(Printed printed) {
      double ofDifference = seeds.errorOfOne() * Math.sqrt(1 + 1.0 / seeds.count());
      return printed.compare(seeds.lppd(), first().standardError(), ofDifference);
    }

    String sizes() {
      var m = first();
      String seedCount = seeds.count() == 1 ? "" : ", %d seeds".formatted(seeds.count());
      return "%d x %d (%s)%s"
          .formatted(m.parts(), m.draws(), m.warmup() == 0 ? "converged" : m.warmup(), seedCount);
    }
  }

  void write(Laboratory laboratory) {
    Path folder = laboratory.folder(experiment);
    List<Row> rows = rows(laboratory.measured());
    Output.csv(
        folder.resolve(experiment.name() + ".csv"),
        "data,network,method,parts,draws,warmup,seed,lppd,standard_error,monte_carlo_error,rmse,gradients,seconds,printed,printed_se,compared",
        rows.stream()
            .flatMap(row -> row.seeds().measurements().stream().map(m -> csv(row, m)))
            .toList());
    Output.write(folder.resolve(experiment.name() + ".md"), markdown(rows));
  }

  private List<Row> rows(List<Measurement> measured) {
    List<Row> rows = new ArrayList<>();
    for (PaperNetwork network : PaperNetwork.values()) {
      for (PaperData data : PaperData.values()) {
        for (Column column : columns) {
          List<Measurement> all =
              measured.stream()
                  .filter(m -> m.data() == data && m.network() == network)
                  .filter(m -> m.method().equals(column.method()))
                  .toList();
          Seeds.groups(all).stream()
              .max(
                  Comparator.comparingInt((Seeds s) -> s.first().warmup())
                      .thenComparingInt(s -> s.first().parts())
                      .thenComparingInt(s -> s.first().draws()))
              .ifPresent(seeds -> rows.add(new Row(column, seeds)));
        }
      }
    }
    return rows;
  }

  private static String csv(Row row, Measurement m) {
    Optional<Printed> printed = row.column().printed(m.network(), m.data());
    return String.join(
        ",",
        m.data().toString(),
        m.network().toString(),
        m.method(),
        String.valueOf(m.parts()),
        String.valueOf(m.draws()),
        String.valueOf(m.warmup()),
        String.valueOf(m.seed()),
        String.valueOf(m.lppd()),
        String.valueOf(m.standardError()),
        Double.isNaN(m.monteCarloError()) ? "" : String.valueOf(m.monteCarloError()),
        String.valueOf(m.rmse()),
        String.valueOf(m.gradients()),
        String.valueOf(m.seconds()),
        printed.map(p -> String.valueOf(p.lppd())).orElse(""),
        printed.map(p -> String.valueOf(p.standardError())).orElse(""),
        printed.map(row::compared).orElse(""));
  }

  private String markdown(List<Row> rows) {
    var text = new StringBuilder("# " + experiment.title() + "\n\n");
    text.append(
        """
        Mean log pointwise predictive density on the test rows, larger is better, then its standard error over test points,
        as the paper prints it, and the Monte Carlo error of one run (jackknife over chains or members, else over seeds). Sizes:
        chains or members x draws of each (warm-up steps or epochs). "Agrees": within two standard errors of the
        difference that Monte Carlo error alone makes, and the rounding of print.
        """);
    for (PaperNetwork network : PaperNetwork.values()) {
      List<Row> here = rows.stream().filter(r -> r.first().network() == network).toList();
      if (here.isEmpty()) {
        continue;
      }
      text.append("\n## ").append(network).append("\n\n");
      text.append(
          "| data | method | sizes | LPPD | s.e. | Monte Carlo | printed | compared |\n"
              + "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n");
      for (Row row : here) {
        var m = row.first();
        Optional<Printed> printed = row.column().printed(network, m.data());
        text.append(
            "| %s | %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                    m.data().printed(),
                    row.column().heading(),
                    row.sizes(),
                    number("%.3f", row.seeds().lppd()),
                    number("%.2f", m.standardError()),
                    Double.isNaN(row.seeds().errorOfOne())
                        ? ""
                        : number("%.3f", row.seeds().errorOfOne()),
                    printed
                        .map(
                            p ->
                                number("%.2f", p.lppd())
                                    + " ± "
                                    + number("%.2f", p.standardError()))
                        .orElse(""),
                    printed.map(row::compared).orElse("")));
      }
    }
    return text.append("\n").append(notes).toString();
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
