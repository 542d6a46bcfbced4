package dev.coset.predictive;

import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.BatchGradient;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * Draws' networks cut behind the sums of their first layer, {@code o = W x + b}, taken once at some
 * rows. Where one input of many changes, so does each sum by one product, and the rest of the
 * network does not know how many inputs there are.
 */
final class FirstLayer {
  private final Network network;
  private final Precision precision;
  private final Draws draws;
  private final double[][] rows; // (input, row)
  private final double[][][] sums; // (draw, neuron, row)
  private final Network rest; // the identity stands in for the first layer

  FirstLayer(Network network, Precision precision, Draws draws, double[][] rows, int threads) {
    this.network = network;
    this.precision = precision;
    this.draws = draws;
    this.rows = rows;
    this.sums = new double[draws.count()][][];
    int[] widths = network.widths();
    widths[0] = widths[1];
    this.rest = new Network(widths, network.activation());
    Parallel.ranges(
        threads,
        draws.count(),
        (from, to) -> {
          for (int g = from; g < to; g++) {
            sums[g] = sums(g);
          }
        });
  }

  private double[][] sums(int draw) {
    double[][] o = new double[neurons()][rows[0].length];
    for (int i = 0; i < o.length; i++) {
      Arrays.fill(o[i], draws.value(draw, network.bias(1, i)));
      for (int j = 0; j < rows.length; j++) {
        add(weight(draw, i, j), rows[j], o[i]);
      }
    }
    return o;
  }

  private static void add(double factor, double[] x, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * x[i];
    }
  }

  int neurons() {
    return network.width(1);
  }

  int rows() {
    return rows[0].length;
  }

  double weight(int draw, int neuron, int input) {
    return draws.value(draw, network.weight(1, neuron, input));
  }

  /** A draw's sums at its rows (neuron, row). */
  double[][] sumsOf(int draw) {
    return sums[draw];
  }

  /**
   * A draw's sums with some inputs set to one choice of values after another, (neuron, choice and
   * row).
   *
   * @param values (choice, of the inputs)
   */
  double[][] sumsWith(int draw, int[] inputs, double[][] values) {
    int n = rows();
    double[][] o = new double[neurons()][values.length * n];
    double[] others = new double[n];
    for (int i = 0; i < o.length; i++) {
      System.arraycopy(sums[draw][i], 0, others, 0, n);
      for (int input : inputs) {
        add(-weight(draw, i, input), rows[input], others);
      }
      for (int v = 0; v < values.length; v++) {
        double set = 0;
        for (int k = 0; k < inputs.length; k++) {
          set += weight(draw, i, inputs[k]) * values[v][k];
        }
        for (int row = 0; row < n; row++) {
          o[i][v * n + row] = others[row] + set;
        }
      }
    }
    return o;
  }

  /** The rest of the network at points where the first layer's sums are given (neuron, point). */
  BatchGradient rest(double[][] sums) {
    return BatchGradient.forThreads(rest, precision, new Points(sums, Targets.NONE)).get();
  }

  /** A draw's parameters of the rest. */
  double[] theta(int draw) {
    double[] theta = new double[rest.parameters()];
    for (int i = 0; i < neurons(); i++) {
      theta[rest.weight(1, i, i)] = 1;
    }
    int behind = network.bias(1, neurons());
    int to = rest.bias(1, neurons());
    System.arraycopy(
        draws.values(), draw * draws.dimension() + behind, theta, to, theta.length - to);
    return theta;
  }

  /** Where the rest's gradient holds its derivative in a sum of the first layer. */
  int derivative(int neuron) {
    return rest.bias(1, neuron);
  }
}
