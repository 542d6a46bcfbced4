package dev.coset.report;

import dev.coset.data.TargetKind;
import dev.coset.predictive.Slice;
import dev.coset.predictive.Slices;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Calibration in slices of the test rows, not only on the whole. */
final class SliceChart {
  private static final double CONFIDENCE = 0.95;
  private static final int MOST_PANELS = 12;

  private SliceChart() {}

  /** Empty where there are too few test rows to slice. */
  static Optional<Chart> of(RunFigures figures) {
    return figures
        .verdict()
        .slices()
        .filter(slices -> !slices.all().isEmpty())
        .map(slices -> chart(figures, slices));
  }

  private static Chart chart(RunFigures figures, Slices slices) {
    Map<String, List<Slice>> by = new LinkedHashMap<>();
    slices.all().forEach(s -> by.computeIfAbsent(s.by(), name -> new ArrayList<>()).add(s));
    // Those that are off first, so that none is missing where there are too many.
    List<Panel> panels =
        by.entrySet().stream()
            .sorted(
                (a, b) ->
                    Boolean.compare(
                        b.getValue().stream().anyMatch(slices::isOff),
                        a.getValue().stream().anyMatch(slices::isOff)))
            .limit(MOST_PANELS)
            .map(entry -> panel(figures, entry.getKey(), entry.getValue(), slices))
            .toList();
    long off = slices.all().stream().filter(slices::isOff).count();
    return Chart.of(
            "slices",
            switch (figures.kind()) {
              case TargetKind.Number _ -> "Coverage by slice";
              case TargetKind.Classes _ -> "Accuracy by slice";
            },
            switch (figures.kind()) {
                  case TargetKind.Number _ ->
                      "The share of rows inside their 90% intervals, in slices of the test rows,"
                          + " such as the quarter with the largest predictions.";
                  case TargetKind.Classes _ ->
                      "How often the predicted class was right in slices of the test rows (black),"
                          + " and how often it should be (grey).";
                }
                + " Strokes are 95% confidence intervals. Red marks what chance does not explain.",
            "%d slices of the test rows by %d properties; chance does not explain %d of them."
                .formatted(slices.all().size(), by.size(), off),
            Layout.columns(3),
            panels)
        .warning(
            figures.verdict().findings().stream()
                .filter(f -> f.about().equals(Slices.WORST))
                .map(OptionText::of)
                .findFirst());
  }

  private static Panel panel(RunFigures figures, String by, List<Slice> of, Slices slices) {
    double[] x = IntStream.rangeClosed(1, of.size()).asDoubleStream().toArray();
    double[] low = of.stream().mapToDouble(s -> s.interval(CONFIDENCE)[0]).toArray();
    double[] high = of.stream().mapToDouble(s -> s.interval(CONFIDENCE)[1]).toArray();
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark.Intervals("95% interval", Colour.SKY, 0.8, x, low, high));
    marks.add(
        switch (figures.kind()) {
          case TargetKind.Number _ ->
              new Mark.Rule("90%", Colour.GREY, false, of.getFirst().expected());
          case TargetKind.Classes _ ->
              new Mark.Points(
                  "as predicted",
                  Colour.GREY,
                  1,
                  9,
                  x,
                  of.stream().mapToDouble(Slice::expected).toArray());
        });
    String held =
        switch (figures.kind()) {
          case TargetKind.Number _ -> "inside";
          case TargetKind.Classes _ -> "right";
        };
    marks.add(new Mark.Points(held, Colour.INK, 1, 7, x, shares(of, slices, false)));
    if (of.stream().anyMatch(slices::isOff)) {
      marks.add(
          new Mark.Points(
              "not explained by chance", Colour.VERMILLION, 1, 9, x, shares(of, slices, true)));
    }
    return Panel.of(
        by, Axis.named("", of.stream().map(Slice::label).toList()), axis(slices), marks);
  }

  /** The same for all panels. */
  private static Axis.Request axis(Slices slices) {
    double least =
        slices.all().stream()
            .mapToDouble(s -> Math.min(s.interval(CONFIDENCE)[0], s.expected()))
            .min()
            .orElse(0);
    double step = least < 0.5 ? 0.2 : 0.1;
    return Axis.between("share of rows", step * Math.floor(least / step), 1, step);
  }

  private static double[] shares(List<Slice> of, Slices slices, boolean off) {
    return of.stream().mapToDouble(s -> slices.isOff(s) == off ? s.share() : Double.NaN).toArray();
  }
}
