package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import dev.coset.data.Points;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Ubu;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Model, gradient, warm-up and sampler together, on a network of one hidden neuron where chains
 * mix: if parameters come from the prior and data from the parameters, posterior draws and the
 * parameters are exchangeable. Looked at through what symmetry leaves alone: sigma, f(x) and the
 * log likelihood.
 */
class CalibrationTest {
  private static final Network NETWORK = Network.of(1, new int[] {1}, 1, Activation.TANH);
  private static final int D = NETWORK.parameters() + 1;

  /** More points than parameters: where a network can meet all of them, sigma has a funnel at 0. */
  private static final double[][] X = {
    {-2, -1.7, -1.4, -1.1, -0.8, -0.5, -0.2, 0.1, 0.4, 0.7, 1, 1.3, 1.6, 1.9}
  };

  private static final int KEPT = 19; // draws that the truth is ranked among
  private static final String[] WHAT = {"sigma", "f(-1)", "f(1)", "log likelihood"};

  private static double[] prior(UniformRandomProvider random) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] q = new double[D];
    for (int j = 0; j < D - 1; j++) {
      q[j] = normal.sample();
    }
    q[D - 1] = Math.log(Math.abs(normal.sample()));
    return q;
  }

  private static double[] data(double[] q, UniformRandomProvider random) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] y = new double[X[0].length];
    for (int p = 0; p < y.length; p++) {
      y[p] = f(q, X[0][p]) + Math.exp(q[D - 1]) * normal.sample();
    }
    return y;
  }

  private static double f(double[] q, double x) {
    return NETWORK.output(q, new double[] {x})[0];
  }

  private static Posterior posterior(double[] y) {
    return new Posterior(
        NETWORK, Prior.STANDARD_NORMAL, new NormalLikelihood(), Precision.DOUBLE, new Points(X, y));
  }

  private static double[] invariants(double[] q, double[] y) {
    double sigma = Math.exp(q[D - 1]);
    double logLikelihood = 0;
    for (int p = 0; p < y.length; p++) {
      double z = (y[p] - f(q, X[0][p])) / sigma;
      logLikelihood -= z * z / 2 + q[D - 1];
    }
    return new double[] {sigma, f(q, -1), f(q, 1), logLikelihood};
  }

  /**
   * Talts et al. (2018), Validating Bayesian inference algorithms with simulation-based
   * calibration.
   */
  @Test
  void ranksOfTheTruthAreUniform() {
    assertRanksAreUniform(Nuts.Settings.of(400, KEPT * 10), 10);
  }

  /** The bias of the default step does not show in so many simulations. */
  @Test
  void ranksOfTheTruthAreUniformWithoutAdjustment() {
    assertRanksAreUniform(new Mclmc.Settings(1500, KEPT, 60, Mclmc.ENERGY_VARIANCE), 1);
  }

  /** All rows are one batch, so that gradients have no noise and little friction suffices. */
  @Test
  void ranksOfTheTruthAreUniformByKineticLangevin() {
    var sampler = new Ubu.Settings(1500, KEPT, 100, Ubu.STEP, 0.03);
    assertRanksAreUniform(sampler, 1, EnsembleStart.NAME);
  }

  private static void assertRanksAreUniform(Sampler sampler, int thinning) {
    assertRanksAreUniform(sampler, thinning, ChainStart.UNIFORM);
  }

  private static void assertRanksAreUniform(Sampler sampler, int thinning, String start) {
    int simulations = 1000;
    int kept = KEPT;
    int[][] ranks = new int[WHAT.length][kept + 1];
    for (int s = 0; s < simulations; s++) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(77L + s);
      double[] truth = prior(random);
      double[] y = data(truth, random);
      var plan = new ChainPlan(s + 1, 123, 0, start, sampler);
      var runner = new ChainRunner(ChainRecipe.of(posterior(y), plan), SamplerMonitor.NONE);
      var outcome = runner.run(s);
      assertThat(outcome).isInstanceOf(ChainOutcome.Finished.class);
      Draws draws = ((ChainOutcome.Finished) outcome).draws();
      double[] actual = invariants(truth, y);
      int[] rank = new int[WHAT.length];
      for (int g = thinning - 1; g < draws.count(); g += thinning) {
        double[] drawn = invariants(draws.draw(g), y);
        for (int i = 0; i < rank.length; i++) {
          rank[i] += drawn[i] < actual[i] ? 1 : 0;
        }
      }
      for (int i = 0; i < rank.length; i++) {
        ranks[i][rank[i]]++;
      }
    }
    for (int i = 0; i < WHAT.length; i++) {
      MonteCarlo.assertUniform(WHAT[i], ranks[i]);
    }
  }

  /**
   * Geweke (2004), Getting it right: drawing parameters and data in turn leaves the parameters'
   * prior alone.
   */
  @Test
  void successiveConditionalDrawsHaveThePriorsDistribution() {
    int replicates = 4000;
    double[][] fromPrior = new double[WHAT.length][replicates];
    double[][] successive = new double[WHAT.length][replicates];
    for (int s = 0; s < replicates; s++) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(900_000L + s);
      double[] other = prior(random);
      double[] q = prior(random);
      double[] y = data(q, random);
      for (int round = 0; round < 4; round++) {
        var settings =
            Nuts.Settings.of(0, 1); // no adaptation, which would not leave the posterior alone
        var nuts = new Nuts(posterior(y).density(), settings, SamplerMonitor.NONE);
        q = nuts.sample(0, q, random).draws().draw(0);
        y = data(q, random);
      }
      double[] a = invariants(other, data(other, random));
      double[] b = invariants(q, y);
      for (int i = 0; i < WHAT.length; i++) {
        fromPrior[i][s] = a[i];
        successive[i][s] = b[i];
      }
    }
    for (int i = 0; i < WHAT.length; i++) {
      MonteCarlo.assertSameDistribution(WHAT[i], fromPrior[i], successive[i], 30);
    }
  }
}
