package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.modes.Findings;
import dev.coset.optimisation.Adam;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.Problems;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Draws;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EvidenceSharesTest {

  private static Study study(int rows, int hidden, double noise) {
    double[] random = Problems.normals(rows, 3);
    double[][] x = new double[rows][1];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = 4.0 * i / rows - 2;
      y[i] = Math.tanh(2 * x[i][0]) + noise * random[i];
    }
    return Study.of(
        Dataset.of(x, y),
        Split.shuffled(rows, 0.1, 1),
        Configuration.of(new int[] {hidden}, ChainPlan.of(1, 1, 1, 0)));
  }

  /** Draws near one maximum, whose mode has all the evidence. */
  private static Findings findings(Study study, double[] top) {
    double[][] q = new double[24][];
    for (int g = 0; g < q.length; g++) {
      double[] noise = Problems.normals(top.length, 50 + g);
      q[g] = top.clone();
      for (int j = 0; j < top.length; j++) {
        q[g][j] += 0.02 * noise[j];
      }
    }
    Draws draws = Draws.independent(q);
    Arrays.fill(draws.logDensity(), 0);
    return Findings.of(study, draws, SymmetryRemoval.EXACT, OptionalInt.of(1), 1);
  }

  @Test
  void oneModeHasAllTheEvidenceAndItIsThatOfItsLaplaceApproximation() {
    Study study = study(60, 1, 0.3);
    MapEstimate top = MapTraining.toConvergence().train(study.posterior(), 0, 0);
    var shares = EvidenceShares.of(study.posterior(), findings(study, top.q()), 1);
    assertThat(shares.missing()).isEmpty();
    assertThat(shares.shares()).containsExactly(1);
    var climbed =
        new MapTraining(Objective.POSTERIOR, Lbfgs.of(5_000, 1e-8), WeightStart.FAN_IN, null)
            .trainFrom(study.posterior(), top.q());
    var laplace =
        Laplace.of(
            study.posterior(),
            climbed,
            LaplaceSettings.standard().with(LaplaceSettings.Noise.JOINT));
    assertThat(shares.logEvidence()[0]).isCloseTo(laplace.logEvidence(), within(1e-4));
  }

  /** Without noise and with neurons to spare, sigma can go to 0 and the density without bound. */
  @Test
  void whereThereIsNoMaximumThereIsNoEvidence() {
    Study study = study(5, 8, 0);
    var steps =
        new MapTraining(Objective.PAPER, new Adam(0.01, 300), WeightStart.STANDARD_NORMAL, null);
    MapEstimate near = steps.train(study.posterior(), 0, 0);
    var shares = EvidenceShares.of(study.posterior(), findings(study, near.q()), 1);
    assertThat(shares.missing()).isPresent();
    assertThat(shares.shares()).isEmpty();
  }
}
