package dev.coset.report;

import dev.coset.data.Column;
import dev.coset.data.Scaling;
import dev.coset.model.ColumnInputs;
import dev.coset.model.Study;
import dev.coset.report.chart.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of the data as it is standardised, and the values at which to look at it.
 *
 * @param inputs those of the column
 * @param values (value, of the inputs), standardised
 * @param shown the same as numbers on an axis: in the units of the data, or 1, 2, ... for names
 * @param rug the values of some training rows as numbers on that axis; none for names
 * @param names of the values of a column of text, or of yes and no; none for a numeric one
 */
record Inputs(
    String name,
    int[] inputs,
    double[][] values,
    double[] shown,
    double[] rug,
    List<String> names) {
  private static final int RUG = 100;
  private static final int GRID = 24;
  private static final int MOST_LEVELS = 10;
  private static final int FEWEST_ROWS = 5; // of a level
  private static final double LEAST_SHARE = 0.01;

  /** The columns that are not constant, in order. */
  static List<Inputs> of(Study study) {
    Scaling scaling = study.scaling();
    double[][] train = study.standardised();
    return ColumnInputs.of(study).stream().map(of -> of(of, scaling, train)).toList();
  }

  private static Inputs of(ColumnInputs of, Scaling scaling, double[][] train) {
    int[] inputs = of.inputs();
    return switch (of.column()) {
      case Column.Levels levels -> text(levels, of.from(), inputs, scaling, train[0].length);
      case Column.Truth truth -> truth(truth, inputs[0], scaling);
      case Column.Number number -> numeric(number, inputs[0], scaling, train[inputs[0]]);
      case Column.Time time -> numeric(time, inputs[0], scaling, train[inputs[0]]);
    };
  }

  boolean numeric() {
    return names.isEmpty();
  }

  /** Along the values, without a label. */
  Axis.Request axis() {
    return numeric() ? Axis.exact("") : Axis.named("", names);
  }

  /** From the 1st to the 99th percentile, where nearly all training rows lie. */
  private static Inputs numeric(Column column, int input, Scaling scaling, double[] x) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    double low = sorted[sorted.length / 100];
    double high = sorted[sorted.length - 1 - sorted.length / 100];
    if (!(low < high)) {
      low = sorted[0];
      high = sorted[sorted.length - 1];
    }
    double[][] values = new double[GRID][1];
    double[] shown = new double[GRID];
    for (int v = 0; v < GRID; v++) {
      values[v][0] = low + v * (high - low) / (GRID - 1);
      shown[v] = shown(column, scaling, input, values[v][0]);
    }
    double least = low;
    double greatest = high;
    int many = Math.min(RUG, x.length);
    double[] rug =
        IntStream.range(0, many)
            .mapToDouble(i -> x[(int) ((long) i * x.length / many)])
            .filter(v -> v >= least && v <= greatest)
            .map(v -> shown(column, scaling, input, v))
            .toArray();
    String name = column instanceof Column.Time ? column.name() + " (days)" : column.name();
    return new Inputs(name, new int[] {input}, values, shown, rug, List.of());
  }

  private static double shown(Column column, Scaling scaling, int input, double standard) {
    double feature = original(scaling, input, standard);
    return column instanceof Column.Number n ? n.warp().original(feature) : feature;
  }

  private static Inputs truth(Column.Truth column, int input, Scaling scaling) {
    double[][] values = {{standard(scaling, input, 0)}, {standard(scaling, input, 1)}};
    return new Inputs(
        column.name(),
        new int[] {input},
        values,
        new double[] {1, 2},
        new double[0],
        List.of("no", "yes"));
  }

  /**
   * The most frequent levels; the mean of an indicator is its level's share. The model uncertainty
   * of a level in a few rows would dwarf that of the others.
   */
  private static Inputs text(
      Column.Levels column, int from, int[] inputs, Scaling scaling, int rows) {
    Integer[] common = new Integer[inputs.length];
    Arrays.setAll(common, i -> i);
    Arrays.sort(common, Comparator.comparing(i -> -scaling.means()[inputs[i]]));
    double least = Math.max(FEWEST_ROWS, LEAST_SHARE * rows) / rows;
    long frequent =
        Arrays.stream(common).filter(i -> scaling.means()[inputs[i]] >= least - 1e-9).count();
    int count = Math.min(Math.min(MOST_LEVELS, common.length), Math.max(2, (int) frequent));
    double[][] values = new double[count][inputs.length];
    double[] shown = new double[count];
    List<String> names = new ArrayList<>();
    for (int v = 0; v < count; v++) {
      for (int i = 0; i < inputs.length; i++) {
        double indicator = i == common[v] ? 1 : 0;
        values[v][i] = standard(scaling, inputs[i], indicator);
      }
      shown[v] = v + 1;
      String feature = column.featureNames().get(scaling.kept()[inputs[common[v]]] - from);
      names.add(feature.substring(column.name().length() + 1));
    }
    String name =
        count == common.length
            ? column.name()
            : "%s (%d of %d levels)".formatted(column.name(), count, common.length);
    return new Inputs(name, inputs, values, shown, new double[0], names);
  }

  private static double standard(Scaling scaling, int input, double value) {
    return (value - scaling.means()[input]) / scaling.deviations()[input];
  }

  /** A standardised value of a network's input in the units of the data. */
  static double original(Scaling scaling, int input, double standard) {
    double deviation = scaling.deviations()[input];
    double value = Math.fma(standard, deviation, scaling.means()[input]);
    return Math.abs(value) < 1e-9 * deviation ? 0 : value; // what standardising made of a 0
  }
}
