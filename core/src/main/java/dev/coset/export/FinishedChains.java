package dev.coset.export;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import dev.coset.message.Command;
import dev.coset.model.ChainWeights;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.store.Manifest;
import dev.coset.store.RunStore;
import java.util.List;

/**
 * What is exported of a run.
 *
 * @param finished in the order of chains
 * @param failed the numbers of the chains that failed
 * @param weights how much each chain counts
 */
record FinishedChains(
    Study study,
    Manifest manifest,
    List<ChainOutcome.Finished> finished,
    List<Integer> failed,
    ChainWeights weights) {

  static FinishedChains of(RunStore run, ChainWeights weights) {
    List<ChainOutcome> outcomes = run.outcomes();
    var finished =
        outcomes.stream()
            .filter(ChainOutcome.Finished.class::isInstance)
            .map(ChainOutcome.Finished.class::cast)
            .toList();
    if (finished.isEmpty()) {
      throw InputException.of(
          "The run %s has no finished chain to export. Continue with %s.",
          run.folder(), Command.RESUME.of(run.folder()));
    }
    var failed =
        outcomes.stream()
            .filter(ChainOutcome.Failed.class::isInstance)
            .map(ChainOutcome::chain)
            .toList();
    return new FinishedChains(run.study(), run.manifest(), finished, failed, weights);
  }

  int count() {
    return finished.size();
  }

  int perChain() {
    return finished.getFirst().draws().count();
  }

  DrawSchema schema() {
    return manifest.statistics();
  }

  Draws draws(int place) {
    return finished.get(place).draws();
  }

  double stepSize(int place) {
    return finished.get(place).warmup().stepSize();
  }

  /** Whether chains count differently. */
  boolean weighted() {
    return weights.used() != Weighting.EQUAL;
  }

  /** The weight of each draw of a chain; those of all draws sum to 1. */
  double weight(int place) {
    return weights.of(finished.get(place).chain()) / perChain();
  }

  /** The numbers of the chains. */
  long[] numbers() {
    return finished.stream().mapToLong(ChainOutcome::chain).toArray();
  }
}
