package dev.coset.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Repeated;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedBaselinesTest {
  private static final int ROWS = 300;
  private static final int TRAIN = 240;
  private final double[] weights = Repeated.weights(ROWS, 1, 3);
  private final double[][] x = new double[ROWS][2];
  private final double[] y = new double[ROWS];

  WeightedBaselinesTest() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(x[i], j -> random.nextDouble());
      y[i] = x[i][0] - 2 * x[i][1] + random.nextDouble();
    }
  }

  private Dataset data(int[] rows, boolean classes) {
    double[][] inputs = Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] targets = Arrays.stream(rows).mapToDouble(i -> y[i]).toArray();
    return classes
        ? Dataset.classes(
            List.of("x1", "x2"),
            inputs,
            "y",
            Arrays.stream(targets).mapToObj(v -> "c" + (int) Math.floor(v)).toList())
        : Dataset.of(inputs, targets);
  }

  private static Study study(Dataset data, int train, boolean classes) {
    return Study.of(
        data,
        new Split(
            IntStream.range(0, train).toArray(), IntStream.range(train, data.rows()).toArray()),
        Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, 0))
            .withLikelihood(classes ? Likelihood.CATEGORICAL : Likelihood.NORMAL));
  }

  /**
   * The nearest rows are not among them: of a row given twice, its copy is the nearest. The ridge
   * and the shrinkage are chosen by leaving rows out, which copies change little.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theyAreThoseOfRepeatedRows(boolean classes) {
    int[] copyOf = Repeated.rows(weights);
    int train = (int) Arrays.stream(copyOf).filter(i -> i < TRAIN).count();
    Study weighted =
        study(data(IntStream.range(0, ROWS).toArray(), classes).weighted(weights), TRAIN, classes);
    Study repeated = study(data(copyOf, classes), train, classes);
    for (String name : List.of(Baselines.CONSTANT, Baselines.LINEAR)) {
      double[] of = logDensity(weighted, name);
      double[] expected = logDensity(repeated, name);
      double rounding = name.equals(Baselines.CONSTANT) ? 1e-9 : 2e-3;
      for (int i = 0; i < expected.length; i++) {
        assertThat(of[copyOf[train + i] - TRAIN]).isCloseTo(expected[i], within(rounding));
      }
    }
  }

  private static double[] logDensity(Study study, String name) {
    return Baselines.of(study, 2).orElseThrow().named(name).orElseThrow().rows().logDensity();
  }
}
