package dev.coset.comparison;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import dev.coset.posterior.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Chains that have run. Failed ones have no draws. */
record SampledChains(Draws draws, long gradients, double seconds) {

  /** Draws are in the order of chains, in whichever order these finished. */
  static SampledChains of(int dimension, List<ChainOutcome> outcomes, double seconds) {
    List<Draws> parts = new ArrayList<>();
    long gradients = 0;
    String reason = "";
    for (ChainOutcome outcome :
        outcomes.stream().sorted(Comparator.comparingInt(ChainOutcome::chain)).toList()) {
      switch (outcome) {
        case ChainOutcome.Finished finished -> {
          parts.add(finished.draws());
          gradients += finished.gradients();
        }
        case ChainOutcome.Failed failed -> reason = failed.reason();
      }
    }
    if (parts.isEmpty()) {
      throw new InputException("Every chain failed. The last one reported: " + reason);
    }
    return new SampledChains(
        Draws.concatenate(dimension, parts.getFirst().schema(), parts), gradients, seconds);
  }
}
