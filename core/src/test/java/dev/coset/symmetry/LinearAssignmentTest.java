package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearAssignmentTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7})
  void noPairingIsCheaper(int n) {
    UniformRandomProvider rng = Clouds.rng(n);
    LinearAssignment assignment = new LinearAssignment(n);
    int[] columnOf = new int[n];
    for (int repeat = 0; repeat < 30; repeat++) {
      double[] cost = Clouds.normals(rng, n * n);
      if (repeat % 3 == 0) {
        Arrays.setAll(cost, c -> Math.rint(cost[c])); // with ties
      }
      assignment.solve(cost, columnOf);
      assertThat(Arrays.stream(columnOf).distinct().count()).isEqualTo(n);
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += cost[i * n + columnOf[i]];
      }
      assertThat(sum).isCloseTo(cheapest(cost, n, 0, new boolean[n]), within(1e-12));
    }
  }

  private static double cheapest(double[] cost, int n, int row, boolean[] taken) {
    if (row == n) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int column = 0; column < n; column++) {
      if (!taken[column]) {
        taken[column] = true;
        best = Math.min(best, cost[row * n + column] + cheapest(cost, n, row + 1, taken));
        taken[column] = false;
      }
    }
    return best;
  }
}
