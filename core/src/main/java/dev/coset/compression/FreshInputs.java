package dev.coset.compression;

import dev.coset.chains.RandomStream;
import dev.coset.model.ColumnInputs;
import dev.coset.model.Study;
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
    double[][] train = study.standardised();
    var random = RandomStream.APPROXIMATION.of(study.configuration().plan().seed(), index);
    int[] row = new int[count];
    double[][] fresh = new double[train.length][count];
    for (ColumnInputs column : ColumnInputs.of(study)) {
      Arrays.setAll(row, i -> random.nextInt(train[0].length));
      for (int input : column.inputs()) {
        Arrays.setAll(fresh[input], i -> train[input][row[i]]);
      }
    }
    return study.scaling().inputs(fresh);
  }
}
