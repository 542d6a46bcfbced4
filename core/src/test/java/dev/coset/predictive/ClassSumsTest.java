package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ClassSumsTest {

  /**
   * One draw.
   *
   * @param probability (input, class)
   */
  private static Predictive draw(double[]... probability) {
    return Predictive.of(
        Arrays.stream(probability)
            .map(p -> ofLogs(DoubleStream.of(p).map(Math::log).toArray()))
            .toList());
  }

  private static ClassProbabilities ofLogs(double... log) {
    return ClassProbabilities.of(new double[][] {log}, new double[] {1});
  }

  private static ClassSums sum(int inputs, int classes, Predictive... draws) {
    ClassSums sum = new ClassSums(inputs, classes);
    Arrays.stream(draws).forEach(draw -> sum.add(draw, 1));
    return sum;
  }

  private static double divergence(double[] p, double[] q) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += p[k] == 0 ? 0 : p[k] * Math.log(p[k] / q[k]);
    }
    return sum;
  }

  @Test
  void theDivergenceIsTheKnownOneAveragedOverInputs() {
    double[] p0 = {0.5, 0.3, 0.2};
    double[] p1 = {0.9, 0, 0.1};
    double[] q0 = {0.2, 0.2, 0.6};
    double[] q1 = {0.3, 0.3, 0.4};
    ClassSums p = sum(2, 3, draw(p0, p1));
    ClassSums q = sum(2, 3, draw(q0, q1));
    assertThat(p.divergenceFrom(q))
        .isCloseTo((divergence(p0, q0) + divergence(p1, q1)) / 2, within(1e-15));
    assertThat(p.divergenceFrom(p)).isZero();
  }

  @Test
  void drawsAreAveraged() {
    Predictive a = draw(new double[] {0.9, 0.1});
    Predictive b = draw(new double[] {0.5, 0.5});
    Predictive c = draw(new double[] {0.1, 0.9});
    ClassSums all = sum(1, 2, a, b, b, c);
    assertThat(all.divergenceFrom(sum(1, 2, b))).isCloseTo(0, within(1e-15));
    assertThat(sum(1, 2, a).divergenceFrom(all))
        .isCloseTo(divergence(new double[] {0.9, 0.1}, new double[] {0.5, 0.5}), within(1e-15));
    Predictive both =
        Predictive.of(
            List.of(
                ClassProbabilities.of(
                    new double[][] {{Math.log(0.9), Math.log(0.1)}, {Math.log(0.1), Math.log(0.9)}},
                    new double[] {0.5, 0.5})));
    assertThat(sum(1, 2, both).divergenceFrom(sum(1, 2, a, c))).isZero();
  }

  /** Half the mass lies where all before gave exp(-1000). */
  @Test
  void aFunctionThatAllOthersExcludeCountsInFull() {
    ClassSums q = sum(1, 2, Predictive.of(List.of(ofLogs(-1000, 0))));
    ClassSums p = sum(1, 2, draw(new double[] {0.5, 0.5}));
    assertThat(p.divergenceFrom(q)).isCloseTo(Math.log(0.5) + 500, within(1e-9));
  }

  @Test
  void aCopyIsLeftAloneByLaterDraws() {
    Predictive a = draw(new double[] {0.9, 0.1});
    ClassSums sum = sum(1, 2, a);
    ClassSums before = sum.copy();
    sum.add(draw(new double[] {0.1, 0.9}), 1);
    assertThat(before.divergenceFrom(sum(1, 2, a))).isZero();
    assertThat(sum.divergenceFrom(before))
        .isCloseTo(divergence(new double[] {0.5, 0.5}, new double[] {0.9, 0.1}), within(1e-15));
  }

  @Test
  void chainsOfClassesConvergeAsThoseOfNumbersDo() {
    double[] first = {0.8, 0.1, 0.1};
    double[] second = {0.2, 0.5, 0.3};
    double[] mean = {0.5, 0.3, 0.2};
    var convergence = new PredictiveConvergence(1);
    assertThat(convergence.add(draw(first))).isInfinite();
    assertThat(convergence.add(draw(second))).isCloseTo(divergence(mean, first), within(1e-15));
    assertThat(convergence.halfToAll()).isEqualTo(convergence.consecutive()[0]);
  }
}
