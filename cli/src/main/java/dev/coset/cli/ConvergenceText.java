package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.ChainConvergence.State;
import dev.coset.store.Configuration.Until;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Are there enough chains? In words and as fields. */
final class ConvergenceText {
  private ConvergenceText() {}

  static Map<String, Object> fields(State state) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("functions", state.functions());
    fields.put("novel_later_half", state.novel());
    fields.put("unseen_limit", state.unseenLimit());
    fields.put("unseen_confidence", ChainConvergence.CONFIDENCE);
    fields.put("unseen_good_turing", state.goodTuring());
    fields.put("functions_chao1", state.chao1());
    fields.put("kl_half_to_all", state.halfToAllKl());
    fields.put("kl_last_chain", state.consecutiveKl()[state.chains() - 2]);
    fields.put("settled", state.settled());
    return fields;
  }

  static String text(State state, @Nullable Until until) {
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "functions   %d distinct in %d chains, %d new in the later half: at most %.1f%% unseen,"
                + " with %.0f%% confidence%n",
            state.functions(),
            state.chains(),
            state.novel(),
            100 * state.unseenLimit(),
            100 * ChainConvergence.CONFIDENCE));
    text.append(
        Texts.format(
            "predictive  %s: %.4f nats between the first half of the chains and all (settled below"
                + " %.2f)%n",
            state.settled() ? "settled" : "still changing",
            state.halfToAllKl(),
            ChainConvergence.SETTLED_NATS));
    text.append("            ").append(advice(state, until));
    return text.toString();
  }

  private static String advice(State state, @Nullable Until until) {
    boolean seenEnough = until == null || state.unseenLimit() <= until.limit();
    if (state.settled() && until != null && seenEnough) {
      return "Enough chains.";
    }
    if (2 * state.novel() > state.chains() / 2) {
      return "Most chains found a function of their own: the posterior is broad, so judge by LPPD"
          + " and the predictive.";
    }
    if (!state.settled()) {
      return "Not sure: add chains with 'coset resume RUN --chains " + 2 * state.chains() + "'.";
    }
    return until == null
        ? "Settled; for a smaller limit on what is unseen, fit with --until 0.01."
        : "Not below the limit of " + until.limit() + ": allow more with --max-chains.";
  }
}
