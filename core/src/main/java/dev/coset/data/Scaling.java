package dev.coset.data;

import dev.coset.distribution.ClampRange;
import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Standardisation to mean 0 and standard deviation 1, as fitted on some rows. The divisor of the
 * variance is n, which is how the paper's own standardised sets come out at exactly 1. Features
 * constant on those rows are dropped. A missing value becomes 0, its mean. Networks see the
 * features themselves, or components of them. The arrays are shared, not copied: treat them as
 * fixed.
 *
 * @param kept the features used, in order
 * @param means of the kept features
 * @param deviations of the kept features
 * @param target of the target
 * @param leftOut names of the other features
 * @param components of the kept features, which networks see in their place; null where they see
 *     the features
 */
public record Scaling(
    int[] kept,
    double[] means,
    double[] deviations,
    TargetScaling target,
    List<String> leftOut,
    @Nullable PrincipalComponents components) {
  private static final double REACH = 1e30; // single precision ends at 3e38, before any weight

  /** The divisor of what says that a cell was missing: its deviation where half of them are. */
  private static final double OF_INDICATORS = 0.5;

  public Scaling {
    leftOut = List.copyOf(leftOut);
    if (kept.length != means.length || kept.length != deviations.length) {
      throw new IllegalArgumentException("Every kept feature needs a mean and a deviation.");
    }
  }

  /**
   * The scaling by the weighted mean and deviation of the given rows; missing values do not count.
   *
   * @throws InputException where there are fewer than 2 rows, or target or all features are
   *     constant on them
   */
  public static Scaling fit(Dataset dataset, int[] rows) {
    return fit(dataset, rows, TargetScale.LINEAR);
  }

  /** The same with the target on some scale. */
  public static Scaling fit(Dataset dataset, int[] rows, TargetScale scale) {
    if (rows.length < 2) {
      throw new InputException(
          "There %s to train on, but at least 2 are needed: add rows."
              .formatted(rows.length == 1 ? "is only 1 row" : "are no rows"));
    }
    Column column = dataset.encoding().target();
    TargetScaling target =
        switch (dataset.encoding().kind()) {
          case TargetKind.Number _ ->
              TargetScaling.numbers(
                  scale, dataset.target(), rows, dataset.weights(), column.name());
          case TargetKind.Classes _ -> TargetScaling.classes(column, scale);
        };
    double[][] features = dataset.features();
    List<String> names = dataset.encoding().featureNames();
    Moments[] moments =
        PerColumn.list(features.length, j -> Moments.of(features[j], rows, dataset.weights()))
            .toArray(Moments[]::new);
    Arrays.setAll(moments, j -> checked(names.get(j), moments[j]));
    double[] divisors = divisors(dataset.encoding(), moments);
    int[] kept = new int[features.length];
    double[] means = new double[features.length];
    double[] deviations = new double[features.length];
    List<String> leftOut = new ArrayList<>();
    int k = 0;
    for (int j = 0; j < features.length; j++) {
      if (moments[j].constant()) {
        leftOut.add(names.get(j));
      } else {
        kept[k] = j;
        means[k] = moments[j].mean();
        deviations[k++] = divisors[j];
      }
    }
    if (k == 0) {
      throw new InputException(
          ("All features (%s) are constant on the training rows, so there is nothing to learn from."
                  + " Add a column or other rows.")
              .formatted(Quoted.names(leftOut)));
    }
    return new Scaling(
        Arrays.copyOf(kept, k),
        Arrays.copyOf(means, k),
        Arrays.copyOf(deviations, k),
        target,
        leftOut,
        null);
  }

  /**
   * The same with components of the features in their place where these outnumber the rows that it
   * was fitted on.
   */
  public Scaling withComponents(Dataset dataset, int[] rows) {
    return PrincipalComponents.of(
            standardise(dataset, rows), Weighted.select(dataset.weights(), rows))
        .map(of -> new Scaling(kept, means, deviations, target, leftOut, of))
        .orElse(this);
  }

  /** The same with moments of the target clamped to a range; null where it has none. */
  public Scaling clampedTo(@Nullable ClampRange range) {
    return new Scaling(kept, means, deviations, target.clampedTo(range), leftOut, components);
  }

  /** The same with moments of the target clamped by the targets of training rows. */
  public Scaling clampedBy(Dataset dataset, int[] train) {
    return new Scaling(
        kept, means, deviations, target.clampedBy(dataset.target(), train), leftOut, components);
  }

  /**
   * (feature): its own deviation, or that of all levels of its column together. A cell that is
   * rarely missing would be far out by its own.
   */
  private static double[] divisors(Encoding encoding, Moments[] moments) {
    double[] divisors = Arrays.stream(moments).mapToDouble(Moments::deviation).toArray();
    encoding.each(
        (column, first) -> {
          if (column instanceof Column.Levels) {
            int end = first + column.features();
            double variance = 0;
            for (int j = first; j < end; j++) {
              variance += moments[j].deviation() * moments[j].deviation();
            }
            Arrays.fill(divisors, first, end, Math.sqrt(variance));
          }
          if (column.indicator()) {
            divisors[first + column.features() - 1] = OF_INDICATORS;
          }
        });
    return divisors;
  }

  /** The number of inputs the network has. */
  public int inputs() {
    return components == null ? kept.length : components.count();
  }

  /** A sentence that names the dropped features, if any. */
  public List<Message> warnings() {
    return leftOut.isEmpty()
        ? List.of()
        : List.of(
            Message.of("Dropped as constant on the training rows: %s.", Quoted.names(leftOut)));
  }

  /** A sentence about new rows that have another value in a dropped column, if there are any. */
  public Optional<String> unlike(long rows) {
    return rows == 0
        ? Optional.empty()
        : Optional.of(
            "%d %s another value in a column that was constant in training (%s). The model ignores such columns."
                .formatted(rows, rows == 1 ? "row has" : "rows have", Quoted.names(leftOut)));
  }

  /** Rows of a dataset as the network sees them. */
  public Points points(Dataset dataset, int[] rows) {
    double[] y = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      y[i] = target.standard(dataset.target()[rows[i]]);
    }
    return new Points(
        inputs(standardise(dataset, rows)),
        new Targets(y, target.kind(), Weighted.select(dataset.weights(), rows)),
        oneHots(dataset.encoding()));
  }

  /** The inputs that are levels of one text column; none where networks see components. */
  public List<OneHot> oneHots(Encoding encoding) {
    List<OneHot> oneHots = new ArrayList<>();
    encoding.each(
        (column, first) -> {
          int[] inputs =
              IntStream.range(0, kept.length)
                  .filter(k -> kept[k] >= first && kept[k] < first + column.features())
                  .toArray();
          if (column instanceof Column.Levels && inputs.length > 0 && components == null) {
            oneHots.add(
                new OneHot(
                    inputs[0],
                    Arrays.stream(inputs).mapToDouble(k -> standard(k, 0)).toArray(),
                    Arrays.stream(inputs).mapToDouble(k -> standard(k, 1)).toArray()));
          }
        });
    return oneHots;
  }

  /** A table as the network sees it; without targets where the table has none. */
  public Points points(EncodedRows table) {
    return new Points(inputs(standardise(table.features())), targets(table));
  }

  private Targets targets(EncodedRows table) {
    double[] y = table.target();
    return y == null
        ? Targets.NONE
        : new Targets(
            Arrays.stream(y).map(target::standard).toArray(), target.kind(), table.weights());
  }

  /**
   * What the network sees of standardised features.
   *
   * @param standardised (kept feature, row)
   * @return (input, row)
   */
  public double[][] inputs(double[][] standardised) {
    return components == null ? standardised : components.at(standardised);
  }

  /** The kept features of rows of a dataset, standardised (kept feature, row). */
  public double[][] standardise(Dataset dataset, int[] rows) {
    double[][] features = dataset.features();
    check(features.length);
    double[][] x = new double[kept.length][rows.length];
    for (int k = 0; k < kept.length; k++) {
      for (int i = 0; i < rows.length; i++) {
        x[k][i] = standard(k, features[kept[k]][rows[i]]);
      }
    }
    return x;
  }

  /**
   * Returns the kept features, standardised.
   *
   * @param features (feature, row)
   * @return (kept feature, row)
   */
  public double[][] standardise(double[][] features) {
    check(features.length);
    double[][] x = new double[kept.length][];
    for (int k = 0; k < kept.length; k++) {
      double[] feature = features[kept[k]];
      x[k] = new double[feature.length];
      for (int i = 0; i < feature.length; i++) {
        x[k][i] = standard(k, feature[i]);
      }
    }
    return x;
  }

  /**
   * Returns the kept features of one row, standardised.
   *
   * @param row (feature)
   * @return (kept feature)
   */
  public double[] standardise(double[] row) {
    check(row.length);
    double[] x = new double[kept.length];
    Arrays.setAll(x, k -> standard(k, row[kept[k]]));
    return x;
  }

  static Moments moments(String name, double[] values, int[] rows, double @Nullable [] weights) {
    return checked(name, Moments.of(values, rows, weights));
  }

  private static Moments checked(String name, Moments moments) {
    if (Double.isInfinite(moments.span())) {
      throw new InputException(
          "The values of column %s span more than a number can hold: rescale or correct them."
              .formatted(Quoted.text(name)));
    }
    return moments;
  }

  private double standard(int k, double value) {
    return Double.isNaN(value)
        ? 0
        : withinReach(value, (value - means[k]) / deviations[k], "its column");
  }

  /** Further out, densities and sums would no longer be numbers. */
  static double withinReach(double original, double standard, String of) {
    if (!(Math.abs(standard) <= REACH)) {
      throw new InputException(
          "The value %s lies %.1g standard deviations from the training mean of %s, too far to compute with. Correct it or remove its row."
              .formatted(original, Math.abs(standard), of));
    }
    return standard;
  }

  private void check(int features) {
    if (features != kept.length + leftOut.size()) {
      throw new IllegalArgumentException(
          "There are %d features, but the scaling was fitted on %d."
              .formatted(features, kept.length + leftOut.size()));
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Scaling scaling
        && Arrays.equals(kept, scaling.kept)
        && Arrays.equals(means, scaling.means)
        && Arrays.equals(deviations, scaling.deviations)
        && target.equals(scaling.target)
        && leftOut.equals(scaling.leftOut)
        && Objects.equals(components, scaling.components);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(means) + Arrays.hashCode(deviations);
  }

  @Override
  public String toString() {
    return kept.length + " features standardised, " + leftOut.size() + " dropped";
  }
}
