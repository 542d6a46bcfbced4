package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The laws of symmetry removal on draws of a posterior, one from each of many chains. */
class SampledDrawsTest {
  private static final Network F1 = Network.of(1, new int[] {3}, 1, Activation.TANH);
  private static final int CHAINS = 30;
  private static Posterior posterior;
  private static Draws draws;

  @BeforeAll
  static void sample() {
    double[] x = new double[60];
    double[] y = new double[60];
    double[] noise = Clouds.normals(Clouds.rng(1), 60);
    for (int p = 0; p < 60; p++) {
      x[p] = (p - 29.5) / 17.3;
      y[p] = 1.4 * Math.sin(2.3 * x[p]) + 0.4 * noise[p];
    }
    posterior =
        new Posterior(
            F1,
            Prior.STANDARD_NORMAL,
            new NormalLikelihood(),
            Precision.DOUBLE,
            new Points(new double[][] {x}, y));
    var runner =
        new ChainRunner(
            ChainRecipe.of(posterior, ChainPlan.of(CHAINS, 150, 1, 5)), SamplerMonitor.NONE);
    List<Draws> parts = new ArrayList<>();
    for (int chain = 0; chain < CHAINS; chain++) {
      parts.add(((ChainOutcome.Finished) runner.run(chain)).draws());
    }
    draws = Draws.concatenate(F1.parameters() + 1, NutsStatistics.SCHEMA, parts);
  }

  @Test
  void theResultDoesNotDependOnWhereInTheirOrbitsTheDrawsLie() {
    Draws scrambled = Clouds.scrambled(draws, Clouds.moves(F1, CHAINS, 6));
    assertThat(SymmetryRemoval.EXACT.apply(F1, scrambled, 1).draws().values())
        .isEqualTo(SymmetryRemoval.EXACT.apply(F1, draws, 1).draws().values());
  }

  @Test
  void theLogPosteriorStays() {
    LogDensity density = posterior.density();
    double[] gradient = new double[F1.parameters() + 1];
    for (SymmetryRemoval removal : List.of(SymmetryRemoval.EXACT, GeometryRemoval.PAPER)) {
      Draws free = removal.apply(F1, draws, 1).draws();
      for (int g = 0; g < CHAINS; g++) {
        assertThat(density.valueAndGradient(free.draw(g), gradient))
            .isCloseTo(density.valueAndGradient(draws.draw(g), gradient), within(1e-9));
      }
    }
  }

  @Test
  void alignmentIsTighterThanThePapersRemovalAndThatThanNone() {
    double none =
        SymmetryFree.of(F1, draws, Collections.nCopies(CHAINS, Move.identity(F1)), 0, true, 1)
            .sumOfSquares();
    double paper = GeometryRemoval.PAPER.apply(F1, draws, 1).sumOfSquares();
    double exact = SymmetryRemoval.EXACT.apply(F1, draws, 1).sumOfSquares();
    assertThat(paper).isLessThan(none / 2);
    assertThat(exact).isLessThanOrEqualTo(paper * (1 + 1e-12)); // sums of other order
  }

  /** Aligned once, the draws are where alignment leaves them. */
  @Test
  void removingTwiceIsRemovingOnce() {
    SymmetryFree once = SymmetryRemoval.EXACT.apply(F1, draws, 1);
    SymmetryFree twice = SymmetryRemoval.EXACT.apply(F1, once.draws(), 1);
    assertThat(twice.draws().values()).isEqualTo(once.draws().values());
  }
}
