package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseMixtureTest {
  private static final int NODES = 40;

  /** Discrete distributions, (component, value). */
  private static double[][] components(int count, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] components = new double[count][NODES];
    for (double[] component : components) {
      Arrays.setAll(component, j -> Math.exp(2 * random.nextDouble()));
      double sum = Arrays.stream(component).sum();
      Arrays.setAll(component, j -> component[j] / sum);
    }
    return components;
  }

  private static double[] mixed(double[][] components, double[] weights) {
    double[] p = new double[NODES];
    for (int c = 0; c < weights.length; c++) {
      for (int j = 0; j < NODES; j++) {
        p[j] += weights[c] * components[c][j];
      }
    }
    return p;
  }

  private static SparseMixture of(double[] p, double[][] components, int threads) {
    return new SparseMixture(List.of(ratios(p, components)), threads);
  }

  private static Quadrature.Ratios ratios(double[] p, double[][] components) {
    float[][] ratio = new float[NODES][components.length];
    for (int j = 0; j < NODES; j++) {
      for (int c = 0; c < components.length; c++) {
        ratio[j][c] = (float) (components[c][j] / p[j]);
      }
    }
    return new Quadrature.Ratios(ratio, p);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-3, 1e-5})
  void itStopsOnceTheDivergenceIsBelowTheBound(double bound) {
    double[][] components = components(300, 1);
    double[] equal = new double[300];
    Arrays.fill(equal, 1.0 / 300);
    double[] p = mixed(components, equal);
    var sparse = of(p, components, 1);
    assertThat(sparse.growTo(bound, Integer.MAX_VALUE)).isTrue();
    int[] chosen = sparse.chosen();
    double[] weights = sparse.weights();
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-12));
    assertThat(Arrays.stream(chosen).distinct().count()).isEqualTo(chosen.length);
    double[] q =
        mixed(Arrays.stream(chosen).mapToObj(c -> components[c]).toArray(double[][]::new), weights);
    double divergence =
        IntStream.range(0, NODES).mapToDouble(j -> p[j] * Math.log(p[j] / q[j])).sum();
    assertThat(divergence).isCloseTo(sparse.divergence(), within(1e-7)).isLessThan(bound + 1e-7);
    assertThat(chosen.length).isLessThan(60); // values are 40
  }

  /** Of disjoint components the weights are the shares, whatever the copies. */
  @Test
  void separateComponentsKeepTheirWeights() {
    double[][] components = new double[4][NODES];
    for (int c = 0; c < 4; c++) {
      Arrays.fill(components[c], c * 10, c * 10 + 10, 0.1);
    }
    double[] p = mixed(components, new double[] {0.55, 0.3, 0.1, 0.05});
    var sparse = of(p, components, 1);
    assertThat(sparse.growTo(1e-6, Integer.MAX_VALUE)).isTrue();
    double[] weightOf = new double[4];
    for (int k = 0; k < 4; k++) {
      weightOf[sparse.chosen()[k]] = sparse.weights()[k];
    }
    assertThat(weightOf).containsExactly(new double[] {0.55, 0.3, 0.1, 0.05}, within(1e-5));
  }

  /** The first is best alone, and of no use beside the two halves, which come after it. */
  @ParameterizedTest
  @ValueSource(doubles = {0.12, 0.14, 0.16, 0.18, 0.2, 0.22})
  void whatIsDroppedLeavesItsWeightToTheOthers(double mass) {
    double[][] components = new double[3][NODES];
    Arrays.fill(components[0], mass / NODES);
    Arrays.fill(components[1], 0, NODES / 2, 2.0 / NODES);
    Arrays.fill(components[2], NODES / 2, NODES, 2.0 / NODES);
    var sparse = of(mixed(components, new double[] {0, 0.5, 0.5}), components, 1);
    assertThat(sparse.growTo(1e-3, Integer.MAX_VALUE)).isTrue();
    assertThat(Arrays.stream(sparse.weights()).sum()).isCloseTo(1, within(1e-14));
    assertThat(Arrays.stream(sparse.weights()).min().orElseThrow()).isGreaterThanOrEqualTo(1e-7);
    if (mass < 0.22) {
      assertThat(sparse.chosen()).containsExactlyInAnyOrder(1, 2);
      assertThat(sparse.weights()).containsExactly(new double[] {0.5, 0.5}, within(1e-6));
      assertThat(sparse.tried()).isEqualTo(3);
      assertThat(sparse.divergence()).isCloseTo(0, within(1e-12));
    }
  }

  /** A component is added with its best weight; EM would take long to find it. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.3, 0.45})
  void ofTwoLikeComponentsTheWeightsAreFound(double second) {
    double[][] components = components(2, 6);
    double[][] near = components.clone();
    near[1] = mixed(components, new double[] {0.8, 0.2});
    var sparse = of(mixed(near, new double[] {1 - second, second}), near, 1);
    assertThat(sparse.growTo(0, 2)).isTrue();
    assertThat(sparse.chosen()).containsExactly(0, 1);
    assertThat(sparse.weights()).containsExactly(new double[] {1 - second, second}, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void itTriesAsManyAsItMay(int most) {
    double[][] components = components(60, 7);
    double[] equal = new double[60];
    Arrays.fill(equal, 1.0 / 60);
    var sparse = of(mixed(components, equal), components, 1);
    assertThat(sparse.growTo(1e-12, most)).isTrue();
    assertThat(sparse.tried()).isEqualTo(most);
    assertThat(sparse.chosen()).hasSizeLessThanOrEqualTo(most);
  }

  /** To two goals alike: the mean of both divergences is what it lowers. */
  @Test
  void severalGoalsCountAlike() {
    double[][] one = components(20, 8);
    double[][] other = components(20, 9);
    double[] equal = new double[20];
    Arrays.fill(equal, 0.05);
    double[] p = mixed(one, equal);
    double[] r = mixed(other, equal);
    var sparse = new SparseMixture(List.of(ratios(p, one), ratios(r, other)), 1);
    sparse.growTo(1e-3, 6);
    double divergence = 0;
    for (double[][] of : List.of(one, other)) {
      double[] whole = mixed(of, equal);
      double[] thin =
          mixed(
              Arrays.stream(sparse.chosen()).mapToObj(c -> of[c]).toArray(double[][]::new),
              sparse.weights());
      for (int j = 0; j < NODES; j++) {
        divergence += whole[j] * Math.log(whole[j] / thin[j]) / 2;
      }
    }
    assertThat(sparse.divergence()).isCloseTo(divergence, within(1e-6));
  }

  @Test
  void whatIsOneComponentNeedsOne() {
    double[][] components = components(50, 3);
    var sparse = of(components[17], components, 1);
    assertThat(sparse.growTo(1e-6, Integer.MAX_VALUE)).isTrue();
    assertThat(sparse.chosen()).containsExactly(17);
    assertThat(sparse.weights()).containsExactly(1);
  }

  @Test
  void whereNoComponentHelpsItSaysSo() {
    double[][] components = components(3, 4);
    var sparse = of(components(1, 5)[0], components, 1);
    assertThat(sparse.growTo(1e-6, Integer.MAX_VALUE)).isFalse();
    assertThat(sparse.divergence()).isGreaterThan(1e-6);
  }

  @Test
  void threadsChangeNothing() {
    double[][] components = components(300, 1);
    double[] equal = new double[300];
    Arrays.fill(equal, 1.0 / 300);
    double[] p = mixed(components, equal);
    var one = of(p, components, 1);
    var three = of(p, components, 3);
    one.growTo(1e-4, Integer.MAX_VALUE);
    three.growTo(1e-4, Integer.MAX_VALUE);
    assertThat(three.chosen()).isEqualTo(one.chosen());
    assertThat(three.weights()).isEqualTo(one.weights());
  }
}
