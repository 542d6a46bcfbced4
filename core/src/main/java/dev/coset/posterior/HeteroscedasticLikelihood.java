package dev.coset.posterior;

import static dev.coset.posterior.NormalDensity.HALF_LOG_2_PI;

import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.vectormath.Elementary;
import java.util.List;

/**
 * {@code y ~ Normal(m(x), sigma(x))}: noise that depends on the input. The network has two outputs,
 * the mean and the logarithm of sigma.
 */
public record HeteroscedasticLikelihood() implements Likelihood {
  @Override
  public String name() {
    return HETEROSCEDASTIC;
  }

  @Override
  public TargetType targetType() {
    return TargetType.NUMBER;
  }

  @Override
  public int outputs(Targets targets) {
    return 2;
  }

  @Override
  public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
    return new LogDensity() {
      @Override
      public int dimension() {
        return parameters;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        return batch.valueAndGradient(q, OutputKernel.HETEROSCEDASTIC, gradient)
            - batch.total() * HALF_LOG_2_PI;
      }
    };
  }

  @Override
  public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
    double[] log = new double[targets.count()];
    for (int i = 0; i < log.length; i++) {
      double logSigma = outputs[1][i];
      log[i] = NormalDensity.log(targets.at(i), outputs[0][i], Elementary.exp(logSigma), logSigma);
    }
    return log;
  }

  @Override
  public Predictive predictive(OutputValues values) {
    double[][] sds = NormalDensity.scales(values.output(1));
    return values.countAlike()
        ? Predictive.of(values.output(0), sds)
        : Predictive.of(values.output(0), sds, values.weights());
  }

  @Override
  public double[][] informationRoot(double[] outputs, double[] nuisance) {
    return new double[][] {{StrictMath.exp(-outputs[1]), 0}, {0, Math.sqrt(2)}};
  }

  @Override
  public List<String> functionNames(int outputs) {
    return List.of("mean", "log_sigma");
  }
}
