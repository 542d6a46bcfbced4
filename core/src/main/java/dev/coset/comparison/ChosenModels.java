package dev.coset.comparison;

import dev.coset.distribution.Predictive;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.selection.Ladder;
import dev.coset.selection.Selection;
import dev.coset.store.Choice;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Choice.Candidate;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The models that the data choose, which predict together.
 *
 * @param likelihoods that are tried
 * @param otherPriors whether models that do well are tried with other priors too
 */
public record ChosenModels(
    String name, List<String> likelihoods, boolean otherPriors, Budget budget) implements Method {

  public ChosenModels {
    likelihoods = List.copyOf(likelihoods);
  }

  @Override
  public Fitted fit(Study study, Workbench at) {
    long began = System.nanoTime();
    var candidates = Ladder.of(study, likelihoods, budget);
    var selection = new Selection(study, new Choice(candidates, otherPriors, budget, ""));
    at.monitor().begins(name + ", choosing", selection.transitions());
    List<Candidate> kept = selection.decide(at.threads(), at.monitor()).kept();
    double seconds = Fitted.secondsSince(began);
    long gradients = 0;
    List<Function<double[][], Predictive>> each = new ArrayList<>();
    for (Candidate candidate : kept) {
      Study model = study.with(candidate.configuration().stopped(null)); // all chains, as others
      SampledChains chains = at.chains(name + "-" + candidate.name(), model);
      Posterior posterior = model.posterior();
      Draws draws = chains.draws();
      each.add(x -> posterior.predictive(draws, x, at.threads()));
      seconds += chains.seconds();
      gradients += chains.gradients();
    }
    double[] weights = kept.stream().mapToDouble(Candidate::weight).toArray();
    return new Fitted(
        x -> Predictive.mixed(each.stream().map(one -> one.apply(x)).toList(), weights),
        seconds,
        gradients);
  }
}
