package dev.coset.selection;

import static dev.coset.selection.SelectionTest.study;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.model.Study;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostModelTest {
  /** Of few rows chains arrive sooner: the fewer, the sooner, and never at once. */
  @ParameterizedTest
  @CsvSource({"20, 1600", "100, 4000", "150, 6000", "200, 8000"})
  void warmUpGrowsWithRows(int rows, int steps) {
    Study study = study(rows, x -> x, x -> 1);
    ChainPlan asked = study.configuration().plan();
    ChainPlan plan = CostModel.plan(CostModel.budget(rows, true), asked, study);
    assertThat(plan.sampler().warmup()).isEqualTo(steps);
    Study linear = study.with(study.configuration().withHidden(new int[0]));
    plan = CostModel.plan(CostModel.budget(rows, true), asked, linear);
    assertThat(plan.sampler().warmup()).isEqualTo(1600);
  }

  /** Chains get shorter, then fewer, where there are many rows; a small table has them all. */
  @Test
  void theWorkIsBounded() {
    Study small = study(200, x -> x, x -> 1);
    ChainPlan asked = small.configuration().plan();
    ChainPlan full = CostModel.plan(CostModel.budget(200, true), asked, small);
    assertThat(full.chains()).isEqualTo(CostModel.CHAINS);
    assertThat(full.sampler().warmup()).isEqualTo(new Mclmc.Settings().warmup());
    assertThat(CostModel.plan(CostModel.budget(200, false), asked, small)).isEqualTo(asked);
    Study large =
        study(50_000, x -> x, x -> 1).with(small.configuration().withHidden(new int[] {32, 32}));
    List<ChainPlan> both =
        CostModel.plans(
            CostModel.budget(50_000, true),
            asked,
            List.of(Size.of(large), Size.of(large)),
            new double[] {0.5, 0.5});
    ChainPlan bounded = both.getFirst();
    assertThat(both.getLast()).isEqualTo(bounded);
    assertThat(bounded.sampler().transitions()).isLessThan(full.sampler().transitions());
    double seconds =
        2.0
            * bounded.chains()
            * bounded.sampler().gradients().orElseThrow()
            * CostModel.gradient(50_000, large.posterior().dimension());
    assertThat(seconds).isLessThan(1.1 * CostModel.budget(50_000, true).sampling());
  }

  /** A model of little weight has few chains, but some. */
  @Test
  void chainsFollowTheWeights() {
    Study small = study(100, x -> x, x -> 1);
    List<ChainPlan> plans =
        CostModel.plans(
            CostModel.budget(100, true),
            small.configuration().plan(),
            Collections.nCopies(3, Size.of(small)),
            new double[] {0.6, 0.35, 0.05});
    assertThat(plans).extracting(ChainPlan::chains).containsExactly(12, 8, 4);
  }

  /** What has one mode, or hardly any data, is soon found; draws are as far apart as any. */
  @Test
  void linearModelsAndFewRowsNeedShorterWarmups() {
    Study network = study(100, x -> x, x -> 1);
    Study linear = network.with(network.configuration().withHidden(new int[0]));
    ChainPlan asked = network.configuration().plan();
    List<ChainPlan> plans =
        CostModel.plans(
            CostModel.budget(100, true),
            asked,
            List.of(Size.of(network), Size.of(linear)),
            new double[] {0.5, 0.5});
    assertShorterWarmup(plans.getFirst(), plans.getLast());
    assertShorterWarmup(CostModel.foldPlan(Size.of(network)), CostModel.foldPlan(Size.of(linear)));
    Study few = study(40, x -> x, x -> 1);
    assertShorterWarmup(plans.getFirst(), CostModel.plan(CostModel.budget(40, true), asked, few));
    assertShorterWarmup(CostModel.foldPlan(Size.of(network)), CostModel.foldPlan(Size.of(few)));
  }

  private static void assertShorterWarmup(ChainPlan usual, ChainPlan shorter) {
    assertThat(shorter.sampler().warmup()).isLessThan(usual.sampler().warmup() / 2);
    assertThat(shorter.chains()).isEqualTo(usual.chains());
    long after = usual.sampler().transitions() - usual.sampler().warmup();
    assertThat(shorter.sampler().transitions() - shorter.sampler().warmup()).isEqualTo(after);
  }

  /** However chains are sized, their steps are as they were asked for. */
  @Test
  void sizedChainsKeepTheEnergyVariance() {
    Study small = study(100, x -> x, x -> 1);
    ChainPlan asked =
        small.configuration().plan().withSampler(new Mclmc.Settings(500, 10, 10, 0.02));
    Study judged = small.with(small.configuration().withPlan(asked));
    for (ChainPlan plan :
        List.of(
            CostModel.plan(CostModel.budget(100, true), asked, small),
            CostModel.foldPlan(Size.of(judged)))) {
      assertThat(plan.sampler().settings()).containsEntry("energy variance", "0.02");
    }
  }

  /** Nobody knows how many gradients a chain of NUTS takes. */
  @Test
  void chainsOfUnknownWorkAreNotSized() {
    Study small = study(100, x -> x, x -> 1);
    ChainPlan nuts = small.configuration().plan().withSampler(Nuts.Settings.of(100, 1));
    assertThat(CostModel.plan(CostModel.budget(100, false), nuts, small)).isEqualTo(nuts);
    assertThatThrownBy(() -> CostModel.plan(CostModel.budget(100, true), nuts, small))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("The run time of nuts chains is not known in advance");
  }

  /** Twice the time makes chains twice as long, and at last more of them. */
  @Test
  void aTimeIsFilled() {
    Study small = study(100, x -> x, x -> 1);
    ChainPlan asked = small.configuration().plan();
    double usual =
        CostModel.seconds(
            small.with(
                small
                    .configuration()
                    .withPlan(CostModel.plan(CostModel.budget(100, true), asked, small))));
    for (double factor : new double[] {0.3, 2, 20}) {
      ChainPlan plan = CostModel.plan(CostModel.filling(factor * usual / 0.75), asked, small);
      double seconds = CostModel.seconds(small.with(small.configuration().withPlan(plan)));
      assertThat(seconds / usual).isCloseTo(factor, within(0.1 * factor));
    }
  }
}
