package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.percent;

import dev.coset.diagnostics.ChainConvergence.State;
import dev.coset.model.Configuration.Until;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run has enough chains, in the words of all who say so: there are, once the predictions
 * no longer change. That a further chain might find another explanation of the data is then worth
 * knowing, but no reason for more of them, unless a limit on it was asked for.
 *
 * @param state what is known of the chains
 * @param until the limit that was asked for
 */
public record EnoughChains(State state, @Nullable Until until) {

  public boolean isSo() {
    return state.settled() && !isLimitMissed();
  }

  private boolean isLimitMissed() {
    return until != null && !until.anyMayBeUnseen() && state.unseenLimit() > until.limit();
  }

  /** In a word or two. */
  public String answer() {
    return isSo() ? "yes" : state.settled() ? "for predictions" : "not yet";
  }

  /** Why, and what to do where there are not. */
  public String sentence() {
    if (state.isOfFew()) {
      return format(
          "%d chains are too few to say whether the predictions have settled. Add chains with"
              + " 'coset resume RUN --chains %d'.",
          state.chains(), ChainConvergence.FEWEST_TO_SETTLE);
    }
    String shift =
        format("%.2g nats lie between the first half of the chains and all", state.halfToAllKl());
    if (!state.settled()) {
      return format(
          "The predictions have not settled: %s, not below %s; add chains with 'coset resume RUN"
              + " --chains %d'.",
          shift, ChainConvergence.SETTLED_NATS, 2 * state.chains());
    }
    return until != null && isLimitMissed()
        ? format(
            "The predictions have settled (%s), but the limit of %s on what is unseen is not"
                + " reached: allow more with --max-chains.",
            shift, until.limit())
        : format("The predictions have settled: %s.", shift);
  }

  /** Whether most chains found a function that none before had. */
  public boolean isBroad() {
    return 2 * state.novel() > later();
  }

  private int later() {
    return UnseenMass.laterHalf(state.chains());
  }

  /** What a further chain may find. */
  public String unseen() {
    String found =
        format(
            "%s of the later %d chains found an explanation of the data unlike those before it",
            state.novel() == 0 ? "None" : state.novel(), later());
    return isBroad()
        ? found + ": there are many, and the predictions average over them."
        : found
            + format(
                "; the next chain would with a probability of at most %s (%s confidence)%s.",
                percent(state.unseenLimit()),
                percent(ChainConvergence.CONFIDENCE),
                state.settled() ? ", which the predictions would hardly feel" : "");
  }
}
