package dev.coset.optimisation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectiveTest {
  private final Posterior posterior =
      Problems.regression(40, 2, new int[] {4, 3}, Activation.TANH, 0.7);
  private final double[] q = Problems.normals(posterior.dimension(), 1);

  @Test
  void thePaperLossIsItsFormula() {
    double sigma = Math.exp(q[q.length - 1]);
    double loss = posterior.data().count() * Math.log(sigma);
    double[] x = new double[2];
    for (int i = 0; i < posterior.data().count(); i++) {
      for (int j = 0; j < x.length; j++) {
        x[j] = posterior.data().x()[j][i];
      }
      double residual = posterior.network().output(q, x)[0] - posterior.data().y().at(i);
      loss += residual * residual / (2 * sigma * sigma);
    }
    for (int j = 0; j < q.length - 1; j++) {
      loss += q[j] * q[j] / 2 / (0.7 * 0.7);
    }
    double value = Objective.PAPER.over(posterior).valueAndGradient(q, new double[q.length]);
    assertThat(-value).isCloseTo(loss, within(1e-10 * Math.abs(loss)));
  }

  @ParameterizedTest
  @EnumSource
  void theGradientIsThatOfTheValue(Objective objective) {
    LogDensity density = objective.over(posterior);
    double[] gradient = new double[q.length];
    density.valueAndGradient(q, gradient);
    double[] other = new double[q.length];
    for (int j = 0; j < q.length; j++) {
      double[] moved = q.clone();
      moved[j] = q[j] + 1e-5;
      double above = density.valueAndGradient(moved, other);
      moved[j] = q[j] - 1e-5;
      double below = density.valueAndGradient(moved, other);
      assertThat(gradient[j])
          .isCloseTo((above - below) / 2e-5, within(1e-6 * (1 + Math.abs(gradient[j]))));
    }
  }
}
