package dev.coset.store;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every planned chain is used, lost, missing or failed, and a user is told of each. */
class ShortfallTest {
  private static final Path RUN = Path.of("run");

  private static List<ChainOutcome> outcomes(int finished, String... failures) {
    List<ChainOutcome> outcomes = new ArrayList<>();
    for (int chain = 0; chain < finished; chain++) {
      outcomes.add(SyntheticRun.chain(chain, 1, 1));
    }
    for (String failure : failures) {
      outcomes.add(new ChainOutcome.Failed(outcomes.size(), failure, 1));
    }
    return outcomes;
  }

  /** What damage took and was sampled again is not lost any more. */
  @ParameterizedTest
  @CsvSource({"6, 6, 0, 0, 0", "6, 6, 2, 0, 0", "6, 4, 0, 0, 2", "6, 4, 1, 1, 1", "6, 4, 3, 2, 0"})
  void absentChainsAreLostOrMissing(int planned, int finished, int damaged, int lost, int missing) {
    var shortfall = Shortfall.of(RUN, planned, outcomes(finished), damaged);
    if (lost + missing == 0) {
      assertThat(shortfall).isEmpty();
    } else {
      assertThat(shortfall).contains(new Shortfall(RUN, planned, lost, missing, 0, ""));
    }
  }

  @Test
  void theReasonIsTheOneThatMostFailedChainsGave() {
    List<ChainOutcome> outcomes = outcomes(1, "Rare.", "Often.", "Often.");
    assertThat(Shortfall.commonReason(outcomes)).contains("Often.");
    assertThat(Shortfall.commonReason(outcomes(2))).isEmpty();
    assertThat(Shortfall.of(RUN, 4, outcomes, 0))
        .contains(new Shortfall(RUN, 4, 0, 0, 3, "Often."));
  }

  @Test
  void theSentenceSaysWhatIsUsedWhyAndWhatToDo() {
    assertThat(said(new Shortfall(RUN, 20, 1, 2, 3, "No start.").sentence()))
        .isEqualTo(
            "Only 14 of the 20 chains of run are used: 1 is lost by damage to draws.journal, "
                + "2 are not sampled yet, 3 failed (No start). "
                + "Sample the missing ones with 'coset resume run'.");
    assertThat(said(new Shortfall(RUN, 20, 2, 1, 0, "").sentence()))
        .contains("17 of the 20", "2 are lost", "1 is not sampled yet.")
        .doesNotContain("failed");
    assertThat(said(new Shortfall(RUN, 20, 0, 0, 1, "No start.").sentence()))
        .endsWith("used: 1 failed (No start).");
  }
}
