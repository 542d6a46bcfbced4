package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.PaperData;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.predictive.LogSumExp;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.statistics.ChainArray;
import dev.coset.symmetry.Cardinality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The masses of modes, each by a bridge of its own, against a tempered run that visits all. */
class TemperedRunTest {
  private static final int CHAINS = 96;

  /**
   * On the paper's D_I two modes have about half of the chains each. A tempered run, which knows
   * nothing of modes, finds the mass of all copies of all of them, and that its draws lie where the
   * evidence says.
   */
  @Test
  @Tag("full")
  void theEvidenceOfModesIsThatOfATemperedRun() {
    var configuration =
        Configuration.of(new int[] {3}, ChainPlan.of(CHAINS, 1024, 8, 0)).with(Standardise.ALL);
    Study study = PaperData.study("izmailov", configuration);
    Draws draws = sampled(study);
    ChainWeights weights = RunWeights.of(study, draws, Weighting.EVIDENCE, 2);
    assertThat(weights.used()).as(weights.reason()).isEqualTo(Weighting.EVIDENCE);
    Group best = weights.groups().stream().max(Comparator.comparing(Group::score)).orElseThrow();
    assertThat(best.weight()).isGreaterThan(0.99);
    assertThat(best.chains().size()).isBetween(CHAINS / 4, 3 * CHAINS / 4);

    List<Tempering> runs =
        IntStream.range(0, 4)
            .parallel()
            .mapToObj(
                seed ->
                    Tempering.run(
                        () -> study.posterior().with(Precision.DOUBLE).density(), 32, 4000, seed))
            .toList();
    double[] evidence = runs.stream().mapToDouble(Tempering::logEvidence).toArray();
    double[] level = runs.stream().mapToDouble(Tempering::meanLogDensity).toArray();
    double copies = new Cardinality(new int[] {3}, Activation.TANH).total().doubleValue();
    double error =
        Math.sqrt(ChainArray.variance(evidence) / evidence.length + best.error() * best.error());
    assertThat(ChainArray.mean(evidence))
        .isCloseTo(best.score() + Math.log(copies), within(4 * error));
    double[] own =
        IntStream.range(0, draws.count())
            .filter(g -> best.chains().contains(draws.chain()[g]))
            .mapToDouble(g -> draws.logDensity()[g])
            .toArray();
    double spread = ChainArray.variance(level) / level.length;
    double sampled = ChainArray.variance(own) / own.length;
    assertThat(ChainArray.mean(level))
        .isCloseTo(ChainArray.mean(own), within(4 * Math.sqrt(spread + sampled)));
  }

  /** Two normals of known masses, too far apart for a chain. */
  @Test
  void aTemperedRunFindsAKnownIntegral() {
    double[] evidence =
        IntStream.range(0, 4)
            .mapToDouble(
                seed -> Tempering.run(() -> new FarNormals(), 12, 3000, seed).logEvidence())
            .toArray();
    double error = Math.sqrt(ChainArray.variance(evidence) / evidence.length);
    assertThat(error).isLessThan(0.1);
    assertThat(ChainArray.mean(evidence)).isCloseTo(Math.log(3 + 5), within(4 * error));
  }

  /** {@code 3 N(-2, 0.1^2) + 5 N(2, 0.1^2)} in two dimensions. */
  private static final class FarNormals implements LogDensity {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public double valueAndGradient(double[] q, double[] gradient) {
      double[] log = new double[2];
      for (int k = 0; k < 2; k++) {
        double centre = k == 0 ? -2 : 2;
        double squares = Math.pow(q[0] - centre, 2) + Math.pow(q[1] - centre, 2);
        log[k] = Math.log(k == 0 ? 3 : 5) - squares / 0.02 - Math.log(2 * Math.PI * 0.01);
      }
      double all = LogSumExp.of(log);
      double right = Math.exp(log[1] - all);
      for (int i = 0; i < 2; i++) {
        gradient[i] = -(right * (q[i] - 2) + (1 - right) * (q[i] + 2)) / 0.01;
      }
      return all;
    }
  }

  private static Draws sampled(Study study) {
    List<Draws> draws = new ArrayList<>();
    ChainPlan plan = study.configuration().plan();
    EngineSession.run(
        Engine.local(2),
        ChainRecipe.of(study.posterior(), plan),
        IntStream.range(0, CHAINS),
        SamplerMonitor.NONE,
        batch -> batch.forEach(o -> draws.add(((ChainOutcome.Finished) o).draws())));
    draws.sort(Comparator.comparingInt(chain -> chain.chain()[0]));
    return Draws.concatenate(study.posterior().dimension(), plan.sampler().schema(), draws);
  }
}
