package dev.coset.comparison;

import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.store.Study;

/** The chains of the study's plan: the method of the paper. */
public record ManyChains(String name) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    return fitted(study, at.chains(name, study), at.threads());
  }

  static Fitted fitted(Study study, SampledChains chains, int threads) {
    Posterior posterior = study.posterior();
    Draws draws = chains.draws();
    return new Fitted(
        x -> posterior.predictive(draws, x, threads), chains.seconds(), chains.gradients());
  }
}
