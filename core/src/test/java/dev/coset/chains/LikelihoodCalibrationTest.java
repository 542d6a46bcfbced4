package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.StudentMixture;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.posterior.StudentLikelihood;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * As {@link CalibrationTest}, for the likelihoods whose parameters are outputs of the network, and
 * with what they themselves foretell as data: density, gradient and predictive belong together. By
 * simulation-based calibration (Talts et al. 2018).
 */
class LikelihoodCalibrationTest {
  private static final double[][] X = {
    {-2, -1.7, -1.4, -1.1, -0.8, -0.5, -0.2, 0.1, 0.4, 0.7, 1, 1.3, 1.6, 1.9}
  };
  private static final double[][] LOOKS = {{-1, 1}};

  @ParameterizedTest
  @CsvSource({"heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void ranksOfTheTruthAreUniform(String name, int classes) {
    int simulations = 400;
    int kept = 9;
    int thinning = 12;
    var model = new Model(Likelihood.named(name), classes);
    int[][] ranks = new int[model.quantities()][kept + 1];
    for (int s = 0; s < simulations; s++) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(311L + s);
      double[] truth = model.prior(random);
      Posterior posterior = model.given(model.data(truth, random));
      var plan = new ChainPlan(s + 1, 123, Nuts.Settings.of(300, kept * thinning));
      var outcome = new ChainRunner(ChainRecipe.of(posterior, plan), SamplerMonitor.NONE).run(s);
      assertThat(outcome).isInstanceOf(ChainOutcome.Finished.class);
      Draws draws = ((ChainOutcome.Finished) outcome).draws();
      double[] actual = model.quantities(posterior, truth);
      int[] rank = new int[actual.length];
      for (int g = thinning - 1; g < draws.count(); g += thinning) {
        double[] drawn = model.quantities(posterior, draws.draw(g));
        for (int i = 0; i < rank.length; i++) {
          rank[i] += drawn[i] < actual[i] ? 1 : 0;
        }
      }
      for (int i = 0; i < rank.length; i++) {
        ranks[i][rank[i]]++;
      }
    }
    for (int i = 0; i < ranks.length; i++) {
      MonteCarlo.assertUniform(name + " " + i, ranks[i]);
    }
  }

  private record Model(Likelihood likelihood, int classes) {
    private Posterior given(Targets targets) {
      Network network = Network.of(1, new int[] {1}, likelihood.outputs(targets), Activation.TANH);
      return new Posterior(
          network, Prior.STANDARD_NORMAL, likelihood, Precision.DOUBLE, new Points(X, targets));
    }

    private Posterior any() {
      return given(new Targets(new double[X[0].length], TargetKind.ofStored(classes)));
    }

    private double[] prior(UniformRandomProvider random) {
      double[] q = new double[any().dimension()];
      Arrays.setAll(q, j -> StandardNormal.sample(random));
      if (likelihood instanceof StudentLikelihood) {
        int last = q.length - 1; // log(df - 1)
        q[last] = StudentLikelihood.PRIOR_MEAN + StudentLikelihood.PRIOR_SD * q[last];
      }
      return q;
    }

    private Targets data(double[] q, UniformRandomProvider random) {
      Predictive foretold = any().predictive(Draws.independent(new double[][] {q}), X, 1);
      double[] y = new double[X[0].length];
      for (int i = 0; i < y.length; i++) {
        y[i] =
            switch (foretold.at(i)) {
              case GaussianMixture normal ->
                  normal.mean(0) + normal.sd(0) * StandardNormal.sample(random);
              case StudentMixture heavy ->
                  heavy.location(0) + heavy.scale(0) * heavy.shape(0).quantile(random.nextDouble());
              case ClassProbabilities of -> pick(of.probabilities(), random.nextDouble());
              default -> throw new AssertionError();
            };
      }
      return new Targets(y, TargetKind.ofStored(classes));
    }

    private static int pick(double[] probabilities, double u) {
      int k = 0;
      for (double sum = probabilities[0]; u > sum && k < probabilities.length - 1; ) {
        sum += probabilities[++k];
      }
      return k;
    }

    private int quantities() {
      return 2 * any().network().outputs() + 1 + likelihood.nuisance().size();
    }

    /**
     * Functions at two inputs, the log likelihood and its own parameters: what symmetry leaves
     * alone.
     */
    private double[] quantities(Posterior posterior, double[] q) {
      Draws draw = Draws.independent(new double[][] {q});
      double[][] functions = OutputValues.of(posterior, draw, LOOKS, 1).outputs()[0];
      likelihood.toFunctions(functions);
      double[] log = posterior.logLikelihood(draw, posterior.data(), 1)[0];
      double[] all = Arrays.stream(functions).flatMapToDouble(Arrays::stream).toArray();
      double[] quantities = Arrays.copyOf(all, quantities());
      quantities[all.length] = Arrays.stream(log).sum();
      int nuisance = likelihood.nuisance().size();
      System.arraycopy(q, q.length - nuisance, quantities, all.length + 1, nuisance);
      return quantities;
    }
  }
}
