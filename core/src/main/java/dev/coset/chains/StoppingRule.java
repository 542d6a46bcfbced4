package dev.coset.chains;

/**
 * Decides when a run has enough chains. It is shown chains in the order of their index, whatever
 * order they finish in, so that its decision depends on neither threads nor engine; chains beyond
 * the one it stops at are discarded.
 */
@FunctionalInterface
public interface StoppingRule {
  /** Runs every chain of the plan. */
  StoppingRule NEVER = outcome -> false;

  /** Takes the next chain in order; returns true where no further one is needed. */
  boolean isEnough(ChainOutcome next);
}
