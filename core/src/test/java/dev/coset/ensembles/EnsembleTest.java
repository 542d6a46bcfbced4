package dev.coset.ensembles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.data.InputException;
import dev.coset.distribution.GaussianMixture;
import dev.coset.network.Activation;
import dev.coset.optimisation.Adam;
import dev.coset.optimisation.EarlyStopping;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.Optimiser;
import dev.coset.optimisation.Problems;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Posterior;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnsembleTest {
  private final Posterior posterior = Problems.regression(60, 2, new int[] {4}, Activation.TANH, 1);

  static List<MapTraining> trainings() {
    return List.of(
        MapTraining.standard(),
        MapTraining.toConvergence(),
        new MapTraining(Objective.PAPER, new Adam(0.01, 200), WeightStart.STANDARD_NORMAL, null));
  }

  @ParameterizedTest
  @MethodSource("trainings")
  void aMemberDependsOnSeedAndNumberAlone(MapTraining training) {
    List<MapEstimate> seen = new ArrayList<>();
    var alone = DeepEnsemble.train(posterior, training, 5, 7, 1, member -> {});
    var together = DeepEnsemble.train(posterior, training, 7, 7, 3, seen::add);
    assertThat(together.members().subList(0, 5)).isEqualTo(alone.members());
    assertThat(training.train(posterior, 7, 3)).isEqualTo(alone.members().get(3));
    assertThat(training.train(posterior, 8, 3)).isNotEqualTo(alone.members().get(3));
    assertThat(alone.members()).doesNotHaveDuplicates();
    assertThat(seen).containsExactlyInAnyOrderElementsOf(together.members());
    assertThat(alone.gradients())
        .isEqualTo(alone.members().stream().mapToLong(MapEstimate::gradients).sum());
  }

  /**
   * With as many weights as points, the paper's loss has no minimum: the longer the training, the
   * smaller sigma. Early stopping keeps it from falling below the noise, 0.3.
   */
  @Test
  void earlyStoppingKeepsSigmaFromVanishing() {
    Posterior flexible = Problems.regression(60, 8, new int[] {16, 16}, Activation.TANH, 1);
    var stopped = DeepEnsemble.train(flexible, MapTraining.standard(), 5, 3, 1, member -> {});
    var through =
        new MapTraining(Objective.PAPER, Lbfgs.of(1_000, 1e-6), WeightStart.FAN_IN, null)
            .train(flexible, 3, 0);
    assertThat(sigma(through)).isLessThan(0.05);
    for (MapEstimate member : stopped.members()) {
      assertThat(sigma(member)).isBetween(0.15, 1.5);
      assertThat(member.end()).isEqualTo(Optimiser.End.STOPPED);
    }
  }

  @Test
  void thePredictiveIsTheMixtureOfTheMembers() {
    var ensemble = DeepEnsemble.train(posterior, 4, 0);
    double[][] x = {{0.5, -1}, {1, 2}};
    GaussianMixture at = (GaussianMixture) ensemble.predictive(x).at(1);
    assertThat(at.size()).isEqualTo(4);
    for (int m = 0; m < 4; m++) {
      MapEstimate member = ensemble.members().get(m);
      double f = posterior.network().output(member.q(), new double[] {-1, 2})[0];
      assertThat(at.mean(m)).isCloseTo(f, within(1e-12));
      assertThat(at.sd(m)).isCloseTo(sigma(member), within(1e-12));
      assertThat(at.weight(m)).isEqualTo(0.25);
    }
  }

  @Test
  void startsOfChainsAreNearTheNoiseAndReproducible() {
    var starts = ChainStart.named("ensemble");
    var plan = ChainPlan.of(6, 20, 1, 11);
    assertThat(starts.of(posterior, plan, 4, () -> false).gradients()).isGreaterThan(1);
    double[] start = starts.of(posterior, plan, 4, () -> false).q();
    assertThat(start)
        .hasSize(posterior.dimension())
        .isEqualTo(starts.of(posterior, plan, 4, () -> false).q());
    assertThat(start).isNotEqualTo(starts.of(posterior, plan, 5, () -> false).q());
    assertThat(Math.exp(start[start.length - 1])).isBetween(0.1, 1.0);
  }

  @Test
  void anEnsembleOfNoneIsRefused() {
    assertThatThrownBy(() -> DeepEnsemble.train(posterior, 0, 1))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> new EarlyStopping(1, 10)).isInstanceOf(InputException.class);
  }

  private static double sigma(MapEstimate estimate) {
    return Math.exp(estimate.q()[estimate.q().length - 1]);
  }
}
