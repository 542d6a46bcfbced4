package dev.coset.optimisation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.Posterior;
import java.util.function.IntFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class WeightStartTest {
  private static final int STARTS = 30;

  private final Posterior posterior =
      Problems.regression(10, 9, new int[] {16, 4}, Activation.TANH, 1);
  private final Network network = posterior.network();

  @Test
  void weightsAreNormalAndAllElseIsZero() {
    var random = Problems.random(1);
    for (WeightStart start : WeightStart.values()) {
      double[][] starts = starts(i -> start.draw(posterior, random));
      for (int l = 1; l <= network.layers(); l++) {
        double sd = start == WeightStart.FAN_IN ? 1 / Math.sqrt(network.width(l - 1)) : 1;
        MonteCarlo.assertDistributed(
            "%s, layer %d".formatted(start, l),
            weights(starts, l),
            NormalDistribution.of(0, sd)::cumulativeProbability,
            10);
      }
      assertRestIsZero(starts);
    }
  }

  private static double[][] starts(IntFunction<double[]> start) {
    double[][] starts = new double[STARTS][];
    for (int i = 0; i < STARTS; i++) {
      starts[i] = start.apply(i);
    }
    return starts;
  }

  private double[] weights(double[][] starts, int layer) {
    int count = network.width(layer) * network.width(layer - 1);
    double[] weights = new double[STARTS * count];
    for (int s = 0; s < STARTS; s++) {
      System.arraycopy(starts[s], network.weight(layer, 0, 0), weights, s * count, count);
    }
    return weights;
  }

  private void assertRestIsZero(double[][] starts) {
    for (double[] q : starts) {
      assertThat(q[network.parameters()]).as("log sigma").isZero();
      for (int l = 1; l <= network.layers(); l++) {
        for (int i = 0; i < network.width(l); i++) {
          assertThat(q[network.bias(l, i)]).as("bias").isZero();
        }
      }
    }
  }
}
