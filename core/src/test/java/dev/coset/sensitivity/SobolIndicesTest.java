package dev.coset.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Closed forms; 1024 points, were they random, would have an error of some 0.03 of the first-order
 * and less of the total index.
 */
class SobolIndicesTest {
  private static final int ROWS = 1000;
  private static final int POINTS = 1024;

  /** Each column evenly from -1 to 1, in an order of its own. */
  private static double[][] uniform(int columns) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    return IntStream.range(0, columns)
        .mapToObj(j -> PermutationSampler.natural(ROWS))
        .peek(order -> PermutationSampler.shuffle(random, order))
        .map(order -> Arrays.stream(order).mapToDouble(r -> (2 * r + 1.0) / ROWS - 1).toArray())
        .toArray(double[][]::new);
  }

  private static Function<double[][], double[][][]> of(ToDoubleFunction<double[]> function) {
    return x -> new double[][][] {{values(x, function)}};
  }

  private static double[] values(double[][] x, ToDoubleFunction<double[]> function) {
    return IntStream.range(0, x[0].length)
        .mapToDouble(i -> function.applyAsDouble(Arrays.stream(x).mapToDouble(c -> c[i]).toArray()))
        .toArray();
  }

  private static SobolIndices indices(int columns, ToDoubleFunction<double[]> function) {
    var each = IntStream.range(0, columns).mapToObj(j -> new int[] {j}).toList();
    return SobolIndices.of(new Design(uniform(columns), each, POINTS), of(function));
  }

  private static void check(SobolIndices indices, double[] first, double[] total) {
    for (int j = 0; j < first.length; j++) {
      assertThat(indices.first()[0][j]).as("first %d", j).isCloseTo(first[j], within(0.03));
      assertThat(indices.total()[0][j]).as("total %d", j).isCloseTo(total[j], within(0.01));
    }
  }

  @Test
  void ofALinearFunctionBothAreTheSharesOfTheVariance() {
    double[] shares = {9 / 14.0, 4 / 14.0, 1 / 14.0};
    check(indices(3, x -> 5 + 3 * x[0] - 2 * x[1] + x[2]), shares, shares);
  }

  @Test
  void aProductIsInteractionAlone() {
    check(indices(2, x -> x[0] * x[1]), new double[] {0, 0}, new double[] {1, 1});
  }

  /** (1 + x1)(1 + x2): variances 1/3, 1/3 and, of the product, 1/9. */
  @Test
  void aProductWithMainEffectsHasBoth() {
    double[] first = {3 / 7.0, 3 / 7.0};
    check(indices(2, x -> (1 + x[0]) * (1 + x[1])), first, new double[] {4 / 7.0, 4 / 7.0});
  }

  /** Var x^2 = 4/45, Var x = 1/3. */
  @Test
  void anAdditiveFunctionHasNoInteraction() {
    double square = 4 / 45.0 / (4 / 45.0 + 1 / 3.0);
    double[] shares = {square, 1 - square};
    check(indices(2, x -> x[0] * x[0] + x[1]), shares, shares);
  }

  @Test
  void ishigami() {
    double a = 7;
    double b = 0.1;
    double pi4 = Math.pow(Math.PI, 4);
    double v1 = 0.5 * Math.pow(1 + b * pi4 / 5, 2);
    double v2 = a * a / 8;
    double v13 = b * b * pi4 * pi4 * (1 / 18.0 - 1 / 50.0);
    double v = v1 + v2 + v13;
    check(
        indices(
            3,
            x ->
                Math.sin(Math.PI * x[0])
                    + a * Math.pow(Math.sin(Math.PI * x[1]), 2)
                    + b * Math.pow(Math.PI * x[2], 4) * Math.sin(Math.PI * x[0])),
        new double[] {v1 / v, v2 / v, 0},
        new double[] {(v1 + v13) / v, v2 / v, v13 / v});
  }

  @Test
  void aColumnThatIsNotUsedHasNothingAtAll() {
    SobolIndices indices = indices(3, x -> Math.exp(x[0]) * (2 + x[2]));
    assertThat(indices.first()[0][1]).isZero();
    assertThat(indices.total()[0][1]).isZero();
    SobolIndices constant = indices(2, x -> 4);
    assertThat(constant.total()[0]).containsExactly(0, 0);
  }

  /** Two inputs of one column vary together: x1 + x2 of a column with x2 = x1 is 2 x1. */
  @Test
  void inputsOfAColumnStayTogether() {
    double[][] x = uniform(2);
    double[][] inputs = {x[0], x[0], x[1]};
    var design = new Design(inputs, List.of(new int[] {0, 1}, new int[] {2}), POINTS);
    check(
        SobolIndices.of(design, of(at -> at[0] + at[1] + at[2])),
        new double[] {0.8, 0.2},
        new double[] {0.8, 0.2});
    check(
        SobolIndices.of(design, of(at -> at[0] - at[1] + at[2])),
        new double[] {0, 1},
        new double[] {0, 1});
  }

  /** Outputs are summed by their variances: 4 Var x1 of the first, Var x2 of the second. */
  @Test
  void severalOutputsAddTheirVariances() {
    var design = new Design(uniform(2), List.of(new int[] {0}, new int[] {1}), POINTS);
    var two =
        SobolIndices.of(
            design, x -> new double[][][] {{values(x, at -> 2 * at[0]), values(x, at -> -at[1])}});
    check(two, new double[] {0.8, 0.2}, new double[] {0.8, 0.2});
  }
}
