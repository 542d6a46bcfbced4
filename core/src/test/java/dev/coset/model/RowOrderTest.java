package dev.coset.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order in which a study has its training rows. */
class RowOrderTest {
  private static Study study(int rows, long seed) {
    double[][] x = new double[rows][1];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = i;
      y[i] = i % 7;
    }
    int[] train = IntStream.range(100, rows).toArray();
    return Study.of(
        Dataset.of(x, y),
        new Split(train, IntStream.range(0, 100).toArray()),
        Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, seed)));
  }

  /** A table may be sorted: each thousand rows are a sample of all. */
  @Test
  void manyRowsAreInRandomOrder() {
    int rows = 20_100;
    Study study = study(rows, 1);
    int[] train = study.split().train();
    assertThat(Arrays.stream(train).sorted().toArray())
        .isEqualTo(IntStream.range(100, rows).toArray());
    assertThat(study.split().test()).isEqualTo(IntStream.range(0, 100).toArray());
    for (int batch = 0; batch < 20; batch++) {
      double mean = Arrays.stream(train, 1000 * batch, 1000 * (batch + 1)).average().orElseThrow();
      double error = rows / Math.sqrt(12 * 1000.0);
      assertThat(Math.abs(mean - (rows + 100) / 2.0)).isLessThan(4.5 * error);
    }
    assertThat(study(rows, 1).split()).isEqualTo(study.split());
    assertThat(study(rows, 2).split()).isNotEqualTo(study.split());
    double[] column = study.posterior().data().x()[0];
    for (int i = 1; i < 1000; i++) {
      assertThat(column[i] > column[0]).isEqualTo(train[i] > train[0]);
    }
  }

  @Test
  void fewRowsStayInOrder() {
    assertThat(study(5_000, 1).split().train()).isEqualTo(IntStream.range(100, 5_000).toArray());
  }
}
