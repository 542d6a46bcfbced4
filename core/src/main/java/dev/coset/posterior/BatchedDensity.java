package dev.coset.posterior;

/**
 * A log density that is a sum over batches of rows, {@code log p(q) = prior(q) + sum_b fit_b(q)},
 * for samplers and optimisers that see one batch at a time. Rows are in random order, so each batch
 * is a random sample of them.
 */
public interface BatchedDensity extends LogDensity {
  /** How many batches there are; all but the last are of equal size. */
  int batches();

  /** Returns {@code fit_b(q)} and overwrites {@code gradient} with its gradient. */
  double batch(int batch, double[] q, double[] gradient);

  /** Returns {@code prior(q)} and adds its gradient to {@code gradient}. */
  double addPrior(double[] q, double[] gradient);
}
