package dev.coset.posterior;

import static dev.coset.posterior.NormalDensity.HALF_LOG_2_PI;

import dev.coset.data.TargetType;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.Shape;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.GammaRatio;
import java.util.Arrays;
import java.util.List;

/**
 * {@code y ~ m(x) + s(x) t} with Student's t of {@code df} degrees of freedom: noise with heavy
 * tails whose scale depends on the input. The network has two outputs, the location and the
 * logarithm of the scale. The degrees of freedom are one parameter, sampled as {@code q = log(df -
 * 1)} with the prior {@code q ~ Normal(2, 1.5)}: their median is 8.4, and 95% of them lie between
 * 1.4 and 141, from tails that have no variance to those of a normal distribution.
 */
public record StudentLikelihood() implements Likelihood {
  /** The degrees of freedom are above it. */
  public static final int BOUND = 1;

  /** The mean of the prior of {@code log(df - BOUND)}. */
  public static final double PRIOR_MEAN = 2;

  /** The standard deviation of that prior. */
  public static final double PRIOR_SD = 1.5;

  /** The logarithm of that prior's density at its mean. */
  public static final double LOG_PRIOR_HEIGHT = -Elementary.log(PRIOR_SD) - HALF_LOG_2_PI;

  private static final List<Nuisance> FREEDOM =
      List.of(new Nuisance("df", Nuisance.Transform.EXP, BOUND));

  @Override
  public String name() {
    return STUDENT;
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
  public List<Nuisance> nuisance() {
    return FREEDOM;
  }

  @Override
  public LogDensity over(BatchGradient batch, int parameters, Targets targets) {
    double[] shape = new double[1];
    return new LogDensity() {
      @Override
      public int dimension() {
        return parameters + 1;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        double points = batch.total();
        double excess = Elementary.exp(q[parameters]);
        double freedom = BOUND + excess;
        shape[0] = freedom;
        double value = batch.valueAndGradient(q, OutputKernel.STUDENT, shape, gradient);
        double byFreedom =
            gradient[parameters] + points * (0.5 * GammaRatio.derivative(0.5 * freedom));
        double z = (q[parameters] - PRIOR_MEAN) / PRIOR_SD;
        gradient[parameters] = byFreedom * excess - z / PRIOR_SD;
        double heights = points * (GammaRatio.log(0.5 * freedom) - HALF_LOG_2_PI);
        return value + heights + (LOG_PRIOR_HEIGHT - 0.5 * z * z);
      }
    };
  }

  /** Of {@code log(df - 1)}. */
  @Override
  public double logPrior(double[] q) {
    double z = (q[q.length - 1] - PRIOR_MEAN) / PRIOR_SD;
    return LOG_PRIOR_HEIGHT - 0.5 * z * z;
  }

  @Override
  public double[] logLikelihood(double[][] outputs, double[] nuisance, Targets targets) {
    double freedom = nuisance[0];
    double height = GammaRatio.log(freedom / 2) - HALF_LOG_2_PI;
    double[] log = new double[targets.count()];
    for (int i = 0; i < log.length; i++) {
      double logScale = outputs[1][i];
      double r = (targets.at(i) - outputs[0][i]) / Elementary.exp(logScale);
      log[i] = height - logScale - (freedom + 1) / 2 * Elementary.log1p(r * r / freedom);
    }
    return log;
  }

  @Override
  public Predictive predictive(OutputValues values) {
    double[][] scales = NormalDensity.scales(values.output(1));
    Shape[] shapes =
        Arrays.stream(values.nuisance(0)).mapToObj(Shape::student).toArray(Shape[]::new);
    return values.countAlike()
        ? Predictive.of(values.output(0), scales, shapes)
        : Predictive.of(values.output(0), scales, shapes, values.weights());
  }

  /** Of location and log scale: {@code (n + 1) / (n + 3) / s^2} and {@code 2 n / (n + 3)}. */
  @Override
  public double[][] informationRoot(double[] outputs, double[] nuisance) {
    double n = nuisance[0];
    return new double[][] {
      {Math.sqrt((n + 1) / (n + 3)) * StrictMath.exp(-outputs[1]), 0},
      {0, Math.sqrt(2 * n / (n + 3))}
    };
  }

  /**
   * {@code -g''(n / 2) / 4 - (n - 3) / (2 n^2 (n + 1) (n + 3))} for each point, and the prior's.
   */
  @Override
  public double[] nuisanceInformation(double points, double[] nuisance) {
    double n = nuisance[0];
    double ofPoint =
        -GammaRatio.secondDerivative(n / 2) / 4 - (n - 3) / (2 * n * n * (n + 1) * (n + 3));
    double excess = n - BOUND;
    return new double[] {points * ofPoint * excess * excess + 1 / (PRIOR_SD * PRIOR_SD)};
  }

  @Override
  public List<String> functionNames(int outputs) {
    return List.of("location", "log_scale");
  }
}
