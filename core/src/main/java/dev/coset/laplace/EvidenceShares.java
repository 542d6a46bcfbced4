package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.laplace.LaplaceSettings.Noise;
import dev.coset.laplace.MixtureOfLaplace.Weighting;
import dev.coset.modes.Findings;
import dev.coset.posterior.Posterior;
import java.util.Optional;

/**
 * How much of the posterior each mode holds, as if each were normal around its maximum: what the
 * share of chains does not say.
 *
 * @param shares by mode; empty where they are not available
 * @param logEvidence of each mode, {@code log p(D)} were it the only one
 * @param missing why there are none
 */
public record EvidenceShares(double[] shares, double[] logEvidence, Optional<String> missing) {

  /** The shares of the modes that were found. */
  public static EvidenceShares of(Posterior posterior, Findings findings, int threads) {
    MixtureOfLaplace mixture;
    try {
      mixture =
          MixtureOfLaplace.fit(
              posterior,
              findings.symmetryFree().draws(),
              findings.clustering().label(),
              Weighting.EVIDENCE,
              LaplaceSettings.standard().with(Noise.JOINT).withThreads(threads));
    } catch (InputException e) {
      return none(String.valueOf(e.getMessage()));
    }
    for (int mode = 0; mode < mixture.maxima().size(); mode++) {
      switch (mixture.maxima().get(mode).end()) {
        case CONVERGED, FLAT -> {}
        case LIMIT, STOPPED, DIVERGED -> {
          return none(
              ("No maximum was found in mode %d: there may be none, as where a network can pass"
                      + " through all training points.")
                  .formatted(mode + 1));
        }
      }
    }
    return new EvidenceShares(
        mixture.weights(),
        mixture.components().stream().mapToDouble(Laplace::logEvidence).toArray(),
        Optional.empty());
  }

  private static EvidenceShares none(String reason) {
    return new EvidenceShares(new double[0], new double[0], Optional.of(reason));
  }
}
