package dev.coset.posterior;

import dev.coset.network.BatchGradient;
import dev.coset.parallel.Team;

/**
 * The log density of a posterior. A batch is a few chunks of rows: as many as make a thousand rows
 * in single precision, or more where there would be more than {@link #MOST_BATCHES}.
 */
final class PosteriorDensity implements BatchedDensity {
  private static final int CHUNKS_OF_BATCH = 2;
  private static final int MOST_BATCHES = 1024;

  private final BatchGradient rows;
  private final LogDensity fit; // with the prior of nuisance parameters
  private final WeightPrior ofWeights;
  private final int parameters;
  private final int chunks;
  private final int ofBatch; // chunks
  private final double[] nuisance; // gradient of no rows: that of the prior of nuisance parameters

  PosteriorDensity(Posterior posterior, Team team) {
    this.parameters = posterior.network().parameters();
    this.rows =
        BatchGradient.of(posterior.network(), posterior.precision(), posterior.data(), team);
    this.fit = posterior.likelihood().over(rows, parameters, posterior.data().y());
    this.ofWeights = posterior.prior().over(posterior.network());
    this.chunks = rows.chunks();
    this.ofBatch = Math.max(CHUNKS_OF_BATCH, Math.ceilDiv(chunks, MOST_BATCHES));
    this.nuisance = new double[fit.dimension()];
  }

  @Override
  public int dimension() {
    return nuisance.length;
  }

  @Override
  public double valueAndGradient(double[] q, double[] gradient) {
    double value = fit.valueAndGradient(q, gradient);
    return value + ofWeights.addTo(gradient, q, parameters);
  }

  @Override
  public int batches() {
    return Math.ceilDiv(chunks, ofBatch);
  }

  @Override
  public double batch(int batch, double[] q, double[] gradient) {
    double ofNuisance = nuisancePrior(q);
    int from = batch * ofBatch;
    rows.restrict(from, Math.min(chunks, from + ofBatch));
    double value = fit.valueAndGradient(q, gradient);
    rows.restrict(0, chunks);
    for (int k = parameters; k < nuisance.length; k++) {
      gradient[k] -= nuisance[k];
    }
    return value - ofNuisance;
  }

  @Override
  public double addPrior(double[] q, double[] gradient) {
    double value = nuisancePrior(q);
    for (int k = parameters; k < nuisance.length; k++) {
      gradient[k] += nuisance[k];
    }
    return value + ofWeights.addTo(gradient, q, parameters);
  }

  private double nuisancePrior(double[] q) {
    if (parameters == nuisance.length) {
      return 0;
    }
    rows.restrict(0, 0);
    double value = fit.valueAndGradient(q, nuisance);
    rows.restrict(0, chunks);
    return value;
  }
}
