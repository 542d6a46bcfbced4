package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.ChainConvergence.State;
import dev.coset.diagnostics.EnoughChains;
import dev.coset.message.Dialect;
import dev.coset.model.Configuration.Until;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether there are enough chains, as text and as fields. */
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

  static String text(State state, @Nullable Until until, Dialect dialect) {
    var enough = new EnoughChains(state, until);
    return Texts.format(
        """
        chains      %d found %s
                    %s
        enough?     %s
                    %s\
        """,
        state.chains(),
        state.functions() == 1 ? "1 function" : state.functions() + " distinct functions",
        enough.unseen(),
        enough.answer(),
        enough.message().in(dialect));
  }
}
