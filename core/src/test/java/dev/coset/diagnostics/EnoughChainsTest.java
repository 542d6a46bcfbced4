package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.diagnostics.ChainConvergence.State;
import dev.coset.model.Configuration.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnoughChainsTest {

  private static State state(double nats, int novel, double unseen) {
    return new State(20, new double[19], nats, novel, unseen, 5, 0.1, 6);
  }

  /** More chains are asked for where there are not enough, and nowhere else. */
  @ParameterizedTest
  @CsvSource({
    "0.001, 0, 0.2, 1, yes",
    "0.001, 9, 0.9, 1, yes",
    "0.001, 0, 0.2, 0.1, for predictions",
    "0.001, 0, 0.05, 0.1, yes",
    "0.02, 0, 0.05, 1, not yet",
    "0.02, 9, 0.9, 0.1, not yet"
  })
  void whatIsSaidAgrees(double nats, int novel, double unseen, double limit, String answer) {
    var enough = new EnoughChains(state(nats, novel, unseen), new Until(limit, 100));
    assertThat(enough.answer()).isEqualTo(answer);
    assertThat(enough.isSo()).isEqualTo(answer.equals("yes"));
    assertThat(said(enough.message()).contains("Add chains")).isEqualTo(answer.equals("not yet"));
    assertThat(said(enough.message()).contains("--max-chains"))
        .isEqualTo(answer.equals("for predictions"));
    assertThat(enough.unseen()).doesNotContain("Add chains");
  }

  /** Chains that failed do not come back, and those that are missing need no option. */
  @Test
  void moreChainsAreMoreThanTheRunHas() {
    var state = state(0.02, 9, 0.9);
    int chains = state.chains();
    assertThat(said(new EnoughChains(state, null).message()))
        .endsWith("'coset resume RUN --chains %d'.".formatted(2 * chains));
    assertThat(said(new EnoughChains(state, null, chains + 3, true).message()))
        .endsWith("'coset resume RUN --chains %d'.".formatted(2 * chains + 3));
    assertThat(said(new EnoughChains(state, null, chains + 3, false).message()))
        .endsWith("Add chains with 'coset resume RUN'.");
  }
}
