package dev.coset.laplace;

import dev.coset.chains.RandomStream;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.Predictive;

/**
 * The normal approximation of a posterior around one of its maxima: {@code q ~ Normal(q*, A^-1)},
 * where {@code A} is the curvature of the likelihood plus the prior's precision (MacKay 1992;
 * Daxberger et al. 2021).
 */
public final class Laplace {
  /** As many draws as the paper made for its predictive. */
  public static final int DRAWS = 1274;

  private static final int BLOCK = 256; // points

  private final Posterior posterior;
  private final double[] q;
  private final int first;
  private final Normal normal; // of q[first ..]
  private final double priorScale;
  private final double logEvidence;
  private final boolean repaired;
  private final int threads;

  Laplace(
      Posterior posterior,
      double[] q,
      int first,
      Normal normal,
      double priorScale,
      double logEvidence,
      boolean repaired,
      int threads) {
    this.posterior = posterior;
    this.q = q;
    this.first = first;
    this.normal = normal;
    this.priorScale = priorScale;
    this.logEvidence = logEvidence;
    this.repaired = repaired;
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

  /** The standard deviation of the noise at the centre. */
  public double sigma() {
    return StrictMath.exp(q[q.length - 1]);
  }

  /** The scale of the prior that was used. */
  public double priorScale() {
    return priorScale;
  }

  /**
   * The log of the integral of likelihood times prior over what varies, as if the posterior were
   * normal; what is held counts as given.
   */
  public double logEvidence() {
    return logEvidence;
  }

  /** Whether negative eigenvalues of an exact curvature were set to 0. */
  public boolean repaired() {
    return repaired;
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
    return Predictive.of(posterior.network(), Precision.DOUBLE, draws(count, seed), x, threads);
  }

  /**
   * The predictive of the network made linear in theta at the centre, in closed form: {@code y ~
   * Normal(f(x), J A^-1 J' + sigma^2)}. Usually the better one (Immer et al. 2021).
   *
   * @param x (feature, point)
   */
  public Predictive linearised(double[][] x) {
    FunctionMoments f = functions(x);
    double[] sds = new double[f.variance().length];
    for (int i = 0; i < sds.length; i++) {
      sds[i] = Math.sqrt(f.variance()[i] + sigma() * sigma());
    }
    return Predictive.of(new double[][] {f.mean()}, new double[][] {sds});
  }

  /**
   * Mean and variance of the linearised network's output.
   *
   * @param mean (point)
   * @param variance (point)
   */
  record FunctionMoments(double[] mean, double[] variance) {}

  FunctionMoments functions(double[][] x) {
    Network network = posterior.network();
    int points = x[0].length;
    int parameters = network.parameters();
    int size = varying();
    var jacobian = new OutputJacobian(network, x);
    double[] row = new double[parameters];
    double[] columns = new double[Math.min(points, BLOCK) * size];
    var moments = new FunctionMoments(new double[points], new double[points]);
    for (int from = 0; from < points; from += BLOCK) {
      int block = Math.min(BLOCK, points - from);
      for (int p = 0; p < block; p++) {
        moments.mean[from + p] = jacobian.at(q, from + p, row, 0);
        System.arraycopy(row, first, columns, p * size, parameters - first);
        if (size > parameters - first) {
          columns[(p + 1) * size - 1] = 0; // log sigma moves no output
        }
      }
      normal.variances(columns, block, moments.variance, from);
    }
    return moments;
  }

  /**
   * The log predictive density of every training point given all others, had the network been
   * linear: leaving a point out divides its likelihood out of the normal of its output, which gives
   * {@code -1/2 log(2 pi sigma^4 / (sigma^2 - v)) - r^2 / (2 (sigma^2 - v))} with its residual r
   * and variance v. {@link dev.coset.predictive.LeaveOneOut} is given draws; here a normal is
   * given, so that nothing need be estimated.
   */
  double[] leaveOneOut() {
    FunctionMoments f = functions(posterior.data().x());
    double noise = sigma() * sigma();
    double[] logDensity = new double[f.mean().length];
    for (int i = 0; i < logDensity.length; i++) {
      double residual = posterior.data().y()[i] - f.mean()[i];
      // Positive for Gauss-Newton; an exact or diagonal curvature may break it.
      double left = Math.max(noise - f.variance()[i], 1e-6 * noise);
      logDensity[i] =
          -Math.log(2 * Math.PI * noise * noise / left) / 2 - residual * residual / (2 * left);
    }
    return logDensity;
  }
}
