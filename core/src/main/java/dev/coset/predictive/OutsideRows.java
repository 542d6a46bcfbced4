package dev.coset.predictive;

import dev.coset.data.Scaling;
import dev.coset.message.Quoted;
import dev.coset.model.TrainingRange;
import dev.coset.store.FittedModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Counts the rows outside the training range, by column, chunk after chunk. */
public final class OutsideRows {
  /** In standard deviations: the sine of a date differs between machines in its last digit. */
  private static final double ROUNDING = 1e-9;

  private static final int MOST_NAMED = 5;

  private final List<String> names; // (column)
  private final int[] columnOf; // (kept feature)
  private final Scaling scaling;
  private final TrainingRange range;
  private final long[] outsideBy; // (column)
  private long rows;
  private long outside;
  private long unlikeConstants;

  OutsideRows(FittedModel model) {
    this.scaling = model.scaling();
    this.range = model.range();
    this.names = model.encoding().columns().stream().map(column -> column.name()).toList();
    int[] columnOfFeature =
        IntStream.range(0, names.size())
            .flatMap(
                c ->
                    IntStream.generate(() -> c).limit(model.encoding().columns().get(c).features()))
            .toArray();
    this.columnOf = Arrays.stream(scaling.kept()).map(j -> columnOfFeature[j]).toArray();
    this.outsideBy = new long[names.size()];
  }

  /**
   * Counts the rows of a chunk.
   *
   * @param x (feature, row)
   */
  public void add(double[][] x) {
    double[][] standard = scaling.standardise(x);
    for (int row = 0; row < x[0].length; row++) {
      var in = new boolean[names.size()];
      boolean any = false;
      for (int k = 0; k < columnOf.length; k++) {
        if (range.outside(k, standard[k][row]) > ROUNDING) {
          in[columnOf[k]] = true;
          any = true;
        }
      }
      for (int c = 0; c < in.length; c++) {
        outsideBy[c] += in[c] ? 1 : 0;
      }
      outside += any ? 1 : 0;
    }
    rows += x[0].length;
    unlikeConstants += range.unlikeConstants(x);
  }

  /** How many rows are outside in at least one column. */
  public long count() {
    return outside;
  }

  /**
   * How many rows have another value of a feature that was the same in all training rows: nothing
   * is known of what it would change.
   */
  public long unlikeConstants() {
    return unlikeConstants;
  }

  /** The count with the columns, those with most rows first; empty where all rows are inside. */
  public Optional<String> sentence() {
    if (outside == 0) {
      return Optional.empty();
    }
    int[] columns =
        IntStream.range(0, outsideBy.length)
            .filter(c -> outsideBy[c] > 0)
            .boxed()
            .sorted(Comparator.comparingLong((Integer c) -> -outsideBy[c]))
            .mapToInt(c -> c)
            .toArray();
    String named =
        Arrays.stream(columns)
            .limit(MOST_NAMED)
            .mapToObj(c -> "%s (%s)".formatted(Quoted.text(names.get(c)), rows(outsideBy[c])))
            .collect(Collectors.joining(", "));
    int more = columns.length - MOST_NAMED;
    return Optional.of(
        "%d of %s %s outside the training range: %s%s."
            .formatted(
                outside,
                rows(rows),
                outside == 1 ? "is" : "are",
                named,
                more > 0 ? " and %d more column%s".formatted(more, more == 1 ? "" : "s") : ""));
  }

  private static String rows(long count) {
    return count + (count == 1 ? " row" : " rows");
  }
}
