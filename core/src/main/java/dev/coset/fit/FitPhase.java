package dev.coset.fit;

import java.util.Optional;
import java.util.OptionalInt;

/** A phase of a fit that takes long. Thread-safe. */
public interface FitPhase {
  /** What is done. */
  enum Kind {
    /** Candidate models are cross-validated by short chains. */
    CHOOSING,
    /** The chains that predict are sampled. */
    SAMPLING
  }

  Kind kind();

  /** The chains that are to run. */
  Chains chains();

  /** How many transitions there will be in all, as far as is known beforehand. */
  long transitions();

  /** How far the phase has come. */
  State state();

  /**
   * The chains of a phase.
   *
   * @param models that they belong to
   * @param missing chains that are to run
   * @param fewest of them after which the phase may end early
   * @param atOnce how many run at one time, where that is known
   * @param expected seconds that the phase takes, where they are known beforehand; where it is not
   *     known how many chains run at one time, seconds of one core of this machine
   */
  record Chains(
      int models, int missing, int fewest, OptionalInt atOnce, Optional<TimeRange> expected) {}

  /**
   * How far a phase has come.
   *
   * @param seconds since it began
   * @param transitions that are done
   * @param gradients that are done
   * @param divergences after warm-up
   * @param chains that have an outcome, with those of earlier sessions
   * @param of so many chains
   * @param functions distinct functions that the chains of the highest-weight model found
   * @param time seconds that the whole phase takes, once that is known
   * @param timeOfFewest the same where it ends as early as it may
   */
  record State(
      double seconds,
      long transitions,
      long gradients,
      long divergences,
      int chains,
      int of,
      int functions,
      Optional<TimeRange> time,
      Optional<TimeRange> timeOfFewest) {}
}
