package dev.coset.selection;

import static dev.coset.selection.SelectionTest.study;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
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
    assertShorterWarmup(
        CostModel.foldPlan(Size.of(network), 80), CostModel.foldPlan(Size.of(linear), 80));
    Study few = study(40, x -> x, x -> 1);
    assertShorterWarmup(plans.getFirst(), CostModel.plan(CostModel.budget(40, true), asked, few));
    assertShorterWarmup(
        CostModel.foldPlan(Size.of(network), 80), CostModel.foldPlan(Size.of(few), 80));
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
            CostModel.foldPlan(Size.of(judged), 80))) {
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

  /** A gradient costs a call, a step of each parameter, and each parameter at each row. */
  @Test
  void aGradientIsLinearInRowsAndInParameters() {
    double call = CostModel.gradient(0, 0);
    double step = CostModel.gradient(0, 1) - call;
    double weight = CostModel.gradient(1, 1) - call - step;
    assertThat(call).isPositive();
    assertThat(step).isPositive();
    assertThat(weight).isPositive();
    for (int rows : new int[] {1, 100, 5000}) {
      assertThat(CostModel.gradient(rows, 0)).isEqualTo(call);
      for (int parameters : new int[] {1, 10, 1000}) {
        double expected = call + parameters * step + (double) parameters * rows * weight;
        assertThat(CostModel.gradient(rows, parameters))
            .isCloseTo(expected, within(1e-6 * expected));
      }
    }
  }

  /** All chains with the gradients of each, and a tenth more for where they start. */
  @Test
  void chainsCostTheirGradients() {
    Study small = study(100, x -> x, x -> 1);
    ChainPlan plan = small.configuration().plan();
    double expected =
        1.1
            * plan.chains()
            * plan.sampler().gradients().orElseThrow()
            * CostModel.gradient(100, small.posterior().dimension());
    assertThat(CostModel.seconds(small)).isCloseTo(expected, within(1e-9 * expected));
  }

  /** Two linear models and a constant for one fold, then the chains of one of them. */
  @Test
  void theShortestChoiceIsOfLinearModelsAndOneFold() {
    Study small = study(100, x -> x, x -> 1);
    Study linear = small.with(small.configuration().withHidden(new int[0]));
    assertThat(CostModel.shortestChoice(small))
        .isEqualTo(3 * CrossValidation.secondsOfFold(Size.of(linear)) + CostModel.shortest(linear))
        .isEqualTo(CostModel.shortestChoice(linear));
    assertThat(CostModel.shortest(small))
        .isEqualTo(CostModel.least(Size.of(small)))
        .isGreaterThan(CostModel.shortest(linear));
  }

  /** A tenth of the usual chain, and four of them. */
  @Test
  void theFewestAndShortestChainsAreThoseOfNoTime() {
    Study small = study(300, x -> x, x -> 1);
    ChainPlan plan = CostModel.plan(CostModel.filling(1e-9), small.configuration().plan(), small);
    assertThat(plan.chains()).isEqualTo(4);
    assertThat(plan.sampler().warmup()).isEqualTo(800);
    assertThat(plan.sampler().draws()).isEqualTo(20);
    assertThat(plan.sampler().thinning()).isEqualTo(15);
    Study planned = small.with(small.configuration().withPlan(plan));
    assertThat(CostModel.shortest(small)).isEqualTo(CostModel.seconds(planned));
  }

  @Test
  void theMostAndLongestChainsAreThoseOfAllTime() {
    Study small = study(300, x -> x, x -> 1);
    ChainPlan plan = CostModel.plan(CostModel.filling(1e9), small.configuration().plan(), small);
    assertThat(plan.chains()).isEqualTo(1000);
    assertThat(plan.sampler().warmup()).isEqualTo(4 * 8000);
    assertThat(plan.sampler().thinning()).isEqualTo(4 * 150);
  }

  /** From 20,000 rows on there is more and more time for the chains that predict. */
  @ParameterizedTest
  @CsvSource({
    "100, 150, 350",
    "19999, 150, 350",
    "20000, 450, 350",
    "60000, 450, 425",
    "100000, 450, 500",
    "1000000, 1423.0249470757708, 1581.1388300841897",
    "10000000, 4500, 5000"
  })
  void aBudgetGrowsWithRows(int rows, double choosing, double sampling) {
    assertThat(CostModel.budget(rows, true))
        .isEqualTo(new Budget(choosing, sampling, Chains.AT_MOST));
    assertThat(CostModel.budget(rows, false))
        .isEqualTo(new Budget(choosing, sampling, Chains.AS_ASKED));
  }

  @Test
  void aQuarterOfATimeIsForChoosing() {
    assertThat(CostModel.filling(80)).isEqualTo(new Budget(20, 60, Chains.FILLING));
  }

  /** A quarter of the usual warm-up, as rows tell, and 50 draws of each of two chains. */
  @Test
  void aFoldHasTwoShortChains() {
    Study large = study(300, x -> x, x -> 1);
    ChainPlan plan =
        CostModel.foldPlan(
            Size.of(
                large.with(
                    large
                        .configuration()
                        .withPlan(large.configuration().plan().withSuperchains(3)))),
            240);
    assertThat(plan.chains()).isEqualTo(2);
    assertThat(plan.superchains()).isZero();
    assertThat(plan.sampler().warmup()).isEqualTo(2000);
    assertThat(plan.sampler().draws()).isEqualTo(50);
    assertThat(plan.sampler().thinning()).isEqualTo(20);
  }
}
