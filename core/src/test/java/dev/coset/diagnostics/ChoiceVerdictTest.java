package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceVerdictTest {
  private static final Configuration MODEL =
      Configuration.of(new int[] {4}, ChainPlan.of(4, 10, 10, 0));

  private static Choice choice(double ofConstant, String scored) {
    return new Choice(
        List.of(
            new Candidate(Candidate.CONSTANT + "-normal", MODEL, -1.42, 0.03, ofConstant),
            new Candidate("4-normal", MODEL, -1.31, 0.12, 1 - ofConstant)),
        true,
        new Budget(1, 1, Chains.FILLING),
        scored);
  }

  @Test
  void aConstantThatMayBeBestIsNamed() {
    Finding found =
        ChoiceVerdict.of(choice(0.7, "32 training rows, held out in 1 fold of 5")).get();
    assertThat(said(found.message())).contains("keeps 70%", "1 fold of 5", "--time");
    Finding ofAll =
        ChoiceVerdict.of(choice(0.7, "160 training rows, each held out once in 5 folds")).get();
    assertThat(said(ofAll.message())).contains("More rows").doesNotContain("--time");
  }

  @Test
  void oneFoldSaysHowSureItsScoreIs() {
    Finding found = ChoiceVerdict.of(choice(0, "32 training rows, held out in 1 fold of 5")).get();
    assertThat(said(found.message()))
        .contains("4-normal", "-1.31", "0.12", "1 fold of 5", "--time");
  }

  @Test
  void aClearChoiceOfSeveralFoldsNeedsNoWord() {
    assertThat(ChoiceVerdict.of(choice(0, "96 training rows, held out in 3 folds of 5"))).isEmpty();
  }
}
