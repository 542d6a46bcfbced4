package dev.coset.cli;

import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputLoss;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Nuisance;
import dev.coset.posterior.OutputValues;
import dev.coset.vectormath.Elementary;
import java.util.List;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * {@code y ~ f_theta(x) + sigma t} with Student's t of four degrees of freedom: a likelihood that
 * the program knows nothing of. Its predictive is a mixture of normals too, for t is one: its
 * precision has a gamma distribution.
 */
public record FourDegreesLikelihood() implements Likelihood {
  private static final double FREEDOM = 4;
  private static final double CONSTANT =
      LogGamma.value((FREEDOM + 1) / 2)
          - LogGamma.value(FREEDOM / 2)
          - Math.log(Math.PI * FREEDOM) / 2;
  private static final List<Nuisance> SIGMA =
      List.of(new Nuisance("sigma", Nuisance.Transform.EXP));
  private static final int PARTS = 8; // of the gamma distribution

  @Override
  public String name() {
    return "t4";
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
        double logSigma = q[parameters];
        double variance = Elementary.exp(2 * logSigma);
        gradient[parameters] = 0;
        OutputLoss loss =
            (first, points, outputs) -> {
              double sum = 0;
              for (int p = 0; p < points; p++) {
                double residual = targets.at(first + p) - outputs[0][p];
                double square = residual * residual;
                double pull = (FREEDOM + 1) / (FREEDOM * variance + square);
                sum -= (FREEDOM + 1) / 2 * Elementary.log1p(square / (FREEDOM * variance));
                outputs[0][p] = pull * residual;
                gradient[parameters] += pull * square - 1;
              }
              return sum + points * (CONSTANT - logSigma);
            };
        double value = batch.valueAndGradient(q, loss, gradient);
        gradient[parameters] += 1 - variance; // of the half-normal prior and the logarithm
        return value + logSigma - variance / 2;
      }
    };
  }

  @Override
  public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
    double[] log = new double[targets.count()];
    for (int i = 0; i < log.length; i++) {
      double z = (targets.at(i) - outputs[0][i]) / nuisance[0];
      log[i] = CONSTANT - Math.log(nuisance[0]) - (FREEDOM + 1) / 2 * Math.log1p(z * z / FREEDOM);
    }
    return log;
  }

  @Override
  public Predictive predictive(OutputValues values) {
    var precision = GammaDistribution.of(FREEDOM / 2, 2 / FREEDOM);
    int n = values.draws() * PARTS;
    double[][] means = new double[n][];
    double[] sds = new double[n];
    double[] weights = new double[n];
    for (int g = 0; g < values.draws(); g++) {
      for (int part = 0; part < PARTS; part++) {
        double scale = Math.sqrt(precision.inverseCumulativeProbability((part + 0.5) / PARTS));
        means[g * PARTS + part] = values.outputs()[g][0];
        sds[g * PARTS + part] = values.nuisance()[g][0] / scale;
        weights[g * PARTS + part] = values.weights()[g] / PARTS;
      }
    }
    return Predictive.of(means, sds, weights);
  }

  @Override
  public List<String> functionNames(int outputs) {
    return List.of("f");
  }
}
