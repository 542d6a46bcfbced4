package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.coset.sampler.Nuts;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ChainPlanTest {
  private static final ChainPlan PLAN = ChainPlan.of(5, 100, 10, 42);

  @Test
  void aPlanIsWhatWasAskedFor() {
    assertThat(PLAN)
        .isEqualTo(new ChainPlan(5, 42, 0, ChainStart.UNIFORM, Nuts.Settings.of(100, 10)));
  }

  @Test
  void changesOnlyWhatIsNamed() {
    Nuts.Settings longer = Nuts.Settings.of(200, 20);
    assertThat(PLAN.withChains(7).withSuperchains(2).withStart("s").withSampler(longer))
        .isEqualTo(new ChainPlan(7, 42, 2, "s", longer))
        .isEqualTo(PLAN.withSampler(longer).withStart("s").withSuperchains(2).withChains(7));
  }

  @Test
  void theChainsStillToRunAreThoseNotStored() {
    var stored = new BitSet();
    assertThat(PLAN.missingFrom(stored)).containsExactly(0, 1, 2, 3, 4);
    stored.set(0);
    stored.set(3);
    stored.set(9); // of a longer plan
    assertThat(PLAN.missingFrom(stored)).containsExactly(1, 2, 4);
  }

  @Test
  void superchainsTakeChainsInTurn() {
    ChainPlan grouped = PLAN.withSuperchains(3);
    for (int chain = 0; chain < 5; chain++) {
      assertThat(PLAN.superchainOf(chain)).isEqualTo(chain);
      assertThat(grouped.superchainOf(chain)).isBetween(0, 2);
      assertThat(grouped.superchainOf(chain + 3)).isEqualTo(grouped.superchainOf(chain));
      assertThat(grouped.superchainOf(chain + 1)).isNotEqualTo(grouped.superchainOf(chain));
    }
  }

  @Test
  void noChainsOrLessThanNoSuperchainsAreRefused() {
    assertThat(PLAN.withChains(1).chains()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PLAN.withChains(0))
        .withMessage("A run needs at least 1 chain, but was asked for 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PLAN.withSuperchains(-1))
        .withMessageContaining("0 (none) or more, but was -1");
  }
}
