package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import dev.coset.optimisation.Problems;
import dev.coset.posterior.Posterior;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jacobian and Hessian products against differences of what the sampler uses. */
class DerivativesTest {

  static Posterior problem(Activation activation) {
    return Problems.regression(25, 3, new int[] {5, 4}, activation, 1);
  }

  @ParameterizedTest
  @EnumSource
  void theJacobianIsTheDerivativeOfTheOutput(Activation activation) {
    Posterior posterior = problem(activation);
    int parameters = posterior.network().parameters();
    double[] theta = Problems.normals(parameters, 3);
    var batch =
        BatchGradient.of(
            posterior.network(), Precision.DOUBLE, posterior.data().x(), new double[0][]);
    var jacobian = new OutputJacobian(posterior.network(), posterior.data().x());
    double[][] outputs = new double[1][25];
    double[][] above = new double[1][25];
    double[][] below = new double[1][25];
    batch.outputs(theta, outputs);
    for (int p = 0; p < 25; p++) {
      double[] row = new double[parameters + 2];
      double f = jacobian.at(theta, p, row, 2);
      assertThat(f).isCloseTo(outputs[0][p], within(1e-12));
      for (int k = 0; k < parameters; k++) {
        double[] moved = theta.clone();
        moved[k] += 1e-6;
        batch.outputs(moved, above);
        moved[k] -= 2e-6;
        batch.outputs(moved, below);
        assertThat(row[2 + k]).isCloseTo((above[0][p] - below[0][p]) / 2e-6, within(1e-7));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theHessianTimesAVectorIsTheDerivativeOfTheGradientAlongIt(Activation activation) {
    Posterior posterior = problem(activation);
    int parameters = posterior.network().parameters();
    double[] theta = Problems.normals(parameters, 4);
    var batch =
        BatchGradient.of(
            posterior.network(),
            Precision.DOUBLE,
            posterior.data().x(),
            new double[][] {posterior.data().y()});
    var hessian = new HessianProduct(posterior.network(), posterior.data(), theta);
    double[] product = new double[parameters];
    double[] above = new double[parameters];
    double[] below = new double[parameters];
    for (int trial = 0; trial < 10; trial++) {
      double[] v = Problems.normals(parameters, 50 + trial);
      hessian.times(v, product, 0);
      batch.valueAndGradient(plus(theta, 1e-6, v), OutputKernel.SQUARED_ERROR, above);
      batch.valueAndGradient(plus(theta, -1e-6, v), OutputKernel.SQUARED_ERROR, below);
      for (int k = 0; k < parameters; k++) {
        // The batch has the gradient of -SSE / 2.
        double difference = -(above[k] - below[k]) / 2e-6;
        assertThat(product[k]).isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
      }
    }
    double[] gradient = new double[parameters];
    double squares = hessian.gradient(gradient);
    double value = batch.valueAndGradient(theta, OutputKernel.SQUARED_ERROR, above);
    assertThat(squares).isCloseTo(-2 * value, within(1e-10 * squares));
    for (int k = 0; k < parameters; k++) {
      assertThat(gradient[k]).isCloseTo(-above[k], within(1e-10 * (1 + Math.abs(above[k]))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theHessianIsSymmetric(Activation activation) {
    Posterior posterior = problem(activation);
    int parameters = posterior.network().parameters();
    var hessian =
        new HessianProduct(posterior.network(), posterior.data(), Problems.normals(parameters, 5));
    double[] u = Problems.normals(parameters, 6);
    double[] v = Problems.normals(parameters, 7);
    double[] hu = new double[parameters];
    double[] hv = new double[parameters];
    hessian.times(u, hu, 0);
    hessian.times(v, hv, 0);
    double vhu = 0;
    double uhv = 0;
    for (int k = 0; k < parameters; k++) {
      vhu += v[k] * hu[k];
      uhv += u[k] * hv[k];
    }
    assertThat(vhu).isCloseTo(uhv, within(1e-11 * (1 + Math.abs(uhv))));
  }

  private static double[] plus(double[] a, double s, double[] b) {
    double[] sum = a.clone();
    for (int k = 0; k < sum.length; k++) {
      sum[k] += s * b[k];
    }
    return sum;
  }
}
