package dev.coset.selection;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models that are tried on a table, from a linear one upwards. */
public final class CandidateModels {
  private static final int[][] WIDTHS = {{}, {4}, {8}, {16}, {16, 16}, {16, 16, 16}};
  private static final int[] DEEPEST = {16, 16, 16, 16};
  private static final int ROWS_FOR_DEEPEST = 3000;
  private static final int[][] OF_FEW_ROWS = {{}, {4}, {16}};
  private static final int FEW_ROWS = 60;
  private static final double MOST_WORK = 0.2; // of one trial, as a share of cross-validation
  private static final double STEP = 2; // from one scale of the prior to the next
  private static final double NARROWEST = 0.25;
  private static final double CONSTANT = 1.0 / 16;
  private static final double NARROWEST_OF_INPUTS = 1.0 / 32;
  private static final double WIDEST = 8;

  private static final double MOST_OF_ONE_VALUE = 1.0 / 3; // of the training rows

  private static final int ENOUGH_ROWS = 100_000; // to know that share

  private CandidateModels() {}

  /**
   * All candidates whose short trial fits into the budget: a table of very many columns has no wide
   * networks. A linear model is always there, and a constant one where the prior is free.
   *
   * @param study what they share
   * @param likelihoods to try
   * @param otherPriors whether the prior is for the data to choose; else it is the study's
   */
  public static List<Candidate> of(
      Study study, List<String> likelihoods, boolean otherPriors, Budget budget) {
    return of(new StudyTrials(study), study.configuration(), likelihoods, otherPriors, budget);
  }

  /**
   * @param given what they share
   */
  static List<Candidate> of(
      Trials trials,
      Configuration given,
      List<String> likelihoods,
      boolean otherPriors,
      Budget budget) {
    boolean fewRows = trials.rows() < FEW_ROWS; // which cannot tell many models apart
    List<int[]> widths = new ArrayList<>(List.of(fewRows ? OF_FEW_ROWS : WIDTHS));
    if (trials.rows() >= ROWS_FOR_DEEPEST) {
      widths.add(DEEPEST);
    }
    Stream<Candidate> networks =
        likelihoods.stream()
            .flatMap(
                one ->
                    widths.stream()
                        .map(
                            w ->
                                otherPriors
                                    ? given.with(trials.firstPrior(w)).withHidden(w)
                                    : given.withHidden(w))
                        .map(c -> candidate(c, c.hidden(), one)))
            .filter(
                c ->
                    c.configuration().hidden().length == 0
                        || CrossValidation.secondsOfFold(trials.size(c.configuration()))
                            <= MOST_WORK * budget.choosing());
    List<Candidate> candidates =
        new ArrayList<>(
            otherPriors
                ? Stream.concat(Stream.of(constant(trials, given, likelihoods)), networks).toList()
                : networks.toList());
    if (budget.chains() == Chains.FILLING) {
      dropCostly(candidates, trials, budget.choosing());
    }
    return candidates;
  }

  /** Drops the costliest networks until one fold of all candidates fits into a time. */
  private static void dropCostly(List<Candidate> candidates, Trials trials, double seconds) {
    ToDoubleFunction<Candidate> cost =
        c -> CrossValidation.secondsOfFold(trials.size(c.configuration()));
    double sum = candidates.stream().mapToDouble(cost).sum();
    List<Candidate> costliest =
        candidates.stream()
            .filter(c -> c.configuration().hidden().length > 0)
            .sorted(Comparator.comparingDouble(cost).reversed())
            .toList();
    for (Candidate candidate : costliest) {
      if (sum > seconds) {
        candidates.remove(candidate);
        sum -= cost.applyAsDouble(candidate);
      }
    }
  }

  /** A linear model whose prior holds what all inputs add to about a sixteenth of a deviation. */
  private static Candidate constant(Trials trials, Configuration given, List<String> likelihoods) {
    double inputs = CONSTANT * trials.firstPrior(OF_FEW_ROWS[1]).inputScale();
    String likelihood = likelihoods.getFirst();
    return Candidate.of(
        Candidate.CONSTANT + "-" + likelihood,
        given.with(new Prior(1, inputs)).withHidden(new int[0]).withLikelihood(likelihood));
  }

