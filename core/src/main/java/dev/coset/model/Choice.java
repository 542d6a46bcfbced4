package dev.coset.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.coset.chains.ChainPlan;
import dev.coset.model.Configuration.Until;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The candidate models of a table, how well each predicted held-out rows, and its weight in the
 * mixture that predicts. Files name two fields as they were first called.
 *
 * @param otherPriors whether models that do well are tried with a wider and a narrower prior too
 * @param budget the work that may be spent
 * @param scoredOn how the scores came about, as a part of a sentence; empty before there are any
 */
public record Choice(
    List<Candidate> candidates,
    boolean otherPriors,
    Budget budget,
    @JsonProperty("judgedBy") String scoredOn) {
  /**
   * Work in reference core-seconds.
   *
   * @param choosing of the choice of the model
   * @param sampling of the chains that predict
   */
  public record Budget(@JsonProperty("judging") double choosing, double sampling, Chains chains) {
    public Budget {
      Objects.requireNonNull(chains); // a file may lack anything
    }

    /** When chains of a plan end before all are run: never, unless the program sizes the work. */
    public @Nullable Until until(ChainPlan plan) {
      return chains == Chains.AT_MOST ? Until.settled(plan.chains()) : null;
    }

    /** The same with other work for the chains that predict. */
    public Budget withSampling(double seconds) {
      return new Budget(choosing, seconds, chains);
    }
  }

  /** How many chains, and how long. */
  public enum Chains {
    /** As the user says, however long it takes. */
    AS_ASKED,
    /**
     * As usual, or fewer and shorter where the budget says so, until the predictive has converged.
     */
    AT_MOST,
    /** As the budget allows. */
    FILLING
  }

  /**
   * One of the models.
   *
   * @param score mean log predictive density of held-out rows, in comparable units; NaN before it
   *     is known
   * @param error its standard error over rows
   * @param weight in the mixture; 0 where it was dropped
   */
  public record Candidate(
      String name, Configuration configuration, double score, double error, double weight) {
    /** In the name of one with another prior than the first that its model was tried with. */
    public static final String PRIOR = "-prior";

    /** The beginning of the name of a model that predicts nearly the same for all rows. */
    public static final String CONSTANT = "constant";

    public Candidate {
      Objects.requireNonNull(configuration); // a file may lack anything
      if (name == null || !name.matches("[A-Za-z0-9,.-]+")) { // it names a folder
        throw new IllegalArgumentException("There is no candidate named '" + name + "'.");
      }
    }

    /** A candidate without a score. */
    public static Candidate of(String name, Configuration configuration) {
      return new Candidate(name, configuration, Double.NaN, Double.NaN, Double.NaN);
    }

    public boolean kept() {
      return weight > 0;
    }

    /** Whether it predicts nearly the same for all rows. */
    public boolean constant() {
      return name.startsWith(CONSTANT);
    }
  }

  public Choice {
    candidates = List.copyOf(candidates);
    Objects.requireNonNull(budget);
    Objects.requireNonNull(scoredOn);
    var names = new HashSet<String>();
    for (Candidate candidate : candidates) {
      if (!names.add(candidate.name())) {
        throw new IllegalArgumentException("There are two candidates " + candidate.name() + ".");
      }
    }
  }

  /** Whether weights were given. */
  public boolean decided() {
    return !scoredOn.isEmpty();
  }

  /** Whether one fold of several decided, as more were not affordable. */
  public boolean byOneFold() {
    return scoredOn.contains(" in 1 fold ");
  }

  /** Those that predict. */
  public List<Candidate> kept() {
    return candidates.stream().filter(Candidate::kept).toList();
  }

  /** Whether it is, or came of, a choice among the same models. */
  public boolean cameOf(Choice other) {
    return otherPriors == other.otherPriors && first().equals(other.first());
  }

  /** The names of those that were tried first. */
  private List<String> first() {
    return candidates.stream()
        .map(Candidate::name)
        .filter(name -> !name.contains(Candidate.PRIOR))
        .toList();
  }
}
