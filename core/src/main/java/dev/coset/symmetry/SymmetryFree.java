package dev.coset.symmetry;

import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws in one representative set, with the moves that led there.
 *
 * @param draws the images; everything but theta is as it was. Signs and permutations keep the log
 *     density too, the rescaling of a ReLU neuron does not.
 * @param moves the move of each draw
 * @param reference the mean of theta over the images
 * @param sumOfSquares the sum over draws of squared distances of theta to the reference: what exact
 *     alignment minimises
 * @param withinNeuronVariance the variance over draws of a neuron's parameter vector (the trace of
 *     its covariance), averaged over hidden neurons
 * @param rounds how often the draws were rearranged
 * @param settled whether it stopped because nothing changed any more
 */
public record SymmetryFree(
    Network network,
    Draws draws,
    List<Move> moves,
    double[] reference,
    double sumOfSquares,
    double withinNeuronVariance,
    int rounds,
    boolean settled) {
  private static final int PROBES = 8;

  /** The names of the network's parameters, in the order of a draw. */
  public List<String> names() {
    return ParameterNames.of(network);
  }

  public SymmetryFree {
    moves = List.copyOf(moves);
  }

  /** Applies the moves, and throws if a draw's function changes by more than rounding. */
  static SymmetryFree of(
      Network network, Draws before, List<Move> moves, int rounds, boolean settled, int threads) {
    int n = before.count();
    int d = before.dimension();
    double[] values = before.values().clone();
    double[][] probes = probes(network);
    Parallel.tasks(
        threads,
        n,
        g -> {
          moves.get(g).apply(before.values(), g * d, values, g * d);
          verify(
              network, g, before.draw(g), Arrays.copyOfRange(values, g * d, (g + 1) * d), probes);
        });
    double[] mean = mean(network, values, d);
    double[] variance = new double[network.parameters()];
    double sumOfSquares = 0;
    for (int e = 0; e < mean.length; e++) {
      double sum = 0;
      for (int g = 0; g < n; g++) {
        double deviation = values[g * d + e] - mean[e];
        sum += deviation * deviation;
      }
      variance[e] = sum / n;
      sumOfSquares += sum;
    }
    return new SymmetryFree(
        network,
        before.withValues(values),
        moves,
        mean,
        sumOfSquares,
        withinNeuronVariance(network, variance),
        rounds,
        settled);
  }

  /** The mean of theta, summed in the order of the draws. */
  static double[] mean(Network network, double[] values, int dimension) {
    double[] mean = new double[network.parameters()];
    int n = values.length / dimension;
    for (int g = 0; g < n; g++) {
      for (int e = 0; e < mean.length; e++) {
        mean[e] += values[g * dimension + e];
      }
    }
    for (int e = 0; e < mean.length; e++) {
      mean[e] /= n;
    }
    return mean;
  }

  private static double withinNeuronVariance(Network network, double[] variance) {
    double sum = 0;
    int neurons = 0;
    for (int l = 1; l < network.layers(); l++) {
      for (int i = 0; i < network.width(l); i++) {
        sum += variance[network.bias(l, i)];
        for (int j = 0; j < network.width(l - 1); j++) {
          sum += variance[network.weight(l, i, j)];
        }
        for (int k = 0; k < network.width(l + 1); k++) {
          sum += variance[network.weight(l + 1, k, i)];
        }
        neurons++;
      }
    }
    return sum / Math.max(1, neurons);
  }

  private static double[][] probes(Network network) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(20_230_401L);
    double[][] probes = new double[PROBES][network.inputs()];
    for (double[] probe : probes) {
      Arrays.setAll(probe, j -> StandardNormal.sample(rng));
    }
    return probes;
  }

  private static void verify(
      Network network, int g, double[] before, double[] after, double[][] probes) {
    for (double[] x : probes) {
      double[] expected = network.output(before, x);
      double[] actual = network.output(after, x);
      for (int k = 0; k < expected.length; k++) {
        double size = Math.max(1, Math.abs(expected[k]));
        if (!(Math.abs(actual[k] - expected[k]) <= 1e-8 * size)) {
          throw new IllegalStateException(
              "Symmetry removal changed the function of draw %d: f(x) was %s and became %s. This is a defect, or the draw is not finite."
                  .formatted(g, expected[k], actual[k]));
        }
      }
    }
  }
}
