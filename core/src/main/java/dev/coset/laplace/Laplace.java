package dev.coset.laplace;

import dev.coset.chains.RandomStream;
import dev.coset.distribution.Predictive;
import dev.coset.network.Precision;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.LeaveOneOut;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The normal approximation of a posterior around one of its maxima: {@code q ~ Normal(q*, A^-1)},
 * where {@code A} is the curvature of the likelihood plus the prior's precision (MacKay 1992;
 * Daxberger et al. 2021).
 */
public final class Laplace {
  /** As many draws as the paper made for its predictive. */
  public static final int DRAWS = 1274;

  /** Draws of the linearised outputs where their predictive has no closed form. */
  static final int OUTPUT_DRAWS = 1000;

  private final Posterior posterior;
  private final double[] q;
  private final int first;
  private final Normal normal; // of q[first ..]
  private final double logEvidence;
  private final int threads;

  Laplace(
      Posterior posterior, double[] q, int first, Normal normal, double logEvidence, int threads) {
    this.posterior = posterior;
    this.q = q;
    this.first = first;
    this.normal = normal;
    this.logEvidence = logEvidence;
    this.threads = threads;
  }

  /** Trains a network and approximates around the result, both with standard settings. */
  public static Laplace fit(Posterior posterior, long seed) {
    return of(
        posterior, MapTraining.standard().train(posterior, seed, 0), LaplaceSettings.standard());
  }

  /** The approximation around an estimate. */
  public static Laplace of(Posterior posterior, MapEstimate estimate, LaplaceSettings settings) {
    return new LaplaceFit(posterior, estimate.q(), settings).fit();
  }

  /** The centre {@code q*}. */
  public double[] mean() {
    return q.clone();
  }

  /** The first entry of q that varies; those before are held at the centre. */
  public int firstVarying() {
    return first;
  }

  /** How many entries vary, from {@link #firstVarying} on. */
  public int varying() {
    return normal.mean().length;
  }

  /** The covariance of what varies (row, column). */
  public double[][] covariance() {
    return normal.precision().inverse();
  }

  /** The normal over what varies. */
  Normal normal() {
    return normal;
  }

  /**
   * The log of the integral of likelihood times prior over what varies, as if the posterior were
   * normal; what is held counts as given.
   */
  public double logEvidence() {
    return logEvidence;
  }

  /** Independent draws of q, one to a chain; what only a sampler knows is NaN or 0. */
  public Draws draws(int count, long seed) {
    return Draws.independent(draws(count, seed, 0));
  }

  /** Draws (draw, entry) from a stream of their own. */
  double[][] draws(int count, long seed, int stream) {
    double[][] varying = normal.draws(count, RandomStream.APPROXIMATION.of(seed, stream));
    double[][] draws = new double[count][];
    for (int g = 0; g < count; g++) {
      draws[g] = q.clone();
      System.arraycopy(varying[g], 0, draws[g], first, varying[g].length);
    }
    return draws;
  }

  /**
   * The predictive over draws, through the network as it is.
   *
   * @param x (feature, point)
   * @param count of the draws, such as {@link #DRAWS}
   */
  public Predictive sampled(double[][] x, int count, long seed) {
    return posterior.with(Precision.DOUBLE).predictive(draws(count, seed), x, threads);
  }

  /**
   * The predictive of the network made linear in theta at the centre. For the normal likelihood in
   * closed form, {@code y ~ Normal(f(x), J A^-1 J' + sigma^2)}; for others over draws of the
   * outputs. Usually the better one (Immer et al. 2021).
   *
   * @param x (feature, point)
   */
  public Predictive linearised(double[][] x) {
    LinearisedOutputs outputs = outputs(x);
    if (!(posterior.likelihood() instanceof NormalLikelihood)) {
      return posterior.likelihood().predictive(outputs.draws(OUTPUT_DRAWS, nuisance()));
    }
    double noise = nuisance()[0] * nuisance()[0];
    double[] sds =
        Arrays.stream(outputs.covariance()).mapToDouble(c -> Math.sqrt(c[0][0] + noise)).toArray();
    return Predictive.of(outputs.mean(), new double[][] {sds}, new double[] {1});
  }

  LinearisedOutputs outputs(double[][] x) {
    return LinearisedOutputs.of(posterior.network(), q, first, normal, x);
  }

  /** The weights of the training points; null where all are 1. */
  double @Nullable [] rowWeights() {
    return posterior.data().y().weights();
  }

  /** The values of the nuisance parameters at the centre. */
  double[] nuisance() {
    return posterior.nuisance(Draws.independent(new double[][] {q}), 0);
  }

  /**
   * The log predictive density of every training point given all others, had the network been
   * linear. For the normal likelihood, leaving a point out divides its likelihood out of the normal
   * of its output, which gives {@code -1/2 log(2 pi sigma^4 / (sigma^2 - v)) - r^2 / (2 (sigma^2 -
   * v))} with its residual r and variance v, where it has weight 1; for others by importance
   * sampling over draws of the outputs, as {@link LeaveOneOut} has it for draws of a posterior.
   */
  double[] leaveOneOut() {
    var data = posterior.data();
    LinearisedOutputs outputs = outputs(data.x());
    if (!(posterior.likelihood() instanceof NormalLikelihood)) {
      var values = outputs.draws(OUTPUT_DRAWS, nuisance());
      double[][] logLikelihood =
          Arrays.stream(values.outputs())
              .map(of -> posterior.likelihood().logLikelihood(of, nuisance(), data.y()))
              .toArray(double[][]::new);
      return LeaveOneOut.of(logLikelihood, data.y().weights(), 1, threads).logDensity();
    }
    double noise = nuisance()[0] * nuisance()[0];
    double[] logDensity = new double[data.count()];
    for (int i = 0; i < logDensity.length; i++) {
      double residual = data.y().at(i) - outputs.mean()[0][i];
      double variance = outputs.covariance()[i][0][0];
      double own = noise / data.y().weight(i);
      // Positive for a full matrix; a diagonal one may break it.
      double left = Math.max(own - variance, 1e-6 * own);
      logDensity[i] =
          data.y().weight(i) == 1
              ? -Elementary.log(2 * Math.PI * noise * noise / left) / 2
                  - residual * residual / (2 * left)
              : withoutWeighted(residual * own / left, noise + variance * own / left);
    }
    return logDensity;
  }

  private static double withoutWeighted(double residual, double variance) {
    return -Elementary.log(2 * Math.PI * variance) / 2 - residual * residual / (2 * variance);
  }
}
