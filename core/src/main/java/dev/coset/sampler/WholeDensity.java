package dev.coset.sampler;

import dev.coset.posterior.BatchedDensity;
import dev.coset.posterior.LogDensity;

/** A log density as one batch, for one that is no sum over batches. */
record WholeDensity(LogDensity density) implements BatchedDensity {
  static BatchedDensity of(LogDensity density) {
    return density instanceof BatchedDensity batched ? batched : new WholeDensity(density);
  }

  @Override
  public int dimension() {
    return density.dimension();
  }

  @Override
  public double valueAndGradient(double[] q, double[] gradient) {
    return density.valueAndGradient(q, gradient);
  }

  @Override
  public int batches() {
    return 1;
  }

  @Override
  public double batch(int batch, double[] q, double[] gradient) {
    return density.valueAndGradient(q, gradient);
  }

  @Override
  public double addPrior(double[] q, double[] gradient) {
    return 0;
  }
}
