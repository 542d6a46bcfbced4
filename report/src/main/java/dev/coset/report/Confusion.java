package dev.coset.report;

import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Which classes are confused with which. */
final class Confusion {
  /** Of more, no table can be read. */
  private static final int MOST_CLASSES = 20;

  /** Of more, or of longer names, columns are headed by numbers and cells hold counts alone. */
  private static final int FEW_CLASSES = 8;

  private static final int SHORT_NAME = 16;
  private static final int MOST_PAIRS = 15;

  private Confusion() {}

  /**
   * @param count (class it has, most probable class), in rows, counted by their weights
   */
  static Block of(List<String> classes, double[][] count) {
    return classes.size() > MOST_CLASSES ? pairs(classes, count) : matrix(classes, count);
  }

  private static Block matrix(List<String> classes, double[][] count) {
    int n = classes.size();
    boolean few = n <= FEW_CLASSES;
    boolean named = few && classes.stream().allMatch(name -> name.length() <= SHORT_NAME);
    List<String> header = new ArrayList<>(List.of("observed"));
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      header.add(named ? classes.get(k) : String.valueOf(k + 1));
      List<String> row = new ArrayList<>();
      row.add(named ? classes.get(k) : (k + 1) + ". " + classes.get(k));
      for (int j = 0; j < n; j++) {
        row.add(cell(count[k], j, few, j == k));
      }
      if (!few) {
        row.add(share(count[k], k));
      }
      rows.add(row);
    }
    if (!few) {
      header.add("right");
    }
    return new Block.Table(
        "Confusion matrix",
        "Test rows by observed class (rows) and predicted class (columns%s). The diagonal is right.%s"
            .formatted(
                named ? "" : ", by number", few ? " Percentages are of the observed class." : ""),
        header,
        rows);
  }

  private static String cell(double[] row, int j, boolean withShare, boolean always) {
    if (row[j] == 0 && !always) {
      return "";
    }
    return withShare && row[j] > 0
        ? "%s (%s)".formatted(rows(row[j]), share(row, j))
        : rows(row[j]);
  }

  private static String rows(double count) {
    return count == Math.rint(count) ? String.valueOf((long) count) : Numbers.text(count);
  }

  /** Nothing where no row has the class. */
  private static String share(double[] row, int j) {
    double all = Arrays.stream(row).sum();
    return all == 0 ? "" : Numbers.percent(row[j] / all);
  }

  private record Pair(int has, int named) {}

  private static Block pairs(List<String> classes, double[][] count) {
    int n = classes.size();
    List<Pair> wrong =
        IntStream.range(0, n * n)
            .mapToObj(i -> new Pair(i / n, i % n))
            .filter(p -> p.has != p.named && count[p.has][p.named] > 0)
            .sorted(Comparator.comparing(p -> -count[p.has][p.named]))
            .toList();
    if (wrong.isEmpty()) {
      return new Block.Text("No class was confused with another: all test rows are right.");
    }
    return new Block.Table(
        "Most confused classes",
        "Which of the %d classes are confused with which, the most rows first%s."
            .formatted(
                n,
                wrong.size() > MOST_PAIRS
                    ? "; %d pairs of %,d".formatted(MOST_PAIRS, wrong.size())
                    : ""),
        List.of("observed", "predicted", "rows", "of the class"),
        wrong.stream()
            .limit(MOST_PAIRS)
            .map(
                p ->
                    List.of(
                        classes.get(p.has),
                        classes.get(p.named),
                        rows(count[p.has][p.named]),
                        share(count[p.has], p.named)))
            .toList());
  }
}
