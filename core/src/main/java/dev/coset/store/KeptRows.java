package dev.coset.store;

import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.EncodedRows;
import dev.coset.data.Encoding;
import dev.coset.data.Points;
import dev.coset.data.Scaling;
import dev.coset.model.Study;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the data that are stored in a compressed run, as the codes of their cells: of a text, its
 * place among the levels. The arrays are shared, not copied: treat them as fixed.
 *
 * @param test whether they were kept for testing; else they are of training
 * @param numbers of the rows among those of the run, from 0
 * @param codes (column, row)
 * @param target (row)
 * @param weights (row), null where all are 1
 */
public record KeptRows(
    boolean test, int[] numbers, double[][] codes, double[] target, double @Nullable [] weights) {
  public static final int MOST = 2000;
  private static final int MOST_CELLS = 50_000; // about 0.4 MB

  /** At most {@link #MOST} test rows of a run, evenly picked; training rows where it has none. */
  public static KeptRows of(Study study) {
    Dataset data = study.data();
    List<Column> columns = data.encoding().columns();
    boolean test = study.split().test().length > 0;
    int[] all = test ? study.split().test() : study.split().train();
    int most = Math.clamp(MOST_CELLS / columns.size(), 1, Math.min(MOST, all.length));
    int[] rows =
        IntStream.range(0, most).map(i -> all[(int) ((long) i * all.length / most)]).toArray();
    double[][] codes = new double[columns.size()][rows.length];
    int at = 0;
    for (int c = 0; c < codes.length; c++) {
      for (int i = 0; i < rows.length; i++) {
        codes[c][i] = columns.get(c).decode(data.features(), at, rows[i]);
      }
      at += columns.get(c).features();
    }
    double[] target = Arrays.stream(rows).mapToDouble(row -> data.target()[row]).toArray();
    return new KeptRows(test, rows, codes, target, Weighted.select(data.weights(), rows));
  }

  public int count() {
    return numbers.length;
  }

  /** (feature, row). */
  double[][] features(Encoding encoding) {
    double[][] features = new double[encoding.features()][count()];
    int at = 0;
    for (int c = 0; c < codes.length; c++) {
      Column column = encoding.columns().get(c);
      for (int row = 0; row < count(); row++) {
        column.encode(codes[c][row], features, at, row);
      }
      at += column.features();
    }
    return features;
  }

  Points points(Encoding encoding, Scaling scaling) {
    return scaling.points(
        new EncodedRows(numbers, features(encoding), target, weights, List.of(), List.of()));
  }
}
