package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coset.data.InputException;
import org.junit.jupiter.api.Test;

class MemoryNeedTest {
  private static final int DIMENSION = Posteriors.SMALL.dimension();

  private static double bytes(ChainPlan plan, int atOnce) {
    return MemoryNeed.bytes(Posteriors.SMALL, plan, atOnce);
  }

  /** All draws, and for each chain at work its draws once more and its work space. */
  @Test
  void theNeedIsThatOfAllDrawsAndOfTheChainsAtWork() {
    ChainPlan plan = ChainPlan.of(6, 10, 100, 1);
    double work = plan.sampler().workspace() + 100;
    assertThat(bytes(plan, 2)).isEqualTo(8.0 * DIMENSION * (6 * 100 + 2 * work));
    assertThat(bytes(plan, 6)).isEqualTo(bytes(plan, 7)).isGreaterThan(bytes(plan, 5));
  }

  @Test
  void whatCannotFitIsRefusedBeforeItBegins() {
    ChainPlan fits = ChainPlan.of(2, 10, 10, 1);
    assertThatCode(() -> MemoryNeed.requireFits(Posteriors.SMALL, fits, 2))
        .doesNotThrowAnyException();
    ChainPlan huge = ChainPlan.of(3, 10, 2_000_000_000, 1);
    double gib = bytes(huge, 1) / (1024 * 1024 * 1024);
    double most = Runtime.getRuntime().maxMemory() / (1024.0 * 1024 * 1024);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> MemoryNeed.requireFits(Posteriors.SMALL, huge, 1))
        .withMessageContaining("2000000000 draws a chain and 3 chains")
        .withMessageContaining("%.1f GiB. Java may use %.1f GiB", gib, most);
  }
}
