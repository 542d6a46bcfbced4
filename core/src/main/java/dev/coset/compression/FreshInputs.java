package dev.coset.compression;

import dev.coset.chains.RandomStream;
import dev.coset.data.Column;
import dev.coset.store.Study;
import java.util.Arrays;

/**
 * Inputs that no row had: each column of the table is that of a training row of its own. What
 * belongs to one column, such as the indicators of its levels, stays together.
 */
final class FreshInputs {
  private FreshInputs() {}

  /**
   * Inputs (feature, input) as the networks see them.
   *
   * @param index those of another index are others
   */
  static double[][] of(Study study, int count, int index) {
    double[][] train = study.posterior().data().x();
    int[] column = columns(study);
    var random = RandomStream.APPROXIMATION.of(study.configuration().plan().seed(), index);
    int[] row = new int[count];
    double[][] fresh = new double[train.length][count];
    for (int k = 0; k < train.length; k++) {
      if (k == 0 || column[k] != column[k - 1]) {
        Arrays.setAll(row, i -> random.nextInt(train[0].length));
      }
      for (int i = 0; i < count; i++) {
        fresh[k][i] = train[k][row[i]];
      }
    }
    return fresh;
  }

  /** (input), the column that it comes from. */
  private static int[] columns(Study study) {
    int[] ofFeature = new int[study.data().encoding().features()];
    int from = 0;
    int c = 0;
    for (Column column : study.data().encoding().columns()) {
      Arrays.fill(ofFeature, from, from + column.features(), c++);
      from += column.features();
    }
    return Arrays.stream(study.scaling().kept()).map(j -> ofFeature[j]).toArray();
  }
}
