package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNeighboursTest {

  @ParameterizedTest
  @CsvSource({
    "1, 5, 3, false",
    "40, 1, 4, true",
    "47, 4, 5, true",
    "300, 6, 299, false",
    "300, 3, 500, true",
    "2500, 5, 9, false",
    "2500, 2, 700, true"
  })
  void theyAreThoseThatSortingAllDistancesGives(int n, int dimension, int k, boolean ties) {
    UniformRandomProvider rng = Clouds.rng(n + k);
    double[][] points = new double[dimension][];
    Arrays.setAll(points, c -> Clouds.normals(rng, n));
    if (ties) {
      for (double[] coordinate : points) {
        Arrays.setAll(coordinate, p -> Math.rint(3 * coordinate[p]));
      }
    }
    NearestNeighbours neighbours = NearestNeighbours.of(points, k, 1);
    NearestNeighbours shared = NearestNeighbours.of(points, k, 3);
    assertThat(shared.index()).isEqualTo(neighbours.index());
    assertThat(shared.squaredDistance()).isEqualTo(neighbours.squaredDistance());
    int found = neighbours.k();
    assertThat(found).isEqualTo(Math.min(k, n - 1));
    for (int q = 0; q < n; q += Math.max(1, n / 20)) {
      int query = q;
      double[] distance =
          IntStream.range(0, n).mapToDouble(p -> squaredDistance(points, query, p)).toArray();
      int[] expected =
          IntStream.range(0, n)
              .filter(p -> p != query)
              .boxed()
              .sorted(Comparator.comparingDouble(p -> distance[p]))
              .limit(found)
              .mapToInt(p -> p)
              .sorted()
              .toArray();
      assertThat(Arrays.copyOfRange(neighbours.index(), q * found, (q + 1) * found))
          .isEqualTo(expected);
      for (int t = 0; t < found; t++) {
        assertThat(neighbours.squaredDistance()[q * found + t]).isEqualTo(distance[expected[t]]);
      }
    }
  }

  private static double squaredDistance(double[][] points, int a, int b) {
    double sum = 0;
    int c = 0;
    for (; c + 3 < points.length; c += 4) { // the order of summation of the class under test
      for (int e = c + 3; e >= c; e--) {
        sum = Math.fma(points[e][a] - points[e][b], points[e][a] - points[e][b], sum);
      }
    }
    for (; c < points.length; c++) {
      sum = Math.fma(points[c][a] - points[c][b], points[c][a] - points[c][b], sum);
    }
    return sum;
  }
}
