package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.PaperData;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.distribution.Predictive;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A small version of the paper's experiment: its LPPD to within the Monte Carlo error of 24 chains.
 */
class PaperAgreementTest {
  private static final int CHAINS = 24;

  @Test
  void theLppdOfTheSmallNetworkIsThePapers() {
    agrees("sinusoidal", -0.561, 0.015);
  }

  @Test
  @Tag("full")
  void theLppdOfTwoModesIsThePapers() {
    agrees("izmailov", 0.782, 0.025);
  }

  private static void agrees(String name, double lppd, double tolerance) {
    var configuration =
        Configuration.of(new int[] {3}, ChainPlan.of(CHAINS, 1024, 1, 0)).with(Standardise.ALL);
    Study study = PaperData.study(name, configuration);
    OutputValues values = sampled(study);
    double[] y = study.test().y().values();
    double all = Scores.of(study.posterior().likelihood().predictive(values), y).lppd();
    double error = jackknifeError(values, y);
    assertThat(error).isLessThan(0.03);
    // Tolerance for the reference's own error, plus three standard errors of these chains.
    double bound = tolerance + 3 * error;
    assertThat(all).isBetween(lppd - bound, lppd + bound);
  }

  private static OutputValues sampled(Study study) {
    List<Draws> draws = new ArrayList<>();
    EngineSession.run(
        Engine.local(2),
        ChainRecipe.of(study.posterior(), study.configuration().plan()),
        IntStream.range(0, CHAINS),
        SamplerMonitor.NONE,
        batch -> batch.forEach(o -> draws.add(((ChainOutcome.Finished) o).draws())));
    var posterior = study.posterior();
    return OutputValues.of(
        posterior,
        Draws.concatenate(posterior.dimension(), NutsStatistics.SCHEMA, draws),
        study.test().x(),
        2);
  }

  /** The standard error over chains, by leaving out one at a time. */
  private static double jackknifeError(OutputValues values, double[] y) {
    double[] without = new double[CHAINS];
    double mean = 0;
    for (int left = 0; left < CHAINS; left++) {
      int out = left;
      int[] kept = IntStream.range(0, CHAINS).filter(g -> g != out).toArray();
      double[][] f = IntStream.of(kept).mapToObj(g -> values.output(0)[g]).toArray(double[][]::new);
      double[] sigma = IntStream.of(kept).mapToDouble(g -> values.nuisance(0)[g]).toArray();
      without[left] = Scores.of(Predictive.of(f, sigma), y).lppd();
      mean += without[left] / CHAINS;
    }
    double squares = 0;
    for (double each : without) {
      squares += (each - mean) * (each - mean);
    }
    return Math.sqrt(squares * (CHAINS - 1) / CHAINS);
  }
}
