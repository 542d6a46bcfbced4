package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static ClassProbabilities classes(double[] weights, double[]... probabilities) {
    double[][] log = new double[probabilities.length][probabilities[0].length];
    for (int g = 0; g < log.length; g++) {
      for (int k = 0; k < log[g].length; k++) {
        log[g][k] = Math.log(probabilities[g][k]);
      }
    }
    return ClassProbabilities.of(log, weights);
  }

  @Test
  void theTargetIsThePredictiveItself() {
    var p = GaussianMixture.of(new double[] {1}, new double[] {2});
    assertThat(View.target(p).of(p)).isSameAs(p);
  }

  /** Each component's value, blurred by the standard deviation of all of them. */
  @Test
  void theFunctionIsBlurredByItsOwnSpread() {
    double[] means = {1, 3, 6};
    double[] weights = {0.5, 0.3, 0.2};
    var p = GaussianMixture.of(means, new double[] {2, 2, 2}, weights);
    var values = (GaussianMixture) View.function(p).of(p);
    double mean = 0.5 + 0.9 + 1.2;
    double variance =
        0.5 * Math.pow(1 - mean, 2) + 0.3 * Math.pow(3 - mean, 2) + 0.2 * Math.pow(6 - mean, 2);
    for (int g = 0; g < 3; g++) {
      assertThat(values.mean(g)).isEqualTo(means[g]);
      assertThat(values.weight(g)).isCloseTo(weights[g], within(1e-15));
      assertThat(values.sd(g)).isCloseTo(Math.sqrt(variance), within(1e-12));
    }
  }

  @Test
  void whereFunctionsHardlyDifferTheNoiseBlursThem() {
    var p = GaussianMixture.of(new double[] {1, 1.001}, new double[] {2, 2});
    var values = (GaussianMixture) View.function(p).of(p);
    assertThat(values.sd(0)).isCloseTo(0.05 * 2, within(1e-12));
  }

  /** The probability of the class that is most probable, by another predictive too. */
  @Test
  void ofClassesTheFunctionIsTheProbabilityOfOne() {
    double[] weights = {0.6, 0.4};
    var p = classes(weights, new double[] {0.2, 0.7, 0.1}, new double[] {0.5, 0.3, 0.2});
    View view = View.function(p); // of the second class: 0.7 and 0.3, 0.54 on average
    var own = (GaussianMixture) view.of(p);
    double sd = Math.sqrt(0.6 * 0.16 * 0.16 + 0.4 * 0.24 * 0.24);
    assertThat(own.size()).isEqualTo(2);
    assertThat(own.mean(0)).isCloseTo(0.7, within(1e-12));
    assertThat(own.mean(1)).isCloseTo(0.3, within(1e-12));
    assertThat(own.weight(1)).isCloseTo(0.4, within(1e-12));
    assertThat(own.sd(0)).isCloseTo(sd, within(1e-12));
    var other =
        (GaussianMixture) view.of(classes(new double[] {1}, new double[] {0.8, 0.15, 0.05}));
    assertThat(other.mean(0)).isCloseTo(0.15, within(1e-12));
    assertThat(other.sd(0)).isCloseTo(sd, within(1e-12));
  }

  @Test
  void ofClassesOnWhichAllAgreeTheBlurIsHalfAPercent() {
    var p = classes(new double[] {0.5, 0.5}, new double[] {0.9, 0.1}, new double[] {0.9, 0.1});
    assertThat(((GaussianMixture) View.function(p).of(p)).sd(1)).isEqualTo(0.005);
  }
}
