package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.data.InputException;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.ensembles.DeepEnsemble;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Optimiser;
import dev.coset.optimisation.Problems;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixtureOfLaplaceTest {

  /** A density {@code sum_k w_k Normal(m_k, S_k)} whose modes lie far apart. */
  static final class Planted {
    static final double[] WEIGHTS = {0.3, 0.7};
    final List<Normal> normals = new ArrayList<>();

    Planted(int dimension) {
      for (int k = 0; k < 2; k++) {
        var precision = new SymmetricMatrix(dimension);
        precision.addOuterProducts(
            dimension,
            Problems.normals(2 * dimension * dimension, 30 + k),
            0,
            dimension,
            2 * dimension,
            1);
        double[] mean = new double[dimension];
        Arrays.fill(mean, k == 0 ? -10 : 10);
        normals.add(new Normal(mean, precision.cholesky().orElseThrow()));
      }
    }

    LogDensity density() {
      int dimension = normals.get(0).mean().length;
      double[][][] precision =
          normals.stream()
              .map(n -> LinearRegression.inverse(n.precision().inverse()))
              .toArray(double[][][]::new);
      return Problems.density(
          dimension,
          (q, gradient) -> {
            int nearest =
                normals.get(0).squaredDistance(q) < normals.get(1).squaredDistance(q) ? 0 : 1;
            double log = Math.log(WEIGHTS[nearest]) + normals.get(nearest).logDensity(q);
            double other = Math.log(WEIGHTS[1 - nearest]) + normals.get(1 - nearest).logDensity(q);
            double share = 1 / (1 + Math.exp(other - log));
            Arrays.fill(gradient, 0);
            for (int k = 0; k < 2; k++) {
              double weight = k == nearest ? share : 1 - share;
              for (int i = 0; i < dimension; i++) {
                for (int j = 0; j < dimension; j++) {
                  gradient[i] -= weight * precision[k][i][j] * (q[j] - normals.get(k).mean()[j]);
                }
              }
            }
            return log - Math.log(share);
          });
    }

    /** Each draw is a chain, and its label the normal that it came from. */
    Draws draws(int count, int[] labels) {
      var random = Problems.random(77);
      double[][] q = new double[count][];
      double[] logDensity = new double[count];
      double[] gradient = new double[normals.get(0).mean().length];
      for (int g = 0; g < count; g++) {
        labels[g] = random.nextDouble() < WEIGHTS[0] ? 0 : 1;
        q[g] = normals.get(labels[g]).draws(1, random)[0];
        logDensity[g] = density().valueAndGradient(q[g], gradient);
      }
      Draws draws = Draws.independent(q);
      System.arraycopy(logDensity, 0, draws.logDensity(), 0, count);
      return draws;
    }
  }

  @Test
  void aPlantedMixtureIsRecovered() {
    var planted = new Planted(5);
    int[] labels = new int[400];
    Draws draws = planted.draws(400, labels);
    var modes = new ModeDraws(draws, labels);
    LogDensity density = planted.density();
    List<Normal> found = new ArrayList<>();
    double[] logEvidence = new double[2];
    for (int k = 0; k < 2; k++) {
      var top = Lbfgs.of(1_000, 1e-9).climb(density, modes.highest()[k], Optimiser.Watch.NONE);
      var normal = new Normal(top.q(), differences(density, top.q()).cholesky().orElseThrow());
      found.add(normal);
      logEvidence[k] = top.value() + normal.logVolume();
      assertThat(top.q()).containsExactly(planted.normals.get(k).mean(), within(1e-8));
      double[][] covariance = normal.precision().inverse();
      double[][] truth = planted.normals.get(k).precision().inverse();
      for (int i = 0; i < 5; i++) {
        assertThat(covariance[i]).containsExactly(truth[i], within(1e-8));
      }
      assertThat(logEvidence[k]).isCloseTo(Math.log(Planted.WEIGHTS[k]), within(1e-8));
    }
    assertThat(MixtureWeights.byEvidence(found, logEvidence))
        .containsExactly(Planted.WEIGHTS, within(1e-8));
    double[] inSecond = Arrays.stream(labels).asDoubleStream().toArray();
    assertThat(modes.chainShares()[1])
        .isCloseTo(Arrays.stream(inSecond).average().orElseThrow(), within(1e-12));
    MonteCarlo.assertMean("chain share", inSecond, Planted.WEIGHTS[1], 1);
  }

  /** The Hessian by differences of the gradient, exact where the gradient is linear. */
  private static SymmetricMatrix differences(LogDensity density, double[] q) {
    var hessian = new SymmetricMatrix(q.length);
    double[] above = new double[q.length];
    double[] below = new double[q.length];
    for (int k = 0; k < q.length; k++) {
      double[] moved = q.clone();
      moved[k] = q[k] + 0.5;
      density.valueAndGradient(moved, above);
      moved[k] = q[k] - 0.5;
      density.valueAndGradient(moved, below);
      for (int j = k; j < q.length; j++) {
        hessian.set(j, k, below[j] - above[j]);
      }
    }
    return hessian;
  }

  /** One tanh neuron has two modes, mirror images: {@code b tanh(a) = -b tanh(-a)}. */
  @Test
  void theTwoModesOfOneNeuronAreMirrorImagesOfEqualWeight() {
    Posterior posterior = Problems.regression(80, 1, new int[] {1}, Activation.TANH, 1);
    double[] top = MapTraining.toConvergence().train(posterior, 0, 0).q();
    int[] labels = new int[30];
    double[][] q = new double[30][];
    for (int g = 0; g < 30; g++) {
      double[] noise = Problems.normals(top.length, 300 + g);
      labels[g] = g % 3 == 0 ? 1 : 0;
      q[g] = top.clone();
      for (int j = 0; j < 3; j++) { // weight and bias in, weight out
        q[g][j] *= labels[g] == 1 ? -1 : 1;
      }
      for (int j = 0; j < q[g].length; j++) {
        q[g][j] += 0.05 * noise[j];
      }
    }
    Draws draws = Draws.independent(q);
    Arrays.fill(draws.logDensity(), 0);
    for (Weighting weighting : Weighting.values()) {
      var mixture = MixtureOfLaplace.fit(posterior, draws, labels, weighting);
      Laplace a = mixture.components().get(0);
      Laplace b = mixture.components().get(1);
      assertThat(a.logEvidence()).isCloseTo(b.logEvidence(), within(1e-6));
      assertThat(mixture.evidenceShares()).containsExactly(new double[] {0.5, 0.5}, within(1e-6));
      double[] mirrored = b.mean();
      for (int j = 0; j < 3; j++) {
        mirrored[j] *= -1;
      }
      assertThat(a.mean()).containsExactly(mirrored, within(1e-4));
      double first = weighting == Weighting.EQUAL ? 2.0 / 3 : 0.5;
      // For stacking any weights are as good where both predict the same.
      double tolerance = weighting == Weighting.STACKING ? 1e-2 : 1e-6;
      assertThat(mixture.weights())
          .containsExactly(new double[] {first, 1 - first}, within(tolerance));
      // Both compute one function, so their mixture predicts what either does.
      double[][] x = {{0.7}};
      Predictive linearised = mixture.linearised(x);
      NumberDistribution alone = a.linearised(x).number(0);
      assertThat(linearised.number(0).mean()).isCloseTo(alone.mean(), within(1e-5));
      assertThat(linearised.number(0).sd()).isCloseTo(alone.sd(), within(1e-5));
      Predictive sampled = mixture.sampled(x, 500, 1);
      assertThat(sampled.at(0).size()).isEqualTo(1_000);
      assertThat(sampled.at(0).weight(0)).isCloseTo(mixture.weights()[0] / 500, within(1e-12));
    }
  }

  @Test
  void componentsAroundOneMaximumShareItsEvidence() {
    var planted = new Planted(3);
    var normals = List.of(planted.normals.get(0), planted.normals.get(1), planted.normals.get(0));
    assertThat(MixtureWeights.byEvidence(normals, new double[] {-5, -5, -5}))
        .containsExactly(new double[] {0.25, 0.5, 0.25}, within(1e-12));
  }

  @Test
  void aChainIsSharedOutByItsDraws() {
    Draws draws = Draws.ofSize(6, 1, DrawSchema.NONE);
    System.arraycopy(new int[] {0, 0, 0, 1, 1, 2}, 0, draws.chain(), 0, 6);
    // Chain 0 is two thirds in mode 0; chain 1 has one draw that counts; chain 2 has none.
    double[] shares = new ModeDraws(draws, new int[] {0, 0, 1, 1, -1, -1}).chainShares();
    assertThat(shares).containsExactly(new double[] {1.0 / 3, 2.0 / 3}, within(1e-12));
  }

  @Test
  void anEnsembleBecomesAMixture() {
    Posterior posterior = Problems.regression(40, 1, new int[] {3}, Activation.TANH, 1);
    var ensemble = DeepEnsemble.train(posterior, 3, 0);
    var mixture = MixtureOfLaplace.around(ensemble, LaplaceSettings.standard());
    double[][] x = {{0.1, 5}};
    assertThat(mixture.linearised(x).at(0).size()).isEqualTo(3);
    // Every component is wider than the member it is around.
    for (int m = 0; m < 3; m++) {
      assertThat(((GaussianMixture) mixture.linearised(x).at(1)).sd(m))
          .isGreaterThan(sigma(ensemble.members().get(m)));
    }
    assertThat(mixture.withWeights(0, 1, 0).linearised(x).at(0).size()).isEqualTo(1);
  }

  @Test
  void labelsThatDoNotFitAreRefused() {
    Draws draws = Draws.ofSize(3, 1, DrawSchema.NONE);
    assertThatThrownBy(() -> new ModeDraws(draws, new int[] {0}))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> new ModeDraws(draws, new int[] {-1, -1, -1}))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> new ModeDraws(draws, new int[] {0, 2, 2}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("mode 1");
  }

  private static double sigma(MapEstimate estimate) {
    return Math.exp(estimate.q()[estimate.q().length - 1]);
  }
}
