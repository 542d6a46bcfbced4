package dev.coset.sensitivity;

import dev.coset.message.Printable;
import dev.coset.model.ColumnInputs;
import dev.coset.model.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Two columns that are correlated in the training rows, which indices of independent columns do not
 * know of.
 *
 * @param correlation of what the columns became as the networks see it. Of two numbers it is
 *     Pearson's. Of a column with several features, such as levels of text, it is the largest
 *     multiple correlation (adjusted) of a feature of one column with those of the other: of two
 *     texts 1 where one determines the other, of a number and a text the correlation ratio.
 */
public record CorrelatedColumns(String first, String second, double correlation) {
  /** Below this in absolute value, columns pass as independent. */
  public static final double LIMIT = 0.7;

  private static final int MOST_ROWS = 2000; // evenly picked
  private static final int FEWEST_ROWS = 10; // of the rarer value of an indicator
  private static final int MOST_FEATURES = 20; // of a column, without the rarest
  private static final int MOST_NAMED = 5;
  private static final double DEPENDENT = 1e-9; // squared, of a feature on those before it

  /** The pairs above the limit, the strongest first. */
  static List<CorrelatedColumns> of(Study study, List<ColumnInputs> columns) {
    double[][] x = study.standardised();
    List<Space> spaces = columns.stream().map(column -> Space.of(x, column.inputs())).toList();
    List<CorrelatedColumns> pairs = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      for (int k = j + 1; k < columns.size(); k++) {
        double r = spaces.get(j).correlation(spaces.get(k));
        if (Math.abs(r) > LIMIT) {
          pairs.add(new CorrelatedColumns(columns.get(j).name(), columns.get(k).name(), r));
        }
      }
    }
    pairs.sort(Comparator.comparing(pair -> -Math.abs(pair.correlation)));
    return pairs;
  }

  /**
   * The features of a column in some rows, of mean 0 and length 1, without rare levels.
   *
   * @param basis orthonormal, of the space that they span
   */
  private record Space(List<double[]> features, List<double[]> basis) {
    static Space of(double[][] x, int[] inputs) {
      List<double[]> features =
          Arrays.stream(inputs)
              .mapToObj(input -> some(x[input]))
              .filter(values -> rarer(values) >= FEWEST_ROWS)
              .sorted(Comparator.comparing(values -> -rarer(values)))
              .limit(MOST_FEATURES)
              .map(CorrelatedColumns::normalised)
              .toList();
      List<double[]> basis = new ArrayList<>();
      for (double[] feature : features) {
        double[] rest = feature.clone();
        for (double[] q : basis) {
          double along = dot(q, rest);
          Arrays.setAll(rest, i -> rest[i] - along * q[i]);
        }
        if (dot(rest, rest) > DEPENDENT) {
          basis.add(normalised(rest));
        }
      }
      return new Space(features, basis);
    }

    double correlation(Space other) {
      if (features.size() == 1 && other.features.size() == 1) {
        return Math.clamp(dot(features.getFirst(), other.features.getFirst()), -1, 1);
      }
      return Math.max(determines(other), other.determines(this));
    }

    /** The largest multiple correlation of a feature of another column with those of this one. */
    private double determines(Space other) {
      double largest = 0;
      for (double[] feature : other.features) {
        double square =
            basis.stream().mapToDouble(q -> dot(q, feature)).map(along -> along * along).sum();
        int left = feature.length - 1 - basis.size();
        double adjusted = 1 - (1 - square) * (feature.length - 1) / Math.max(1, left);
        largest = Math.max(largest, adjusted);
      }
      return Math.sqrt(Math.min(1, largest));
    }
  }

  private static double[] some(double[] values) {
    int n = Math.min(values.length, MOST_ROWS);
    double[] some = new double[n];
    Arrays.setAll(some, i -> values[(int) ((long) i * values.length / n)]);
    return some;
  }

  /** How many rows the rarer value of an indicator has; few rows of two columns agree by chance. */
  private static long rarer(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(0);
    long low = Arrays.stream(values).filter(v -> v == least).count();
    long high = Arrays.stream(values).filter(v -> v == most).count();
    if (least == most) {
      return 0;
    }
    return low + high == values.length ? Math.min(low, high) : values.length;
  }

  private static double[] normalised(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double[] centred = Arrays.stream(values).map(v -> v - mean).toArray();
    double length = Math.sqrt(dot(centred, centred));
    return Arrays.stream(centred).map(v -> v / length).toArray();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** What the user should know of the shares of columns, in words. */
  public static String sentence(List<CorrelatedColumns> pairs) {
    if (pairs.isEmpty()) {
      return "Columns are treated as independent.";
    }
    int more = pairs.size() - MOST_NAMED;
    return String.format(
        Locale.ROOT,
        "Columns are treated as independent, but %s (absolute correlation above %.1f): %s%s. The"
            + " shares of such columns are not reliable one by one.",
        pairs.size() == 1 ? "1 pair is correlated" : pairs.size() + " pairs are correlated",
        LIMIT,
        pairs.stream()
            .limit(MOST_NAMED)
            .map(CorrelatedColumns::words)
            .collect(Collectors.joining(", ")),
        more > 0 ? " and " + more + " more" : "");
  }

  private String words() {
    return String.format(
        Locale.ROOT,
        "%s and %s (%.2f)",
        Printable.line(first),
        Printable.line(second),
        correlation);
  }
}
