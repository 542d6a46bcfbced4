package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.percent;

import dev.coset.diagnostics.ChainConvergence.State;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Configuration.Until;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a run has enough chains, for the terminal and the report: there are, once the
 * predictions no longer change. That a further chain might find another function is then worth
 * knowing, but no reason for more chains, unless a limit on it was asked for.
 *
 * @param state what is known of the chains
 * @param until the limit that was asked for
 * @param planned the chains that the run is to have
 * @param complete whether none of them is missing; some may have failed
 */
public record EnoughChains(State state, @Nullable Until until, int planned, boolean complete) {

  /** Of a run where every chain finished. */
  public EnoughChains(State state, @Nullable Until until) {
    this(state, until, state.chains(), true);
  }

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
  public Message message() {
    if (state.isOfFew()) {
      return Message.of(
          "%d chains are too few to say whether the predictions have converged. Add chains with"
              + " %s.",
          state.chains(), moreChains(ChainConvergence.FEWEST_TO_SETTLE));
    }
    String shift =
        format("all chains differ from their first half by %.2g nats", state.halfToAllKl());
    if (!state.settled()) {
      return Message.of(
          "The predictions have not converged: %s (limit %s). Add chains with %s.",
          shift, ChainConvergence.SETTLED_NATS, moreChains(2 * state.chains()));
    }
    return until != null && isLimitMissed()
        ? Message.of(
            "The predictions have converged (%s), but the limit of %s on unseen functions is not"
                + " reached. Allow more chains with %s.",
            shift, until.limit(), Setting.MAX_CHAINS)
        : Message.of("The predictions have converged: %s.", shift);
  }

  /** To have so many finished chains, beyond those that failed. */
  private Command moreChains(int chains) {
    return complete
        ? Command.RESUME.with(Setting.CHAINS.to(planned + chains - state.chains()))
        : Command.RESUME;
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
            "%s of the last %d of %d chains found a new function.",
            state.novel() == 0 ? "None" : state.novel(), later(), state.chains());
    return isBroad()
        ? found + " The posterior has many, and the predictions average over them."
        : found
            + format(
                " A further chain finds one with probability at most %s (%s confidence).",
                percent(state.unseenLimit()), percent(ChainConvergence.CONFIDENCE));
  }
}
