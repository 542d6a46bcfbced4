package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.laplace.LaplaceSettings.Noise;
import dev.coset.laplace.LaplaceSettings.Structure;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalDensity;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.WeightPrior;
import dev.coset.statistics.Weighted;
import java.util.Arrays;

/** From a posterior and a point of it to the normal there, step by step. */
final class LaplaceFit {

  private final Posterior posterior;
  private final double[] q;
  private final LaplaceSettings settings;
  private final int first; // the first entry of q that varies
  private final int weights; // how many entries of theta vary
  private final LikelihoodCurvature curvature;

  LaplaceFit(Posterior posterior, double[] q, LaplaceSettings settings) {
    Network network = posterior.network();
    this.posterior = posterior;
    this.q = q;
    this.settings = settings;
    this.first =
        settings.structure() == Structure.LAST_LAYER ? network.weight(network.layers(), 0, 0) : 0;
    this.weights = network.parameters() - first;
    this.curvature = new LikelihoodCurvature(posterior, q, first, settings.noise() == Noise.JOINT);
  }

  Laplace fit() {
    return settings.structure() == Structure.DIAGONAL ? diagonal() : dense();
  }

  private Laplace diagonal() {
    double[] diagonal = curvature.gaussNewtonDiagonal();
    double[] prior = priorPrecisions();
    double[] root = new double[diagonal.length];
    for (int k = 0; k < root.length; k++) {
      root[k] = Math.sqrt(diagonal[k] + (k < weights ? prior[k] : 0));
    }
    return around(new Factor.Diagonal(root), prior);
  }

  private Laplace dense() {
    SymmetricMatrix.checkFits(
        weights,
        SymmetricMatrix.WORK,
        "choose the diagonal or the last-layer approximation, or raise it with -Xmx");
    double[] prior = priorPrecisions();
    Factor factor =
        plusPrior(curvature.gaussNewton(), prior)
            .cholesky()
            .orElseThrow(
                () ->
                    new InputException(
                        "The curvature at the estimate is too uneven to be factored: train from "
                            + "another seed, or choose the diagonal approximation."));
    return around(factor, prior);
  }

  /** Of the entries of theta that vary. */
  private double[] priorPrecisions() {
    double[] precisions = new double[weights];
    WeightPrior given = posterior.prior().over(posterior.network());
    Arrays.setAll(precisions, k -> given.of(first + k));
    return precisions;
  }

  private SymmetricMatrix plusPrior(SymmetricMatrix hessian, double[] precisions) {
    for (int k = 0; k < weights; k++) {
      hessian.add(k, k, precisions[k]);
    }
    return hessian;
  }

  private Laplace around(Factor factor, double[] prior) {
    var normal = new Normal(Arrays.copyOfRange(q, first, first + factor.size()), factor);
    return new Laplace(
        posterior, q, first, normal, logJoint(prior) + normal.logVolume(), settings.threads());
  }

  /** {@code log p(D, what varies | the rest)}. */
  private double logJoint(double[] prior) {
    var exactly = posterior.with(Precision.DOUBLE);
    double[][] log =
        exactly.logLikelihood(
            Draws.independent(new double[][] {q}), posterior.data(), settings.threads());
    double logPrior = -weights * NormalDensity.HALF_LOG_2_PI;
    for (int k = 0; k < weights; k++) {
      double theta = q[first + k];
      logPrior += (StrictMath.log(prior[k]) - prior[k] * theta * theta) / 2;
    }
    double ofNuisance = settings.noise() == Noise.JOINT ? posterior.likelihood().logPrior(q) : 0;
    return Weighted.sum(log[0], posterior.data().y().weights()) + logPrior + ofNuisance;
  }
}
