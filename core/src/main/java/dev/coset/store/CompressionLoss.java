package dev.coset.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The loss of a compressed run, measured with its draws as stored.
 *
 * @param bound what the mean divergence at training inputs was to stay below
 * @param train the divergence at training inputs
 * @param function that of the function without noise, blurred by its own standard deviation, at
 *     training inputs and as many whose columns are drawn one by one
 * @param fresh the divergence at inputs that had no part in choosing the draws
 * @param freshAreTest whether those are test rows; else each column is drawn from training rows by
 *     itself
 * @param trainLppd of training rows
 * @param testLppd of test rows; null where there are none
 */
public record CompressionLoss(
    double bound,
    Divergence train,
    Divergence function,
    Divergence fresh,
    boolean freshAreTest,
    Lppd trainLppd,
    @Nullable Lppd testLppd) {
  public CompressionLoss {
    Objects.requireNonNull(train); // a file may lack anything
    Objects.requireNonNull(function);
    Objects.requireNonNull(fresh);
    Objects.requireNonNull(trainLppd);
  }

  /** Kullback-Leibler, from the full predictive to the compressed one, in nats. */
  public record Divergence(double mean, double max, int inputs) {}

  /**
   * Mean log predictive density of rows, in the units of scores, by all draws and by those kept.
   */
  public record Lppd(double full, double compressed, int rows) {
    public double change() {
      return compressed - full;
    }
  }
}
