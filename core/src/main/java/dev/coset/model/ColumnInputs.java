package dev.coset.model;

import dev.coset.data.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of the data and what it became, such as a feature for each of its levels.
 *
 * @param from the first of the features that it became, constant ones counted
 * @param inputs those that are kept, counted among all columns: they are inputs of the networks, or
 *     of {@link FeatureNetworks} where the networks see components
 */
public record ColumnInputs(Column column, int from, int[] inputs) {

  public String name() {
    return column.name();
  }

  /** The columns that are not constant, in order. */
  public static List<ColumnInputs> of(Study study) {
    int[] kept = study.scaling().kept();
    List<ColumnInputs> all = new ArrayList<>();
    int feature = 0;
    int input = 0;
    for (Column column : study.data().encoding().columns()) {
      int from = feature;
      feature += column.features();
      int first = input;
      while (input < kept.length && kept[input] < feature) {
        input++;
      }
      if (input > first) {
        all.add(new ColumnInputs(column, from, IntStream.range(first, input).toArray()));
      }
    }
    return all;
  }
}
