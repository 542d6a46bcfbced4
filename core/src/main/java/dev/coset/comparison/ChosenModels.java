package dev.coset.comparison;

import dev.coset.distribution.Predictive;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.selection.Ladder;
import dev.coset.selection.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The models that the data choose, which predict together.
 *
 * @param likelihoods that are tried
 * @param otherPriors whether models that do well are tried with other priors too
 * @param rule by which the chains of each model count
 */
public record ChosenModels(
    String name, List<String> likelihoods, boolean otherPriors, Budget budget, Weighting rule)
    implements Method {

  public ChosenModels {
    likelihoods = List.copyOf(likelihoods);
  }

  @Override
  public Fitted fit(Study study, Workbench at) {
    long began = System.nanoTime();
    var candidates = Ladder.of(study, likelihoods, otherPriors, budget);
    var selection = new Selection(study, new Choice(candidates, otherPriors, budget, ""));
    at.monitor().begins(name + ", choosing", selection.transitions());
    List<Candidate> kept;
    try (var session = at.session()) {
      kept = selection.decide(session).kept();
    }
    double seconds = Fitted.secondsSince(began);
    long gradients = 0;
    List<Function<double[][], Predictive>> each = new ArrayList<>();
    for (Candidate candidate : kept) {
      Study model = study.with(candidate.configuration().stopped(null)); // all chains, as others
      SampledChains chains = at.chains(name + "-" + candidate.name(), model);
      Fitted fitted = ManyChains.fitted(model, chains, rule, at.threads());
      each.add(fitted.predictiveAt());
      seconds += fitted.seconds();
      gradients += fitted.gradients();
    }
    double[] weights = kept.stream().mapToDouble(Candidate::weight).toArray();
    return new Fitted(
        x -> Predictive.mixed(each.stream().map(one -> one.apply(x)).toList(), weights),
        seconds,
        gradients);
  }
}
