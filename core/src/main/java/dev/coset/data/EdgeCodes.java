package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/**
 * Finds codes among numbers, such as -999 for what is not known: repeated at the edge of a column,
 * and far from its other values.
 */
final class EdgeCodes {
  private static final int REPEATED = 2;
  private static final int FEWEST_OTHERS = 10; // different values, which tell how far is far
  private static final double LARGEST = 1e15;

  private final double[] codes; // (row)
  private final int[] rows;

  private EdgeCodes(RawColumn column, int[] rows) {
    this.codes = column.codes();
    this.rows = rows;
  }

  /** Names the columns that seem to have some among these rows, a sentence for each code. */
  static List<Message> say(List<RawColumn> columns, int[] rows) {
    return PerColumn.list(columns.size(), j -> say(columns.get(j), rows)).stream()
        .flatMap(List::stream)
        .toList();
  }

  private static List<Message> say(RawColumn column, int[] rows) {
    if (!(column instanceof RawColumn.Numbers)) {
      return List.of();
    }
    List<Message> sentences = new ArrayList<>();
    var codes = new EdgeCodes(column, rows);
    for (double code : codes.found()) {
      sentences.add(
          Message.of(
              "Column %s has %s in %d training rows, far from its other values. Empty these"
                  + " cells if it stands for a missing value.",
              Quoted.text(column.name()),
              Classes.name(code),
              codes.values(value -> value == code).count()));
    }
    return sentences;
  }

  private List<Double> found() {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int row : rows) {
      if (!Double.isNaN(codes[row])) {
        low = Math.min(low, codes[row]);
        high = Math.max(high, codes[row]);
      }
    }
    return found(low, high);
  }

  private List<Double> found(double low, double high) {
    boolean highMayBe = isNines(high);
    List<Double> found = new ArrayList<>();
    // An edge is tested without the code that may be at the other one.
    if (isCode(low, value -> value > low && !(highMayBe && value == high))) {
      found.add(low);
    }
    if (isCode(high, value -> value < high && !found.contains(value))) {
      found.add(high);
    }
    return found;
  }

  private DoubleStream values(DoublePredicate which) {
    return Arrays.stream(rows)
        .mapToDouble(row -> codes[row])
        .filter(value -> !Double.isNaN(value))
        .filter(which);
  }

  private boolean isCode(double value, DoublePredicate isOther) {
    boolean negative = value < 0 && value == Math.rint(value);
    if (!(isNines(value) || negative)
        || values(other -> other == value).limit(REPEATED).count() < REPEATED
        || values(isOther).distinct().limit(FEWEST_OTHERS).count() < FEWEST_OTHERS) {
      return false;
    }
    DoubleSummaryStatistics others = values(isOther).summaryStatistics();
    double away = Math.max(others.getMin() - value, value - others.getMax());
    boolean far = away > others.getMax() - others.getMin();
    boolean onlyNegative = negative && others.getMin() >= 0;
    return isNines(value) ? far || onlyNegative : far && onlyNegative;
  }

  /** Whether its digits are two or more nines. */
  private static boolean isNines(double value) {
    double size = Math.abs(value);
    return size > 9 && size < LARGEST && Classes.name(size).matches("9+");
  }
}
