package dev.coset.experiments;

import dev.coset.data.Dataset;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 4: the three synthetic datasets. */
final class Figure4 implements Experiment {
  private static final List<PaperData> DATA =
      List.of(PaperData.SINUSOIDAL, PaperData.IZMAILOV, PaperData.REGRESSION2D);

  /** Of the target where there are two features: from one bound to the next one colour. */
  private enum Level {
    LOWEST("y below \u22121", Colour.BLUE, -1),
    LOW("\u22121 to 0", Colour.SKY, 0),
    HIGH("0 to 1", Colour.ORANGE, 1),
    HIGHEST("above 1", Colour.VERMILLION, Double.POSITIVE_INFINITY);

    private final String shown;
    private final Colour colour;
    private final double below;

    Level(String shown, Colour colour, double below) {
      this.shown = shown;
      this.colour = colour;
      this.below = below;
    }

    static Level of(double y) {
      return Arrays.stream(values()).filter(level -> y < level.below).findFirst().orElse(HIGHEST);
    }
  }

  @Override
  public String name() {
    return "figure4";
  }

  @Override
  public String title() {
    return "Figure 4: the synthetic datasets";
  }

  @Override
  public void run(Laboratory laboratory) {
    List<Panel> panels = new ArrayList<>();
    List<String> csv = new ArrayList<>();
    for (PaperData set : DATA) {
      Dataset data = set.read(laboratory.dataFolder());
      panels.add(data.features().length == 1 ? curve(set, data) : plane(set, data));
      csv.add(summary(set, "y", data.target()));
      for (int j = 0; j < data.features().length; j++) {
        csv.add(summary(set, data.encoding().featureNames().get(j), data.features()[j]));
      }
    }
    Path folder = laboratory.folder(this);
    Output.csv(folder.resolve("figure4.csv"), "data,column,rows,least,greatest,mean,sd", csv);
    Output.chart(
        folder,
        Chart.of(
            "figure4",
            title(),
            "What the networks are fitted to.",
            "All rows of D_S, D_I and D_R.",
            new Chart.Layout(3, 300),
            panels));
    Output.write(
        folder.resolve("figure4.md"),
        """
        # %s

        ![D_S, D_I and D_R](figure4.svg)

        All rows, training and test, as the networks see them: standardised. D_S is a sine with noise, D_I has three clusters of
        inputs with gaps between them, D_R has two inputs, with the target as colour. Nothing is sampled for this figure.
        """
            .formatted(title()));
  }

  private static String summary(PaperData set, String column, double[] values) {
    var range = Arrays.stream(values).summaryStatistics();
    double[] moments = ModePlane.moments(values);
    return "%s,%s,%d,%s,%s,%s,%s"
        .formatted(
            set, column, values.length, range.getMin(), range.getMax(), moments[0], moments[1]);
  }

  private static Panel curve(PaperData set, Dataset data) {
    return Panel.of(
        set.printed(),
        Axis.between("x", -2, 2, 1),
        Axis.between("y", -3, 2, 1),
        List.of(new Mark.Points("", Colour.INK, 0.6, 3.5, data.features()[0], data.target())));
  }

  private static Panel plane(PaperData set, Dataset data) {
    List<Mark> marks = new ArrayList<>();
    for (Level level : Level.values()) {
      int[] rows =
          IntStream.range(0, data.rows())
              .filter(row -> Level.of(data.target()[row]) == level)
              .toArray();
      marks.add(
          new Mark.Points(
              level.shown,
              level.colour,
              0.9,
              5,
              Arrays.stream(rows).mapToDouble(row -> data.features()[0][row]).toArray(),
              Arrays.stream(rows).mapToDouble(row -> data.features()[1][row]).toArray()));
    }
    return Panel.of(
        set.printed(), Axis.between("x1", -2, 2, 1), Axis.between("x2", -2, 2, 1), marks);
  }
}
