package dev.coset.report;

import dev.coset.data.TargetKind;
import dev.coset.data.TargetScale;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import dev.coset.sensitivity.CorrelatedColumns;
import dev.coset.sensitivity.Sensitivity;
import dev.coset.sensitivity.Sensitivity.Index;
import dev.coset.sensitivity.Sensitivity.OfColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** How much each column matters. */
final class ImportanceChart {
  private static final int SHOWN = 12;
  private static final double ASIDE = 0.15; // of the places of names

  private ImportanceChart() {}

  static Chart of(RunFigures figures, Dependence dependence) {
    Sensitivity sensitivity = dependence.sensitivity();
    List<OfColumn> columns = sensitivity.columns().stream().limit(SHOWN).toList();
    OfColumn first = columns.getFirst();
    String what =
        switch (figures.kind()) {
          case TargetKind.Number _ ->
              figures.study().configuration().targetScale() == TargetScale.LOG
                  ? "predicted logarithm of " + figures.target()
                  : "predicted " + figures.target();
          case TargetKind.Classes _ -> "probabilities";
        };
    List<Mark> marks = new ArrayList<>();
    marks.addAll(marks("alone", Colour.BLUE, -ASIDE, columns, OfColumn::first));
    marks.addAll(marks("with others", Colour.ORANGE, ASIDE, columns, OfColumn::total));
    return Chart.of(
        "importance",
        "Most important columns",
        "How much of the variance of the %s each column explains, alone and with others (first-order and total Sobol indices). Strokes are model uncertainty (epistemic), 90%%.%s %s"
            .formatted(
                what, dependence.note(), CorrelatedColumns.sentence(sensitivity.correlated())),
        "%s matters most. It explains %s of the variance alone, and %s with others."
            .formatted(
                first.column().name(),
                Numbers.percent(first.first().mean()),
                Numbers.percent(first.total().mean())),
        Panel.of(
            "",
            Axis.named("", columns.stream().map(c -> c.column().name()).toList()),
            Axis.between("share of the variance", 0, 1, 0.2),
            marks));
  }

  private static List<Mark> marks(
      String name,
      Colour colour,
      double aside,
      List<OfColumn> columns,
      Function<OfColumn, Index> index) {
    List<Index> of = columns.stream().map(index).toList();
    double[] x = IntStream.rangeClosed(1, of.size()).mapToDouble(i -> i + aside).toArray();
    return List.of(
        new Mark.Intervals(
            "",
            colour,
            0.6,
            x,
            of.stream().mapToDouble(Index::low).toArray(),
            of.stream().mapToDouble(i -> Math.min(1, i.high())).toArray()),
        new Mark.Points(
            name, colour, 1, 8, x, of.stream().mapToDouble(i -> Math.min(1, i.mean())).toArray()));
  }
}
