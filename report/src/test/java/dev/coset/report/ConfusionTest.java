package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfusionTest {
  private static List<String> names(int n) {
    return IntStream.range(0, n).mapToObj(k -> "class " + k).toList();
  }

  /** Of each class, k rows are named the next and 10 rightly. */
  private static double[][] counts(int n) {
    double[][] counts = new double[n][n];
    for (int k = 0; k < n; k++) {
      counts[k][(k + 1) % n] = k;
      counts[k][k] = 10;
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 9, 20})
  void everyRowIsCountedOnce(int n) {
    var table = (Block.Table) Confusion.of(names(n), counts(n));
    long sum = 0;
    for (var row : table.rows()) {
      assertThat(row).hasSameSizeAs(table.header());
      for (String cell : row.subList(1, n + 1)) {
        sum += cell.isEmpty() ? 0 : Long.parseLong(cell.replaceFirst(" .*", ""));
      }
    }
    assertThat(table.rows()).hasSize(n);
    assertThat(sum).isEqualTo(10L * n + n * (n - 1) / 2);
  }

  @Test
  void ofFewClassesSharesStandBesideCounts() {
    var table = (Block.Table) Confusion.of(names(3), counts(3));
    assertThat(table.header()).containsExactly("observed", "class 0", "class 1", "class 2");
    assertThat(table.rows().get(2)).containsExactly("class 2", "2 (16.7%)", "", "10 (83.3%)");
  }

  @Test
  void longNamesAreNumbered() {
    var table = (Block.Table) Confusion.of(List.of("a", "b".repeat(30)), counts(2));
    assertThat(table.header()).containsExactly("observed", "1", "2");
    assertThat(table.rows().get(1).getFirst()).isEqualTo("2. " + "b".repeat(30));
  }

  @Test
  void ofVeryManyClassesTheMostConfusedPairsAreNamed() {
    var table = (Block.Table) Confusion.of(names(30), counts(30));
    assertThat(table.rows()).hasSize(15);
    assertThat(table.rows().getFirst()).containsExactly("class 29", "class 0", "29", "74.4%");
    assertThat(table.meaning()).contains("15 pairs of 29");
    double[][] right = new double[30][30];
    assertThat(Confusion.of(names(30), right)).isInstanceOf(Block.Text.class);
  }

  @Test
  void aClassWithoutRowsHasNoShare() {
    double[][] counts = {{3, 1}, {0, 0}};
    var table = (Block.Table) Confusion.of(List.of("a", "b"), counts);
    assertThat(table.rows().get(1)).containsExactly("b", "", "0");
  }
}
