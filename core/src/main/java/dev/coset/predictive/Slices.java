package dev.coset.predictive;

import dev.coset.data.Column;
import dev.coset.message.Printable;
import dev.coset.model.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Test rows sliced by everything known of them, since intervals that are right on the whole may be
 * wrong for the rows that matter: quarters by predicted mean, by predicted noise and by each
 * numeric column, the levels of text columns, and of classes the one named.
 */
public record Slices(List<Slice> all) {
  /** How often a calibrated model may be blamed, over all slices together. */
  public static final double FALSE_ALARM = 0.01;

  /** What a finding on the worst of them is about. */
  public static final String WORST = "worst slice";

  public static final String PREDICTED = "prediction";
  public static final String NOISE = "predicted noise";
  public static final String NAMED = "predicted class";

  private static final int QUARTERS = 4;
  private static final double ROUNDING = 1e-6; // values no further apart are the same
  private static final int FEWEST_ROWS = 20; // of a slice; of grouped rows, groups
  private static final int MOST_LEVELS = 10; // of a column

  /** Of more columns than these, none is looked at: too many looks see nothing. */
  public static final int MOST_COLUMNS = 30;

  private static final List<String> SIZES = List.of("smallest", "smaller", "larger", "largest");

  public Slices {
    all = List.copyOf(all);
  }

  public static Slices of(Study study, TestRows rows) {
    var cut = new Cut(rows);
    switch (rows) {
      case TestRows.OfNumbers numbers -> {
        cut.quarters(PREDICTED, "predictions", numbers.mean());
        cut.quarters(NOISE, "predicted noise", numbers.noise());
      }
      case TestRows.OfClasses classes -> {
        List<String> names = study.data().encoding().target().levels();
        for (int k = 0; k < names.size(); k++) {
          int which = k;
          String name = names.get(k);
          cut.slice(NAMED, name, "rows taken for " + name, i -> classes.named()[i] == which);
        }
      }
    }
    var encoding = study.data().encoding();
    if (encoding.columns().size() <= MOST_COLUMNS) {
      encoding.each((column, feature) -> cut.column(column, study, feature));
    }
    return new Slices(cut.slices);
  }

  /**
   * The slice that chance explains least, where it does not explain it even though so many were
   * looked at (Bonferroni).
   *
   * @param tooFew whether too few were held there, or too many
   */
  public Optional<Slice> worst(boolean tooFew) {
    return all.stream()
        .filter(slice -> slice.tooFew() == tooFew && isOff(slice))
        .min(Comparator.comparing(Slice::probability));
  }

  /** Whether a slice is further off than chance explains, the others considered. */
  public boolean isOff(Slice slice) {
    return slice.probability() * all.size() < FALSE_ALARM;
  }

  /** Cuts slices, of enough rows each. */
  private static final class Cut {
    private final TestRows rows;
    private final List<Slice> slices = new ArrayList<>();

    Cut(TestRows rows) {
      this.rows = rows;
    }

    void column(Column column, Study study, int feature) {
      double[][] features = study.data().features();
      int[] test = study.split().test();
      switch (column) {
        case Column.Levels levels -> {
          List<String> names = levels.featureNames();
          int[] frequent =
              IntStream.range(0, names.size())
                  .boxed()
                  .sorted(Comparator.comparing(l -> -count(features[feature + l], test)))
                  .limit(MOST_LEVELS)
                  .mapToInt(l -> l)
                  .toArray();
          for (int l : frequent) {
            String level = names.get(l).substring(levels.name().length() + 1);
            slice(
                levels.name(),
                level,
                "rows with %s = %s".formatted(levels.name(), level),
                i -> features[feature + l][test[i]] == 1);
          }
        }
        case Column.Truth truth -> {
          for (int value = 0; value < 2; value++) {
            int wanted = value;
            String word = value == 1 ? "yes" : "no";
            slice(
                truth.name(),
                word,
                "rows with %s = %s".formatted(truth.name(), word),
                i -> features[feature][test[i]] == wanted);
          }
        }
        case Column.Number number -> ofColumn(number.name(), features[feature], test);
        case Column.Time time -> ofColumn(time.name(), features[feature], test);
      }
    }

    private void ofColumn(String name, double[] values, int[] test) {
      quarters(name, name, Arrays.stream(test).mapToDouble(row -> values[row]).toArray());
    }

    private static long count(double[] indicator, int[] rows) {
      return Arrays.stream(rows).filter(row -> indicator[row] == 1).count();
    }

    /** By rank; equal values stay together, and of too few different ones nothing is cut. */
    void quarters(String by, String plural, double[] value) {
      double[] sorted = value.clone();
      Arrays.sort(sorted);
      double[] edges = new double[QUARTERS + 1];
      for (int q = 1; q < QUARTERS; q++) {
        edges[q] = sorted[sorted.length * q / QUARTERS];
      }
      edges[0] = Double.NEGATIVE_INFINITY;
      edges[QUARTERS] = Double.POSITIVE_INFINITY;
      double range = sorted[sorted.length - 1] - sorted[0];
      if (range <= ROUNDING * Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]))) {
        return;
      }
      for (int q = 1; q < QUARTERS; q++) {
        if (edges[q] == sorted[0] || edges[q] == edges[q - 1]) {
          return;
        }
      }
      for (int q = 0; q < QUARTERS; q++) {
        double from = edges[q];
        double to = edges[q + 1];
        slice(
            by,
            SIZES.get(q),
            "rows with the %s %s".formatted(SIZES.get(q), plural),
            i -> value[i] >= from && value[i] < to);
      }
    }

    void slice(String by, String label, String words, IntPredicate in) {
      int[] members = IntStream.range(0, rows.count()).filter(in).toArray();
      Slice slice = Slice.of(by, label, Printable.line(words), rows, members);
      if (slice.rows() >= FEWEST_ROWS) {
        slices.add(slice);
      }
    }
  }
}
