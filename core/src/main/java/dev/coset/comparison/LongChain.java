package dev.coset.comparison;

import dev.coset.chains.ChainPlan;
import dev.coset.model.Study;
import dev.coset.model.Weighting;

/** One chain with the warm-up of the study's plan and as many draws as all its chains. */
public record LongChain(String name) implements Method {

  @Override
  public Fitted fit(Study study, Workbench at) {
    ChainPlan plan = study.configuration().plan();
    var each = plan.sampler();
    var all = each.withDraws(Math.multiplyExact(plan.chains(), each.draws()));
    var one = plan.withChains(1).withSuperchains(0).withSampler(all);
    Study alone = study.with(study.configuration().withPlan(one));
    return ManyChains.fitted(alone, at.chains(name, alone), Weighting.EQUAL, at.threads());
  }
}
