package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.OneHot;
import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches and the prior add up to the posterior. */
class BatchedDensityTest {
  private static final int ROWS = 2_300; // the last batch is smaller
  private static final int LEVELS = 40;

  private static Posterior posterior(
      String likelihood, Precision precision, boolean weighted, boolean levels, long seed) {
    var random = new SplittableRandom(seed);
    double[][] x = new double[levels ? 2 + LEVELS : 2][ROWS];
    double[] y = new double[ROWS];
    double[] weights = new double[ROWS];
    var of = Likelihood.named(likelihood);
    boolean classes = of.targetType().equals(dev.coset.data.TargetType.CLASSES);
    for (int i = 0; i < ROWS; i++) {
      x[0][i] = random.nextDouble(-1, 1);
      x[1][i] = random.nextDouble(-1, 1);
      if (levels) {
        x[2 + random.nextInt(LEVELS)][i] = 1;
      }
      y[i] = classes ? random.nextInt(3) : x[0][i] + random.nextDouble(-0.5, 0.5);
      weights[i] = random.nextInt(1, 4);
    }
    Targets targets = classes ? Targets.classes(y, 3) : Targets.numbers(y);
    double[] low = new double[LEVELS];
    double[] high = new double[LEVELS];
    Arrays.fill(high, 1);
    var points =
        new Points(
            x,
            weighted ? targets.weighted(weights) : targets,
            levels ? List.of(new OneHot(2, low, high)) : List.of());
    var network = Network.of(x.length, new int[] {5, 4}, of.outputs(targets), Activation.TANH);
    return new Posterior(network, new Prior(1, 0.5), of, precision, points);
  }

  @ParameterizedTest
  @CsvSource({
    "normal, SINGLE, false, false",
    "normal, DOUBLE, true, false",
    "heteroscedastic, SINGLE, true, true",
    "student, SINGLE, false, true",
    "student, DOUBLE, true, false",
    "categorical, SINGLE, true, false"
  })
  void theyAddUp(String likelihood, Precision precision, boolean weighted, boolean levels) {
    var posterior = posterior(likelihood, precision, weighted, levels, 1);
    BatchedDensity density = posterior.density();
    var random = new SplittableRandom(2);
    double[] q = random.doubles(density.dimension(), -0.5, 0.5).toArray();
    double[] whole = new double[q.length];
    double value = density.valueAndGradient(q, whole);

    double[] sum = new double[q.length];
    double sumOfValues = density.addPrior(q, sum);
    double[] part = new double[q.length];
    assertThat(density.batches()).isBetween(3, 6);
    for (int b = 0; b < density.batches(); b++) {
      sumOfValues += density.batch(b, q, part);
      for (int j = 0; j < q.length; j++) {
        sum[j] += part[j];
      }
    }
    assertThat(sumOfValues).isCloseTo(value, within(1e-9 * Math.abs(value)));
    assertThat(sum).containsExactly(whole, within(1e-9 * ROWS));

    double[] again = new double[q.length];
    assertThat(density.valueAndGradient(q, again)).isEqualTo(value);
    assertThat(again).isEqualTo(whole);
  }
}
