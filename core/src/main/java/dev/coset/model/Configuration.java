package dev.coset.model;

import dev.coset.chains.ChainPlan;
import dev.coset.data.TargetScale;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The model and chains that the user chooses: the model, its arithmetic and the chains. */
public record Configuration(
    int[] hidden,
    Activation activation,
    Prior prior,
    String likelihood,
    TargetScale targetScale,
    Precision precision,
    Standardise standardise,
    ChainPlan plan,
    @Nullable Until until) {

  public Configuration {
    Objects.requireNonNull(hidden); // a file may lack anything
    Objects.requireNonNull(activation);
    Objects.requireNonNull(prior);
    Objects.requireNonNull(likelihood);
    Objects.requireNonNull(targetScale);
    Objects.requireNonNull(precision);
    Objects.requireNonNull(standardise);
    Objects.requireNonNull(plan);
  }

  /** The rows from which mean and standard deviation are taken. */
  public enum Standardise {
    /** Training rows only, so that nothing of the test rows is known. */
    TRAIN,
    /** All rows, as the paper's experiments did. */
    ALL
  }

  /**
   * Adding chains until nothing new comes.
   *
   * @param limit on the mass of functions not yet seen; 1 where it is enough that the predictive
   *     has converged
   * @param mostChains where to stop all the same
   */
  public record Until(double limit, int mostChains) {
    /** Until the predictive has converged, whatever may be unseen. */
    public static Until settled(int mostChains) {
      return new Until(1, mostChains);
    }

    public boolean anyMayBeUnseen() {
      return limit >= 1;
    }
  }

  /** A tanh network in single precision with a standard normal prior and a normal likelihood. */
  public static Configuration of(int[] hidden, ChainPlan plan) {
    return new Configuration(
        hidden,
        Activation.TANH,
        Prior.STANDARD_NORMAL,
        Likelihood.NORMAL,
        TargetScale.LINEAR,
        Precision.SINGLE,
        Standardise.TRAIN,
        plan,
        null);
  }

  /** The same, stopped early where nothing new comes; the plan's chains are the most. */
  public Configuration stopped(@Nullable Until rule) {
    return new Configuration(
        hidden, activation, prior, likelihood, targetScale, precision, standardise, plan, rule);
  }

  public Configuration withPlan(ChainPlan other) {
    return new Configuration(
        hidden, activation, prior, likelihood, targetScale, precision, standardise, other, until);
  }

  /** The same with hidden layers of other widths. */
  public Configuration withHidden(int[] other) {
    return new Configuration(
        other, activation, prior, likelihood, targetScale, precision, standardise, plan, until);
  }

  /** The same with another likelihood, by name. */
  public Configuration withLikelihood(String other) {
    return new Configuration(
        hidden, activation, prior, other, targetScale, precision, standardise, plan, until);
  }

  /** The same of the target on another scale. */
  public Configuration withTargetScale(TargetScale other) {
    return new Configuration(
        hidden, activation, prior, likelihood, other, precision, standardise, plan, until);
  }

  public Configuration with(Precision other) {
    return new Configuration(
        hidden, activation, prior, likelihood, targetScale, other, standardise, plan, until);
  }

  public Configuration with(Activation other) {
    return new Configuration(
        hidden, other, prior, likelihood, targetScale, precision, standardise, plan, until);
  }

  public Configuration with(Prior other) {
    return new Configuration(
        hidden, activation, other, likelihood, targetScale, precision, standardise, plan, until);
  }

  public Configuration with(Standardise other) {
    return new Configuration(
        hidden, activation, prior, likelihood, targetScale, precision, other, plan, until);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration c
        && Arrays.equals(hidden, c.hidden)
        && activation == c.activation
        && prior.equals(c.prior)
        && likelihood.equals(c.likelihood)
        && targetScale == c.targetScale
        && precision == c.precision
        && standardise == c.standardise
        && plan.equals(c.plan)
        && Objects.equals(until, c.until);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(hidden) + plan.hashCode();
  }
}
