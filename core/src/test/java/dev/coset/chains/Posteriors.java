package dev.coset.chains;

import dev.coset.data.Points;
import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.Activation;
import dev.coset.network.BatchGradient;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import java.util.Arrays;
import java.util.List;

/** Posteriors whose chains take milliseconds. */
final class Posteriors {
  private Posteriors() {}

  static final Posterior SMALL = with(new NormalLikelihood());

  private static Posterior with(Likelihood likelihood) {
    return new Posterior(
        Network.of(1, new int[] {2}, 1, Activation.TANH),
        Prior.STANDARD_NORMAL,
        likelihood,
        Precision.DOUBLE,
        new Points(new double[][] {{-1, 0, 1}}, new double[] {-1, 0.1, 1}));
  }

  interface LogLikelihood {
    /** Its value; the gradient comes as zeros, to be overwritten where it is not 0. */
    double valueAndGradient(double[] q, double[] gradient);
  }

  /** The prior times this. */
  static Posterior with(LogLikelihood logLikelihood) {
    return with(
        new Likelihood() {
          @Override
          public String name() {
            return "made up";
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
          public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
            return new LogDensity() {
              @Override
              public int dimension() {
                return parameters;
              }

              @Override
              public double valueAndGradient(double[] q, double[] gradient) {
                Arrays.fill(gradient, 0);
                return logLikelihood.valueAndGradient(q, gradient);
              }
            };
          }

          @Override
          public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
            throw new UnsupportedOperationException();
          }

          @Override
          public Predictive predictive(OutputValues values) {
            throw new UnsupportedOperationException();
          }

          @Override
          public List<String> functionNames(int outputs) {
            return List.of("f");
          }
        });
  }
}
