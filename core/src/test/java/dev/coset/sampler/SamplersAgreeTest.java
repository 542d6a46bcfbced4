package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import dev.coset.PaperData;
import dev.coset.chains.ChainPlan;
import dev.coset.distribution.Predictive;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.LppdJackknife;
import dev.coset.predictive.Scores;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What UBU predicts from batches of rows is what NUTS predicts from all rows, from the same starts:
 * the paper's small network on two of its sets.
 */
class SamplersAgreeTest {
  private static final int CHAINS = 16;
  private static final int BATCHES = 8;
  private static final Sampler NUTS = Nuts.Settings.of(200, 60);
  private static final Sampler UBU = Ubu.Settings.of(1000, 60, 80);

  @ParameterizedTest
  @ValueSource(strings = {"sinusoidal", "regression2d"})
  void predictionsAgreeWithinMonteCarloError(String name) {
    Study study =
        PaperData.study(name, Configuration.of(new int[] {3}, ChainPlan.of(CHAINS, 1024, 1, 0)));
    Posterior posterior = study.posterior();
    int rows = posterior.data().count();
    var density = new RowBatches(posterior, (rows + BATCHES - 1) / BATCHES);
    assertThat(density.batches()).isEqualTo(BATCHES);
    List<Draws> nuts = new ArrayList<>();
    List<Draws> ubu = new ArrayList<>();
    for (int c = 0; c < CHAINS; c++) {
      double[] start =
          new EnsembleStart().of(posterior, ChainPlan.of(CHAINS, 20, 1, 1), c, () -> false).q();
      nuts.add(draws(NUTS, posterior.density(), start, c));
      ubu.add(draws(UBU, density, start, c));
    }
    var y = study.test().y();
    for (int row = 0; row < y.count(); row += y.count() / 5) {
      double[] means = new double[CHAINS];
      double[] squares = new double[CHAINS];
      for (int c = 0; c < CHAINS; c++) {
        double[] a = moments(posterior, nuts.get(c), study.test().x(), row);
        double[] b = moments(posterior, ubu.get(c), study.test().x(), row);
        means[c] = b[0] - a[0];
        squares[c] = b[1] - a[1];
      }
      MonteCarlo.assertMean("mean at row " + row, means, 0, 12);
      MonteCarlo.assertMean("square at row " + row, squares, 0, 12);
    }
    Predictive a = predictive(study, nuts);
    Predictive b = predictive(study, ubu);
    double error = LppdJackknife.errorOfDifference(a, b, y, CHAINS);
    double difference = Scores.of(b, y.values()).lppd() - Scores.of(a, y.values()).lppd();
    assertThat(Math.abs(difference)).as("LPPD %g +- %g", difference, error).isLessThan(4 * error);
    assertThat(error).isLessThan(0.01);
    assertThat(UbuChecks.of(ubu).getFirst().result()).isEqualTo(Check.Result.PASSED);
  }

  private static Draws draws(Sampler sampler, LogDensity density, double[] start, int chain) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(50L + chain);
    return sampler.run(density, chain, start, random, SamplerMonitor.NONE).draws();
  }

  /** The mean of f and of f^2 over the draws of a chain. */
  private static double[] moments(Posterior posterior, Draws draws, double[][] x, int row) {
    double[][] at = new double[x.length][1];
    for (int k = 0; k < x.length; k++) {
      at[k][0] = x[k][row];
    }
    double[] moments = new double[2];
    for (double[] f : OutputValues.of(posterior, draws, at, 1).output(0)) {
      moments[0] += f[0] / draws.count();
      moments[1] += f[0] * f[0] / draws.count();
    }
    return moments;
  }

  private static Predictive predictive(Study study, List<Draws> chains) {
    Posterior posterior = study.posterior();
    Draws all = Draws.concatenate(posterior.dimension(), chains.getFirst().schema(), chains);
    return posterior.predictive(all, study.test().x(), 1);
  }
}
