package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.modes.Findings;
import dev.coset.posterior.Posterior;
import java.util.Optional;

/**
 * The share of the evidence of each mode, by Laplace approximation: what the share of chains does
 * not say.
 *
 * @param shares by mode; empty where they are not available
 * @param logEvidence of each mode, {@code log p(D)} were it the only one
 * @param missing why there are none
 */
public record EvidenceShares(double[] shares, double[] logEvidence, Optional<String> missing) {

  /** The shares of the modes that were found. */
  public static EvidenceShares of(Posterior posterior, Findings findings, int threads) {
    try {
      MixtureOfLaplace mixture =
          MixtureOfLaplace.atMaxima(
              posterior, findings.symmetryFree().draws(), findings.clustering().label(), threads);
      return new EvidenceShares(
          mixture.weights(),
          mixture.components().stream().mapToDouble(Laplace::logEvidence).toArray(),
          Optional.empty());
    } catch (InputException e) {
      return none(String.valueOf(e.getMessage()));
    }
  }

  private static EvidenceShares none(String reason) {
    return new EvidenceShares(new double[0], new double[0], Optional.of(reason));
  }
}
