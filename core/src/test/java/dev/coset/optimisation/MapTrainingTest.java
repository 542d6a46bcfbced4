package dev.coset.optimisation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import org.junit.jupiter.api.Test;

class MapTrainingTest {
  private final Posterior posterior = Problems.regression(60, 2, new int[] {4}, Activation.TANH, 1);

  @Test
  void aConvergedMemberIsALocalMaximum() {
    var member = MapTraining.toConvergence().train(posterior, 1, 0);
    assertThat(member.end()).isEqualTo(Optimiser.End.CONVERGED);
    LogDensity density = Objective.PAPER.over(posterior);
    double[] gradient = new double[posterior.dimension()];
    double value = density.valueAndGradient(member.q(), gradient);
    assertThat(value).isEqualTo(member.value());
    assertThat(FirstOrder.slope(gradient)).isEqualTo(member.slope()).isLessThan(1e-6);
    for (int trial = 0; trial < 20; trial++) {
      double[] near = member.q().clone();
      double[] direction = Problems.normals(near.length, 200 + trial);
      for (int j = 0; j < near.length; j++) {
        near[j] += 1e-2 * direction[j];
      }
      assertThat(density.valueAndGradient(near, gradient)).isLessThan(value);
    }
  }

  /** At a maximum of the paper's loss, sigma is the root mean square of the residuals. */
  @Test
  void sigmaIsTheSizeOfTheResiduals() {
    var member = MapTraining.toConvergence().train(posterior, 1, 0);
    double squares = 0;
    for (int i = 0; i < posterior.data().count(); i++) {
      double[] x = {posterior.data().x()[0][i], posterior.data().x()[1][i]};
      double residual = posterior.data().y().at(i) - posterior.network().output(member.q(), x)[0];
      squares += residual * residual;
    }
    assertThat(sigma(member))
        .isCloseTo(Math.sqrt(squares / posterior.data().count()), within(1e-6));
  }

  private static double sigma(MapEstimate estimate) {
    return Math.exp(estimate.q()[estimate.q().length - 1]);
  }
}
