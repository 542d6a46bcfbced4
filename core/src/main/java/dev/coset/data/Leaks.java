package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds columns that alone predict the target nearly perfectly, as one does that was written down
 * after it.
 */
final class Leaks {
  /** Of the variance, or of the errors of always predicting the most frequent class. */
  private static final double NEARLY_ALL_NUMBERS = 0.999;

  private static final double NEARLY_ALL_CLASSES = 0.99;
  private static final int FEWEST_ROWS = 20;
  private static final int MOST_ROWS = 2000;
  private static final int MOST_CELLS = 4_000_000;

  private final Column target;
  private final double[] y;
  private final int[] train;

  /**
   * @param y (row) numbers, or the numbers of classes
   */
  Leaks(Column target, double[] y, int[] train) {
    this.target = target;
    this.y = y;
    this.train = train;
  }

  /** Names such columns; nothing of a column that is the only one. */
  Optional<Message> say(List<RawColumn> columns) {
    int[] rows = rows(columns.size());
    if (columns.size() < 2 || rows.length < FEWEST_ROWS) {
      return Optional.empty();
    }
    double[] targets = values(y, rows);
    double[] ranks = OneColumn.ranks(targets);
    List<String> names =
        columns.stream()
            .filter(column -> predicts(column, values(column.codes(), rows), targets, ranks))
            .map(RawColumn::name)
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "%s alone predict%s %s nearly perfectly. Drop %s with %s if %s not known before the"
                    + " target is.",
                Quoted.names(names),
                names.size() == 1 ? "s" : "",
                Quoted.text(target.name()),
                names.size() == 1 ? "it" : "them",
                Setting.IGNORE.to(names),
                names.size() == 1 ? "it is" : "they are"));
  }

  /** As many of the training rows, spread over them, as are looked at in a moment. */
  private int[] rows(int columns) {
    int most = Math.clamp(MOST_CELLS / Math.max(1, columns), 200, MOST_ROWS);
    int step = Math.max(1, (train.length + most - 1) / most);
    return IntStream.range(0, train.length).filter(i -> i % step == 0).map(i -> train[i]).toArray();
  }

  private static double[] values(double[] codes, int[] rows) {
    return Arrays.stream(rows).mapToDouble(row -> codes[row]).toArray();
  }

  private boolean predicts(RawColumn column, double[] x, double[] targets, double[] ranks) {
    var one = new OneColumn(x, !(column instanceof RawColumn.Texts));
    return switch (TargetKind.of(target)) {
      // By ranks, a monotone function is a line, and a few large values do not decide.
      case TargetKind.Number _ ->
          one.explained(targets) >= NEARLY_ALL_NUMBERS
              || one.ofRanks().explained(ranks) >= NEARLY_ALL_NUMBERS;
      case TargetKind.Classes _ -> one.classesExplained(targets) >= NEARLY_ALL_CLASSES;
    };
  }
}
