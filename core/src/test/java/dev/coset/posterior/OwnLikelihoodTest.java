package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.InputException;
import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.BatchGradient;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** What a likelihood has that gives only what it must. */
class OwnLikelihoodTest {
  private static final Posterior POSTERIOR = Posteriors.of(new Shifted(), 0);

  /** {@code y ~ Normal(f(x) + shift, scale)}, both sampled. */
  private record Shifted() implements Likelihood {
    @Override
    public String name() {
      return "shifted";
    }

    @Override
    public TargetType targetType() {
      return TargetType.NUMBER;
    }

    @Override
    public int outputs(Targets targets) {
      return 1;
    }

    @Override
    public List<Nuisance> nuisance() {
      return List.of(
          new Nuisance("shift", Nuisance.Transform.IDENTITY),
          new Nuisance("scale", Nuisance.Transform.EXP));
    }

    @Override
    public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
      throw new UnsupportedOperationException("Nobody samples it.");
    }

    @Override
    public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
      double[] log = new double[targets.count()];
      Arrays.setAll(
          log,
          i ->
              NormalDistribution.of(outputs[0][i] + nuisance[0], nuisance[1])
                  .logDensity(targets.at(i)));
      return log;
    }

    @Override
    public Predictive predictive(OutputValues values) {
      return Predictive.of(values.output(0), values.nuisance(1));
    }

    @Override
    public List<String> functionNames(int outputs) {
      return List.of("f");
    }
  }

  @Test
  void itsParametersFollowThetaAsTheyAreSampled() {
    int parameters = POSTERIOR.network().parameters();
    assertThat(POSTERIOR.dimension()).isEqualTo(parameters + 2);
    assertThat(POSTERIOR.names())
        .hasSize(parameters + 2)
        .doesNotHaveDuplicates()
        .endsWith("shift", "log_scale");
    double[][] q = Posteriors.draws(3, POSTERIOR.dimension());
    for (int g = 0; g < q.length; g++) {
      assertThat(POSTERIOR.nuisance(Draws.independent(q), g))
          .containsExactly(q[g][parameters], StrictMath.exp(q[g][parameters + 1]));
    }
  }

  @Test
  void itsFitIsTheLogLikelihoodOfAllPoints() {
    double[][] q = Posteriors.draws(2, POSTERIOR.dimension());
    Draws draws = Draws.independent(q);
    var values = OutputValues.of(POSTERIOR, draws, POSTERIOR.data().x(), 1);
    double[][] log = POSTERIOR.logLikelihood(draws, POSTERIOR.data(), 1);
    for (int g = 0; g < q.length; g++) {
      assertThat(POSTERIOR.likelihood().fit(values.outputs()[g], q[g], POSTERIOR.data().y()))
          .isCloseTo(Arrays.stream(log[g]).sum(), within(1e-12));
    }
  }

  @Test
  void itHasNoInformationAndSaysSo() {
    Likelihood likelihood = POSTERIOR.likelihood();
    assertThat(likelihood.nuisanceInformation(9, new double[] {0.5, 1})).containsExactly(0, 0);
    assertThat(likelihood.logPrior(new double[] {0.5, 1})).isZero();
    assertThatThrownBy(() -> likelihood.informationRoot(new double[1], new double[] {0.5, 1}))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("shifted has no Laplace approximation");
  }
}
