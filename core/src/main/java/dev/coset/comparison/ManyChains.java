package dev.coset.comparison;

import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.WeightedDraws;
import dev.coset.weights.RunWeights;

/**
 * The chains of the study's plan: the method of the paper, which weights all equally.
 *
 * @param rule by which chains count
 */
public record ManyChains(String name, Weighting rule) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    return fitted(study, at.chains(name, study), rule, at.threads());
  }

  static Fitted fitted(Study study, SampledChains chains, Weighting rule, int threads) {
    long began = System.nanoTime();
    WeightedDraws draws = RunWeights.of(study, chains.draws(), rule, threads).over(chains.draws());
    return new Fitted(
        x -> draws.predictive(study.posterior(), x, threads),
        chains.seconds() + Fitted.secondsSince(began),
        chains.gradients());
  }
}
