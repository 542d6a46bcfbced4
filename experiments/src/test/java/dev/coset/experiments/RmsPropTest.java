package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.InputException;
import dev.coset.optimisation.Optimiser;
import dev.coset.optimisation.Problems;
import dev.coset.posterior.LogDensity;
import org.junit.jupiter.api.Test;

class RmsPropTest {

  @Test
  void itStepsAsPyTorchDocumentsIt() {
    double rate = 0.01;
    double[] q = {3, -2};
    double[] v = {0, 0};
    for (int step = 0; step < 25; step++) {
      for (int j = 0; j < 2; j++) {
        double g = (j == 0 ? 1 : 1e4) * (q[j] - j); // of the loss
        v[j] = 0.99 * v[j] + 0.01 * g * g;
        q[j] -= rate * g / (Math.sqrt(v[j]) + 1e-8);
      }
    }
    LogDensity bowl =
        Problems.density(
            2,
            (x, gradient) -> {
              gradient[0] = -x[0];
              gradient[1] = -1e4 * (x[1] - 1);
              return -(x[0] * x[0] + 1e4 * (x[1] - 1) * (x[1] - 1)) / 2;
            });
    var ascent = new RmsProp(rate, 25).climb(bowl, new double[] {3, -2}, Optimiser.Watch.NONE);
    assertThat(ascent.q()).containsExactly(q, within(1e-13));
    assertThat(ascent.iterations()).isEqualTo(25);
    assertThat(ascent.gradients()).isEqualTo(26);
    assertThat(ascent.end()).isEqualTo(Optimiser.End.LIMIT);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new RmsProp(0, 10)).isInstanceOf(InputException.class);
  }
}
