package dev.coset.sensitivity;

import dev.coset.data.Column;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of the data and the inputs of the network that it became, such as one for each of its
 * levels.
 */
public record ColumnInputs(String name, int[] inputs) {

  /** The columns that are not constant, in order. */
  public static List<ColumnInputs> of(Study study) {
    int[] kept = study.scaling().kept();
    List<ColumnInputs> all = new ArrayList<>();
    int feature = 0;
    int input = 0;
    for (Column column : study.data().encoding().columns()) {
      feature += column.features();
      int first = input;
      while (input < kept.length && kept[input] < feature) {
        input++;
      }
      if (input > first) {
        all.add(new ColumnInputs(column.name(), IntStream.range(first, input).toArray()));
      }
    }
    return all;
  }
}
