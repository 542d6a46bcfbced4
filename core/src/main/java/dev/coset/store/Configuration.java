package dev.coset.store;

import dev.coset.chains.ChainPlan;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Prior;
import java.util.Arrays;

/** What the user chooses: the model, its arithmetic and the chains. */
public record Configuration(
    int[] hidden,
    Activation activation,
    Prior prior,
    Precision precision,
    Standardise standardise,
    ChainPlan plan) {

  /** The rows from which mean and standard deviation are taken. */
  public enum Standardise {
    /** Training rows only, so that nothing of the test rows is known. */
    TRAIN,
    /** All rows, as the paper's experiments did. */
    ALL
  }

  /** A tanh network in single precision with a standard normal prior. */
  public static Configuration of(int[] hidden, ChainPlan plan) {
    return new Configuration(
        hidden, Activation.TANH, Prior.STANDARD_NORMAL, Precision.SINGLE, Standardise.TRAIN, plan);
  }

  public Configuration withPlan(ChainPlan other) {
    return new Configuration(hidden, activation, prior, precision, standardise, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration c
        && Arrays.equals(hidden, c.hidden)
        && activation == c.activation
        && prior.equals(c.prior)
        && precision == c.precision
        && standardise == c.standardise
        && plan.equals(c.plan);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(hidden) + plan.hashCode();
  }
}
