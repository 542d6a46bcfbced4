package dev.coset.experiments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
   * @param printed what it is compared with, if anything
   */
  record Column(String method, String heading, Optional<PrintedMethod> printed) {

    Column(String method, String heading, PrintedMethod printed) {
      this(method, heading, Optional.of(printed));
    }

    /** Beside nothing. */
    static Column of(String method, String heading) {
      return new Column(method, heading, Optional.empty());
    }
  }

  /**
   * Of one dataset, network and method.
   *
   * @param printed the paper's value
   * @param errorOfPrinted its Monte Carlo error
   */
  private record Row(Column column, Seeds seeds, Optional<Printed> printed, double errorOfPrinted) {
    Measurement first() {
      return seeds.first();
    }

    /** The mean over seeds beside the paper's value. */
    String compared() {
      return compared(seeds.lppd(), first().standardError(), seeds.errorOfMean());
    }

    /** One seed beside it. */
    String compared(Measurement m) {
      double own = m.monteCarloError();
      return compared(m.lppd(), m.standardError(), Double.isNaN(own) ? seeds.errorOfOne() : own);
    }

    private String compared(double lppd, double standardError, double error) {
      return printed
          .map(p -> p.compare(lppd, standardError, Math.hypot(error, errorOfPrinted)))
          .orElse("");
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
        "data,network,method,parts,draws,warmup,seed,lppd,standard_error,monte_carlo_error,rmse,gradients,seconds,printed,printed_se,printed_monte_carlo_error,compared",
        rows.stream()
            .flatMap(row -> row.seeds().measurements().stream().map(m -> csv(row, m)))
            .toList());
    Output.write(folder.resolve(experiment.name() + ".md"), markdown(rows));
  }

  private List<Row> rows(List<Measurement> measured) {
    List<Row> rows = new ArrayList<>();
    for (PaperNetwork network : PaperNetwork.values()) {
      for (PaperData data : PaperData.values()) {
        List<Measurement> here =
            measured.stream().filter(m -> m.data() == data && m.network() == network).toList();
        columns.forEach(column -> row(column, here).ifPresent(rows::add));
      }
    }
    return rows;
  }

  private static Optional<Row> row(Column column, List<Measurement> here) {
    return Seeds.groups(here.stream().filter(m -> m.method().equals(column.method())).toList())
        .stream()
        .max(
            Comparator.comparingInt((Seeds s) -> s.first().warmup())
                .thenComparingInt(s -> s.first().parts())
                .thenComparingInt(s -> s.first().draws()))
        .map(seeds -> row(column, seeds, here));
  }

  private static Row row(Column column, Seeds seeds, List<Measurement> here) {
    Measurement first = seeds.first();
    List<Measurement> same = here.stream().filter(m -> m.warmup() == first.warmup()).toList();
    return new Row(
        column,
        seeds,
        column.printed().flatMap(p -> p.value(first.network(), first.data())),
        column.printed().map(p -> p.monteCarloError(same)).orElse(Double.NaN));
  }

  private static String csv(Row row, Measurement m) {
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
        known(m.monteCarloError()),
        String.valueOf(m.rmse()),
        String.valueOf(m.gradients()),
        String.valueOf(m.seconds()),
        row.printed().map(p -> String.valueOf(p.lppd())).orElse(""),
        row.printed().map(p -> String.valueOf(p.standardError())).orElse(""),
        known(row.errorOfPrinted()),
        row.compared(m));
  }

  private static String known(double error) {
    return Double.isNaN(error) ? "" : String.valueOf(error);
  }

  private String markdown(List<Row> rows) {
    var text = new StringBuilder("# " + experiment.title() + "\n\n");
    text.append(
        """
        Mean log pointwise predictive density on the test rows, larger is better, then its standard error over test points,
        as the paper prints it, and the Monte Carlo error of one run (jackknife over chains or members, else over seeds). Sizes:
        chains or members x draws of each (warm-up steps or epochs). The printed value's own Monte Carlo error is inferred, and at most
        this: our error at the paper's number of parts and draws. "Agrees": within the rounding of print and two standard
        errors of the difference that both Monte Carlo errors make, which says little where they are large. Else, or where they are
        not known, "intervals meet" if those of one standard error over test points do.
        """);
    for (PaperNetwork network : PaperNetwork.values()) {
      List<Row> here = rows.stream().filter(r -> r.first().network() == network).toList();
      if (here.isEmpty()) {
        continue;
      }
      text.append("\n## ").append(network).append("\n\n");
      text.append(
          "| data | method | sizes | LPPD | s.e. | Monte Carlo | printed | its Monte Carlo |"
              + " compared |\n"
              + "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
      for (Row row : here) {
        var m = row.first();
        text.append(
            "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                    m.data().printed(),
                    row.column().heading(),
                    row.sizes(),
                    number("%.3f", row.seeds().lppd()),
                    number("%.2f", m.standardError()),
                    number("%.3f", row.seeds().errorOfOne()),
                    row.printed()
                        .map(
                            p ->
                                number("%.2f", p.lppd())
                                    + " ± "
                                    + number("%.2f", p.standardError()))
                        .orElse(""),
                    number("%.3f", row.errorOfPrinted()),
                    row.compared()));
      }
    }
    return text.append("\n").append(notes).toString();
  }

  /** Empty where it is not known. */
  private static String number(String format, double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
  }
}
