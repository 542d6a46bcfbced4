package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Codes come back from the features that they became. */
class ColumnCodesTest {
  static Stream<Column> columns() {
    return Stream.of(
        Column.numeric("a"),
        new Column.Number("a", NumberForm.PLAIN, 2, true, Column.Warp.NONE),
        new Column.Number("a", NumberForm.PLAIN, 2, true, new Column.Warp(1, 0.5)),
        new Column.Truth("a", TruthForm.YES_NO, 1, true),
        new Column.Truth("a", TruthForm.YES_NO, 1, false),
        Column.text("a", List.of("p", "q", "r")),
        new Column.Levels("a", List.of("p", "q"), true, false),
        new Column.Levels("a", List.of("p"), false, true),
        new Column.Levels("a", List.of("p", "q"), true, true),
        new Column.Time("a", DateForm.ISO, true, 1.7e9, 1.75e9, true),
        new Column.Time("a", DateForm.ISO, false, 1.7e9, 1.75e9, false));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void featuresOfACodeGiveACodeWithTheSameFeatures(Column column) {
    for (double code : new double[] {0, 1, 2, 3, Double.NaN}) {
      double[][] features = new double[column.features() + 2][3];
      double[][] again = new double[column.features() + 2][3];
      column.encode(code, features, 2, 1);
      double decoded = column.decode(features, 2, 1);
      column.encode(decoded, again, 2, 1);
      for (int j = 0; j < features.length; j++) {
        assertThat(again[j][1]).isCloseTo(features[j][1], within(1e-9));
      }
      boolean tellsMissing = column.featureNames().contains("a=missing");
      if (Double.isNaN(code) && tellsMissing) {
        assertThat(decoded).isNaN();
      }
      if (code < Math.max(2, column.levels().size())
          && !(column instanceof Column.Levels levels && code >= levels.levels().size())) {
        assertThat(decoded).isCloseTo(code, within(1e-6));
      }
    }
  }
}
