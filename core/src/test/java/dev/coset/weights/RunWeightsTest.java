package dev.coset.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainRunner;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.symmetry.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunWeightsTest {
  private static final int CHAINS = 24;
  private static final Study STUDY =
      Study.of(
          Sinusoid.dataset(80, 0),
          Split.shuffled(80, 0.25, 0),
          Configuration.of(new int[] {2}, ChainPlan.of(CHAINS, 700, 3, 5)));

  /** The chains of the study; every fourth, say, got nowhere and takes all for noise. */
  private static final Draws ARRIVED = sampled(chain -> false);

  private static final Draws SOME_STUCK = sampled(chain -> chain % 4 == 0);
  private static final Draws ALL_STUCK = sampled(chain -> true);

  private static Draws sampled(java.util.function.IntPredicate stuck) {
    var posterior = STUDY.posterior();
    var plan = STUDY.configuration().plan();
    var runner = new ChainRunner(ChainRecipe.of(posterior, plan), SamplerMonitor.NONE);
    List<Draws> parts = new ArrayList<>();
    for (int c = 0; c < CHAINS; c++) {
      Draws draws = ((ChainOutcome.Finished) runner.run(c)).draws();
      parts.add(stuck.test(c) ? asIfStuck(draws, c) : draws);
    }
    return Draws.concatenate(posterior.dimension(), plan.sampler().schema(), parts);
  }

  private static Draws asIfStuck(Draws draws, int seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int d = draws.dimension();
    double[] values = new double[draws.values().length];
    Arrays.setAll(values, i -> 0.1 * random.nextDouble() + (i % d == d - 1 ? 0.5 : 0));
    Draws stuck = draws.withValues(values);
    var density = STUDY.posterior().density();
    for (int g = 0; g < draws.count(); g++) {
      stuck.logDensity()[g] = density.valueAndGradient(stuck.draw(g), new double[d]);
    }
    return stuck;
  }

  private static List<Integer> weightless(ChainWeights weights) {
    return IntStream.range(0, CHAINS).filter(c -> weights.of(c) < 1e-6).boxed().toList();
  }

  private static double sum(ChainWeights weights) {
    return IntStream.range(0, CHAINS).mapToDouble(weights::of).sum();
  }

  @ParameterizedTest
  @EnumSource(
      value = Weighting.class,
      names = {"STACKING", "EVIDENCE"})
  void chainsThatGotNowhereWeighNothing(Weighting rule) {
    ChainWeights weights = RunWeights.of(STUDY, SOME_STUCK, rule, 2);
    assertThat(weights.used()).as(weights.reason()).isEqualTo(rule);
    assertThat(weightless(weights)).contains(0, 4, 8, 12, 16, 20);
    assertThat(sum(weights)).isCloseTo(1, within(1e-12));
    assertThat(weights.groups()).allMatch(group -> !Double.isNaN(group.score()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Weighting.class,
      names = {"STACKING", "EVIDENCE"})
  void weightsDoNotDependOnWhereInItsOrbitADrawLies(Weighting rule) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(11);
    double[] values = SOME_STUCK.values().clone();
    int d = SOME_STUCK.dimension();
    for (int g = 0; g < SOME_STUCK.count(); g++) {
      Move.random(STUDY.posterior().network(), random)
          .apply(SOME_STUCK.values(), g * d, values, g * d);
    }
    ChainWeights moved = RunWeights.of(STUDY, SOME_STUCK.withValues(values), rule, 2);
    ChainWeights weights = RunWeights.of(STUDY, SOME_STUCK, rule, 1);
    assertThat(moved.groups()).hasSameSizeAs(weights.groups());
    for (int c = 0; c < CHAINS; c++) {
      assertThat(moved.of(c)).isCloseTo(weights.of(c), within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource(Weighting.class)
  void weightsSumToOneWhateverTheChains(Weighting rule) {
    for (Draws draws : List.of(ARRIVED, ALL_STUCK)) {
      ChainWeights weights = RunWeights.of(STUDY, draws, rule, 2);
      assertThat(sum(weights)).isCloseTo(1, within(1e-12));
      assertThat(weights.asked()).isEqualTo(rule);
      assertThat(weights.fit(draws)).isTrue();
      assertThat(weights.reason()).endsWith(".");
    }
  }

  @ParameterizedTest
  @EnumSource(Weighting.class)
  void oneChainHasAllTheWeight(Weighting rule) {
    Draws one = ARRIVED.select(IntStream.range(3, 6));
    ChainWeights weights = RunWeights.of(STUDY, one, rule, 1);
    assertThat(weights.used()).isEqualTo(Weighting.EQUAL);
    assertThat(weights.of(1)).isEqualTo(1);
    if (rule != Weighting.EQUAL) { // one chain says nothing of modes
      assertThat(weights.reason()).contains("log density");
    }
  }

  @Test
  void chainsInOneModeCountAlike() {
    ChainWeights weights = RunWeights.of(STUDY, ALL_STUCK, Weighting.STACKING, 2);
    assertThat(weights.used()).isEqualTo(Weighting.EQUAL);
    assertThat(weights.groups()).extracting(Group::weight).containsExactly(1.0);
    assertThat(weights.over(ALL_STUCK).weights()).isNull();
    assertThat(weights.reason()).contains("mode").doesNotContain("log density");
  }
}