  /**
   * The likelihoods to try for a study's target. On its logarithm noise grows with the mean as it
   * is, and Student's t lets it depend on the columns as well. Where many rows share one value, a
   * heavy-tailed density would grow without bound at that value, and its intervals would hold too
   * few of the other rows.
   */
  public static List<String> likelihoods(Study study) {
    TargetScaling target = study.scaling().target();
    return switch (target.kind()) {
      case TargetKind.Number _ -> {
        List<String> all =
            target.scale() == TargetScale.LOG
                ? List.of(Likelihood.NORMAL, Likelihood.STUDENT)
                : List.of(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC, Likelihood.STUDENT);
        yield sharesOneValue(study.posterior().data().y()) ? all.subList(0, all.size() - 1) : all;
      }
      case TargetKind.Classes _ -> List.of(Likelihood.CATEGORICAL);
    };
  }

  private static boolean sharesOneValue(Targets y) {
    Map<Double, Double> weightOf = new HashMap<>();
    double total = 0;
    int apart = Math.ceilDiv(y.count(), ENOUGH_ROWS);
    for (int i = 0; i < y.count(); i += apart) {
      weightOf.merge(y.at(i), y.weight(i), Double::sum);
      total += y.weight(i);
    }
    return Collections.max(weightOf.values()) >= MOST_OF_ONE_VALUE * total;
  }

  /**
   * The prior that a model is tried with first. What a neuron adds up of all columns is to have a
   * scale of about 1, however many they are, by powers of two. Weights of a linear model are told
   * by the data and need no such narrowing.
   */
  static Prior prior(Points data, int[] hidden) {
    if (hidden.length == 0) {
      return Prior.STANDARD_NORMAL;
    }
    double variance =
        Arrays.stream(data.x())
            .map(x -> Arrays.stream(x).map(v -> v * v).toArray())
            .mapToDouble(squares -> Weighted.sum(squares, data.y().weights()) / data.y().total())
            .sum();
    long halvings = Math.round(StrictMath.log(Math.max(1, variance)) / StrictMath.log(4));
    return new Prior(1, Math.max(NARROWEST_OF_INPUTS, Math.scalb(1.0, (int) -halvings)));
  }

  /**
   * The same model with priors of half and of twice a scale.
   *
   * @param trials by which models got the first
   */
  static List<Candidate> withOtherPriors(Candidate candidate, Trials trials) {
    Prior prior = candidate.configuration().prior();
    double inputs = prior.inputScale();
    double others = prior.scale();
    List<Prior> near = new ArrayList<>();
    boolean hasHidden = candidate.configuration().hidden().length > 0; // else all others are biases
    if (hasHidden) {
      near.add(new Prior(others * STEP, inputs));
    }
    near.add(new Prior(others, inputs * STEP));
    near.add(new Prior(others, inputs / STEP));
    if (hasHidden) {
      near.add(new Prior(others / STEP, inputs));
    }
    return near.stream()
        .filter(other -> other.scale() >= NARROWEST && other.scale() <= WIDEST)
        .filter(other -> other.inputScale() >= NARROWEST_OF_INPUTS && other.inputScale() <= WIDEST)
        .map(other -> candidate.configuration().with(other))
        .map(
            other ->
                candidate(
                    other, other.hidden(), other.likelihood(), trials.firstPrior(other.hidden())))
        .toList();
  }

  static Candidate candidate(Configuration base, int[] hidden, String likelihood) {
    return candidate(base, hidden, likelihood, base.prior());
  }

  /** Its name tells the prior where that is not the first. */
  private static Candidate candidate(
      Configuration base, int[] hidden, String likelihood, Prior first) {
    String widths =
        hidden.length == 0
            ? "linear"
            : Arrays.stream(hidden).mapToObj(String::valueOf).collect(Collectors.joining(","));
    String prior = base.prior().equals(first) ? "" : Candidate.PRIOR + base.prior();
    return Candidate.of(
        widths + "-" + likelihood + prior, base.withHidden(hidden).withLikelihood(likelihood));
  }
}
