package dev.coset.predictive;

import dev.coset.network.Network;
import dev.coset.network.OutputLoss;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * How each draw's function depends on some features alone (Friedman 2001): its mean over rows in
 * which these features are set to one value after another and the others stay as they are. All
 * features pass through the network once, when this is made; then the cost of looking at one does
 * not depend on their number.
 */
public final class PartialDependence {
  /** Of the outputs themselves, summed. */
  private static final OutputLoss OUTPUT =
      (first, points, outputs) -> {
        Arrays.fill(outputs[0], 0, points, 1);
        return 0;
      };

  private final FirstLayer first;
  private final Draws draws;
  private final int features;
  private final int threads;

  /**
   * @param rows (feature, row)
   * @param threads at most so many share the work; the result does not depend on it
   */
  public PartialDependence(
      Network network, Precision precision, Draws draws, double[][] rows, int threads) {
    this.first = new FirstLayer(network, precision, draws, rows, threads);
    this.draws = draws;
    this.features = rows.length;
    this.threads = threads;
  }

  /**
   * @param features which of them are set; several for a text column's indicators
   * @param values (value, of the features set)
   * @return each draw's means, with the values in the place of points
   */
  public FunctionValues of(int[] features, double[][] values) {
    double[][] mean = new double[draws.count()][values.length];
    double[] sigma = new double[draws.count()];
    Ranges.forEach(
        threads,
        draws.count(),
        (from, to) -> {
          double[][] output = new double[1][values.length * first.rows()];
          for (int g = from; g < to; g++) {
            first.rest(first.sumsWith(g, features, values)).outputs(first.theta(g), output);
            for (int point = 0; point < output[0].length; point++) {
              mean[g][point / first.rows()] += output[0][point] / first.rows();
            }
            sigma[g] = StrictMath.exp(draws.value(g, draws.dimension() - 1));
          }
        });
    return new FunctionValues(mean, sigma);
  }

  /**
   * The root mean square over rows of each draw's derivative in every feature, (draw, feature): by
   * Poincare's inequality it is small only where the function hardly depends on the feature (Sobol'
   * and Kucherenko 2009). One evaluation for each draw and row, whatever the number of features.
   */
  public double[][] slopes() {
    double[][] slopes = new double[draws.count()][];
    Ranges.forEach(
        threads,
        draws.count(),
        (from, to) -> {
          for (int g = from; g < to; g++) {
            slopes[g] = slopes(g);
          }
        });
    return slopes;
  }

  private double[] slopes(int draw) {
    double[][] delta = delta(draw);
    double[] slopes = new double[features];
    double[] derivative = new double[first.rows()];
    for (int j = 0; j < features; j++) {
      Arrays.fill(derivative, 0);
      for (int i = 0; i < delta.length; i++) {
        double weight = first.weight(draw, i, j);
        for (int row = 0; row < derivative.length; row++) {
          derivative[row] += weight * delta[i][row];
        }
      }
      double squares = 0;
      for (double d : derivative) {
        squares += d * d;
      }
      slopes[j] = Math.sqrt(squares / derivative.length);
    }
    return slopes;
  }

  /** The output's derivatives in the first layer's sums, (neuron, row). */
  private double[][] delta(int draw) {
    double[][] delta = new double[first.neurons()][first.rows()];
    double[] theta = first.theta(draw);
    double[] gradient = new double[theta.length];
    double[][] point = new double[delta.length][1];
    for (int row = 0; row < first.rows(); row++) {
      for (int i = 0; i < delta.length; i++) {
        point[i][0] = first.sumsOf(draw)[i][row];
      }
      first.rest(point).valueAndGradient(theta, OUTPUT, gradient);
      for (int i = 0; i < delta.length; i++) {
        delta[i][row] = gradient[first.derivative(i)];
      }
    }
    return delta;
  }
}
