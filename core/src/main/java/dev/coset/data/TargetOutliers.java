package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Training rows whose target lies so far out that a few of them make most of the standard
 * deviation. A normal noise level follows them, so that the intervals of all rows become too wide.
 * Judged on the scale that the model sees: distances from the median in robust standard deviations,
 * from the quartiles; the standard deviation without these rows is less than a quarter.
 *
 * @param rows of the dataset, from 0
 */
public record TargetOutliers(int[] rows) {
  private static final double FAR = 10; // robust standard deviations
  private static final double DOMINATES = 4;
  private static final double MOST = 0.01; // of the rows
  private static final int FEW = 3; // rows are few however short the table is
  private static final double QUARTILE = 0.6744897501960817; // of the standard normal
  private static final int MOST_NAMED = 5;

  /** Of a target that is a number; none of classes. */
  public static TargetOutliers of(Dataset data, int[] train, TargetScaling scaling) {
    return switch (scaling.kind()) {
      case TargetKind.Number _ -> {
        double[] y =
            Arrays.stream(train).mapToDouble(row -> scaling.standard(data.target()[row])).toArray();
        int[] far = farOut(y);
        yield new TargetOutliers(Arrays.stream(far).map(i -> train[i]).toArray());
      }
      case TargetKind.Classes _ -> new TargetOutliers(new int[0]);
    };
  }

  /** The places of values so far out; none where they do not dominate the standard deviation. */
  static int[] farOut(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double median = sorted[last / 2] / 2 + sorted[(last + 1) / 2] / 2;
    double spread = (sorted[(int) (0.75 * last)] - sorted[(int) (0.25 * last)]) / 2 / QUARTILE;
    int[] far =
        IntStream.range(0, y.length)
            .filter(i -> spread > 0 && Math.abs(y[i] - median) > FAR * spread)
            .toArray();
    if (far.length == 0 || far.length > Math.max(FEW, MOST * y.length)) {
      return new int[0];
    }
    int[] all = IntStream.range(0, y.length).toArray();
    int[] others =
        Arrays.stream(all).filter(i -> Math.abs(y[i] - median) <= FAR * spread).toArray();
    boolean dominate =
        Moments.of(y, all).deviation() > DOMINATES * Moments.of(y, others).deviation();
    return dominate ? far : new int[0];
  }

  /**
   * What the user should know of them; empty where there are none.
   *
   * @param data whose rows they are; rows are named as users count them in their file, from 1
   * @param scale on which the model sees the target
   */
  public Optional<Message> sentence(Dataset data, TargetScale scale) {
    if (rows.length == 0) {
      return Optional.empty();
    }
    boolean one = rows.length == 1;
    boolean positive = Arrays.stream(data.target()).allMatch(y -> y > 0);
    return Optional.of(
        Message.of(
            "%s %s the intervals of all rows too wide where the noise is normal. Check or remove"
                + " %s%s.",
            named(data),
            one ? "It makes" : "They make",
            one ? "this row" : "these rows",
            scale == TargetScale.LINEAR && positive
                ? Message.of(", or rerun with %s", Setting.TARGET_SCALE.to(TargetScale.LOG))
                : ""));
  }

  /** The same of a model whose noise has heavy tails. */
  public Optional<Message> sentenceOfHeavyTails(Dataset data) {
    return rows.length == 0
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "%s The noise has heavy tails, so other rows are predicted as without %s.",
                named(data), rows.length == 1 ? "it" : "them"));
  }

  private String named(Dataset data) {
    String which =
        Arrays.stream(rows)
            .limit(MOST_NAMED)
            .mapToObj(
                row -> value(data.target()[row]) + " in data row " + (data.sourceRow(row) + 1))
            .collect(Collectors.joining(", "));
    int more = rows.length - MOST_NAMED;
    return "The target %s has %s among the training rows: %s%s."
        .formatted(
            Quoted.text(data.encoding().target().name()),
            rows.length == 1 ? "an outlier" : rows.length + " outliers",
            which,
            more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String value(double y) {
    return y == Math.rint(y) && Math.abs(y) < 1e15 ? String.valueOf((long) y) : String.valueOf(y);
  }
}
