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
 * {@code y ~ Normal(f_theta(x), sigma)} with {@code sigma ~ HalfNormal(1)}, sampled as {@code log
 * sigma}. As the paper's experiments ran it, the prior is on the standard deviation.
 */
public record NormalLikelihood() implements Likelihood {
  private static final double LOG_2 = 0.69314718055994530942;
  private static final List<Nuisance> SIGMA =
      List.of(new Nuisance("sigma", Nuisance.Transform.EXP));

  @Override
  public String name() {
    return NORMAL;
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
    return SIGMA;
  }

  @Override
  public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
    return new LogDensity() {
      @Override
      public int dimension() {
        return parameters + 1;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        double points = batch.total();
        double logSigma = q[parameters];
        double precision = Elementary.exp(-2 * logSigma);
        double variance = Elementary.exp(2 * logSigma);
        double halfSquares =
            batch.valueAndGradient(
                q, OutputKernel.SQUARED_ERROR, gradient); // -1/2 sum of squared residuals
        for (int j = 0; j < parameters; j++) {
          gradient[j] *= precision;
        }
        gradient[parameters] = -points - 2 * precision * halfSquares - variance + 1;
        double logLikelihood = precision * halfSquares - points * (logSigma + HALF_LOG_2_PI);
        double logPrior = LOG_2 - HALF_LOG_2_PI - variance / 2;
        return logLikelihood + logPrior + logSigma;
      }
    };
  }

  /** Of {@code log sigma}. */
  @Override
  public double logPrior(double[] q) {
    double logSigma = q[q.length - 1];
    return LOG_2 - HALF_LOG_2_PI - Elementary.exp(2 * logSigma) / 2 + logSigma;
  }

  @Override
  public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
    return NormalDensity.log(targets, outputs[0], nuisance[0]);
  }

  /** Without a constant, and from log sigma as it was sampled. */
  @Override
  public double fit(double[][] outputs, double[] q, Targets targets) {
    double squares = 0;
    for (int i = 0; i < targets.count(); i++) {
      double residual = targets.at(i) - outputs[0][i];
      squares = Math.fma(targets.weight(i) * residual, residual, squares);
    }
    double logSigma = q[q.length - 1];
    return -squares / 2 * Elementary.exp(-2 * logSigma) - targets.total() * logSigma;
  }

  @Override
  public Predictive predictive(OutputValues values) {
    double[][] means = values.output(0);
    double[] sigma = values.nuisance(0);
    return values.countAlike()
        ? Predictive.of(means, sigma)
        : Predictive.of(means, sigma, values.weights());
  }

  @Override
  public double[][] informationRoot(double[] outputs, double[] nuisance) {
    return new double[][] {{1 / nuisance[0]}};
  }

  /** Two for each point, and the curvature of the half-normal. */
  @Override
  public double[] nuisanceInformation(double points, double[] nuisance) {
    return new double[] {2 * points + 2 * nuisance[0] * nuisance[0]};
  }

  @Override
  public List<String> functionNames(int outputs) {
    return List.of("f");
  }
}
