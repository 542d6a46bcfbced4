package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Column;
import dev.coset.data.Dataset;
import dev.coset.data.Encoding;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreshInputsTest {
  /** A number that is 0, 1, 2 just where a text is its first, second, third level. */
  @Test
  void columnsStayWholeAndComeApart() {
    int rows = 30;
    double[][] features = new double[4][rows];
    double[] target = new double[rows];
    for (int i = 0; i < rows; i++) {
      features[0][i] = i % 3;
      features[1 + i % 3][i] = 1;
      target[i] = i;
    }
    var encoding =
        new Encoding(
            Column.numeric("y"),
            List.of(Column.numeric("a"), Column.text("b", List.of("p", "q", "r"))));
    Study study =
        Study.of(
            new Dataset(encoding, features, target),
            new Split(IntStream.range(0, rows).toArray(), new int[0]),
            Configuration.of(new int[] {2}, ChainPlan.of(1, 10, 1, 3)));
    double[][] fresh = FreshInputs.of(study, 200, 0);
    double[][] train = study.posterior().data().x();
    Set<List<Double>> levels = texts(train);
    assertThat(levels).hasSize(3);
    assertThat(texts(fresh)).isEqualTo(levels);
    Set<List<Double>> both = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      both.add(List.of(fresh[0][i], fresh[1][i], fresh[2][i]));
    }
    assertThat(both).hasSize(9);
    assertThat(FreshInputs.of(study, 200, 0)).isDeepEqualTo(fresh);
    assertThat(FreshInputs.of(study, 200, 1)[0]).isNotEqualTo(fresh[0]);
  }

  private static Set<List<Double>> texts(double[][] x) {
    Set<List<Double>> seen = new HashSet<>();
    for (int i = 0; i < x[0].length; i++) {
      List<Double> indicators = new ArrayList<>();
      for (int k = 1; k <= 3; k++) {
        indicators.add(x[k][i]);
      }
      seen.add(indicators);
    }
    return seen;
  }
}
