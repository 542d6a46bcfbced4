package dev.coset.predictive;

import dev.coset.network.OutputLoss;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import java.util.Arrays;

/**
 * How each draw's function depends on some features alone (Friedman 2001): its mean over rows in
 * which these features are set to one value after another and the others stay as they are. All
 * features pass through the network once, when this is made; then the cost of looking at one does
 * not depend on their number.
 */
public final class PartialDependence {
  private final Posterior posterior;
  private final FirstLayer first;
  private final Draws draws;
  private final int features;
  private final int threads;

  /**
   * Of a posterior's draws.
   *
   * @param rows (feature, row)
   * @param threads at most so many share the work; the result does not depend on it
   */
  public PartialDependence(Posterior posterior, Draws draws, double[][] rows, int threads) {
    this.posterior = posterior;
    this.first = new FirstLayer(posterior.network(), posterior.precision(), draws, rows, threads);
    this.draws = draws;
    this.features = rows.length;
    this.threads = threads;
  }

  /**
   * Each draw's functions averaged over the rows, as outputs, with the values in the place of
   * points.
   *
   * @param features which of them are set; several for a text column's indicators
   * @param values (value, of the features set)
   */
  public OutputValues of(int[] features, double[][] values) {
    var likelihood = posterior.likelihood();
    int outputs = posterior.network().outputs();
    double[][][] mean = new double[draws.count()][outputs][values.length];
    double[][] nuisance = new double[draws.count()][];
    Parallel.ranges(
        threads,
        draws.count(),
        (from, to) -> {
          double[][] output = new double[outputs][values.length * first.rows()];
          for (int g = from; g < to; g++) {
            first.rest(first.sumsWith(g, features, values)).outputs(first.theta(g), output);
            likelihood.toFunctions(output);
            for (int k = 0; k < outputs; k++) {
              for (int point = 0; point < output[k].length; point++) {
                mean[g][k][point / first.rows()] += output[k][point] / first.rows();
              }
            }
            likelihood.toOutputs(mean[g]);
            nuisance[g] = posterior.nuisance(draws, g);
          }
        });
    return new OutputValues(mean, nuisance);
  }

  /**
   * What becomes of each row as its features are set, averaged over draws (individual conditional
   * expectation, Goldstein et al. 2015): functions (output, row, value). Where rows go different
   * ways, the features interact with others.
   *
   * @param features which of them are set
   * @param values (value, of the features set)
   */
  public double[][][] individual(int[] features, double[][] values) {
    int outputs = posterior.network().outputs();
    double[][][] mean = new double[outputs][first.rows()][values.length];
    double[][] output = new double[outputs][values.length * first.rows()];
    for (int g = 0; g < draws.count(); g++) {
      first.rest(first.sumsWith(g, features, values)).outputs(first.theta(g), output);
      posterior.likelihood().toFunctions(output);
      for (int k = 0; k < outputs; k++) {
        for (int point = 0; point < output[k].length; point++) {
          mean[k][point % first.rows()][point / first.rows()] += output[k][point] / draws.count();
        }
      }
    }
    return mean;
  }

  /**
   * The root mean square over rows of each draw's derivatives in every feature, (draw, feature),
   * taken together over outputs: by Poincare's inequality it is small only where the function
   * hardly depends on the feature (Sobol' and Kucherenko 2009). One evaluation for each draw, row
   * and output, whatever the number of features.
   */
  public double[][] slopes() {
    double[][] slopes = new double[draws.count()][];
    Parallel.ranges(
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
    double[] squares = new double[features];
    for (int k = 0; k < posterior.network().outputs(); k++) {
      addSquares(draw, delta(draw, k), squares);
    }
    return Arrays.stream(squares).map(s -> Math.sqrt(s / first.rows())).toArray();
  }

  private void addSquares(int draw, double[][] delta, double[] squares) {
    double[] derivative = new double[first.rows()];
    for (int j = 0; j < features; j++) {
      Arrays.fill(derivative, 0);
      for (int i = 0; i < delta.length; i++) {
        double weight = first.weight(draw, i, j);
        for (int row = 0; row < derivative.length; row++) {
          derivative[row] += weight * delta[i][row];
        }
      }
      for (double d : derivative) {
        squares[j] += d * d;
      }
    }
  }

  /** An output's derivatives in the first layer's sums, (neuron, row). */
  private double[][] delta(int draw, int output) {
    OutputLoss one =
        (from, points, outputs) -> {
          for (int k = 0; k < outputs.length; k++) {
            Arrays.fill(outputs[k], 0, points, k == output ? 1 : 0);
          }
          return 0;
        };
    double[][] delta = new double[first.neurons()][first.rows()];
    double[] theta = first.theta(draw);
    double[] gradient = new double[theta.length];
    double[][] point = new double[delta.length][1];
    for (int row = 0; row < first.rows(); row++) {
      for (int i = 0; i < delta.length; i++) {
        point[i][0] = first.sumsOf(draw)[i][row];
      }
      first.rest(point).valueAndGradient(theta, one, gradient);
      for (int i = 0; i < delta.length; i++) {
        delta[i][row] = gradient[first.derivative(i)];
      }
    }
    return delta;
  }
}
