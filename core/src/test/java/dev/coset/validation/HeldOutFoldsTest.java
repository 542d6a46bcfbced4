package dev.coset.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainRunner;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldOutFoldsTest {
  private static final int ROWS = 60;
  private static final ChainPlan PLAN = ChainPlan.of(2, 100, 2, 5);

  private static Study study() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2);
    double[][] x = new double[ROWS][2];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(x[i], j -> random.nextDouble());
      y[i] = x[i][0] + 0.1 * random.nextDouble();
    }
    int[] train = IntStream.range(0, ROWS).filter(i -> i % 6 != 0).toArray();
    int[] test = IntStream.range(0, ROWS).filter(i -> i % 6 == 0).toArray();
    return Study.of(
        Dataset.of(x, y), new Split(train, test), Configuration.of(new int[] {2}, PLAN));
  }

  /** Whatever the rows that take part: all of a block's rows are held out together. */
  @ParameterizedTest
  @ValueSource(ints = {20, Integer.MAX_VALUE})
  void noGroupIsSplitAndTimeIsRespected(int mostRows) {
    int[] groups = IntStream.range(0, ROWS).map(i -> i % 7).toArray();
    double[] times = IntStream.range(0, ROWS).mapToDouble(i -> i / 2).toArray();
    Study plain = study();
    int[] train = plain.split().train();
    for (Blocks blocks : List.of(Blocks.groups(groups), Blocks.times(times))) {
      Study blocked = Study.of(plain.data().in(blocks), plain.split(), plain.configuration());
      var folds = HeldOutFolds.of(blocked, 5, mostRows, 7);
      assertThat(folds.folds().splits()).hasSizeGreaterThan(2);
      for (Split fold : folds.folds().splits()) {
        Set<Integer> given = new HashSet<>();
        Arrays.stream(fold.train()).forEach(place -> given.add(blocks.of()[train[place]]));
        for (int place : fold.test()) {
          int block = blocks.of()[train[place]];
          assertThat(given).allMatch(one -> blocks.inTime() ? one < block : one != block);
        }
      }
    }
  }

  @Test
  void everyTrainingRowThatTakesPartIsHeldOutOnce() {
    assertThat(HeldOutFolds.of(study(), 5, Integer.MAX_VALUE, 3).rows())
        .containsExactlyInAnyOrder(IntStream.range(0, 50).toArray());
    assertThat(HeldOutFolds.of(study(), 5, 10, 3).rows())
        .containsExactlyInAnyOrder(IntStream.range(0, 10).map(i -> 5 * i).toArray());
  }

  /** The chains of a fold are those of its posterior alone, whoever shares the engine. */
  @Test
  void scoresAreThoseOfChainsGivenTheOtherFolds() {
    Study study = study();
    var folds = HeldOutFolds.of(study, 5, Integer.MAX_VALUE, 3);
    try (var session = EngineSession.local(3)) {
      var all =
          IntStream.range(0, 5)
              .mapToObj(
                  fold ->
                      folds.logDensity(
                          session,
                          study,
                          fold,
                          given -> ChainRecipe.of(given, PLAN),
                          IntStream.range(2 * fold, 2 * fold + 2)))
              .toList();
      Split third = folds.folds().splits().get(2);
      var points = study.posterior().data();
      var given = study.posterior().given(points.select(third.train()));
      var heldOut = points.select(third.test());
      double[] expected = new double[heldOut.count()];
      var runner = new ChainRunner(ChainRecipe.of(given, PLAN), SamplerMonitor.NONE);
      var chains =
          IntStream.of(4, 5)
              .mapToObj(c -> ((ChainOutcome.Finished) runner.run(c)).draws())
              .toList();
      var draws = Draws.concatenate(given.dimension(), PLAN.sampler().schema(), chains);
      var predictive = given.predictive(draws, heldOut.x(), 1);
      Arrays.setAll(expected, i -> predictive.at(i).logDensity(heldOut.y().at(i)));
      assertThat(session.await(all.get(2))).isEqualTo(expected);
    }
  }
}
