package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import dev.coset.model.Study;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many points are scored some thousand at a time, and a run on its own test rows. */
class ScoringTest {
  private static final int NUMBERS_AT_A_TIME = 512;
  private static final int POINTS = 2 * (NUMBERS_AT_A_TIME + 1); // no part of them is empty

  @TempDir Path folder;

  /** Each point is its own number, and that is its mean, or what its class's log odds come from. */
  private static Predictive predictive(double[][] x, int classes) {
    double[] means = Arrays.stream(x[0]).map(i -> i % 7).toArray();
    return classes == 0
        ? Predictive.of(new double[][] {means}, new double[] {3})
        : Predictive.of(
            Arrays.stream(means).mapToObj(mean -> probabilities(mean, classes)).toList());
  }

  private static ClassProbabilities probabilities(double odds, int classes) {
    double[] outputs = new double[classes];
    outputs[1] = odds;
    return ClassProbabilities.of(
        new double[][] {ClassProbabilities.logSoftmax(outputs)}, new double[] {1});
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void someHundredPointsAtATimeScoreAsAllAtOnce(int classes) {
    double[][] x = new double[1][POINTS];
    double[] y = new double[POINTS];
    Arrays.setAll(x[0], i -> i);
    Arrays.setAll(y, i -> classes == 0 ? i % 5 : i % classes);
    var points = new Points(x, new Targets(y, TargetKind.ofStored(classes)));
    var unscaled = TargetScaling.unscaled();
    List<Integer> sizes = new ArrayList<>();
    Function<double[][], Predictive> predictiveAt =
        part -> {
          sizes.add(part[0].length);
          return predictive(part, classes);
        };
    var whole = new Scoring();
    whole.add(PointScores.of(predictive(x, classes), points.y(), unscaled, 1));
    assertThat(Scoring.of(predictiveAt, points, unscaled, 2)).isEqualTo(whole.scores());
    assertThat(sizes).doesNotContain(0);
    int most = Collections.max(sizes) * Math.max(1, classes);
    assertThat(most).isBetween(NUMBERS_AT_A_TIME / 2, NUMBERS_AT_A_TIME + Math.max(1, classes));
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(POINTS);
  }

  @Test
  void aRunIsScoredOnItsTestRowsByItsPredictor() {
    Study study = SyntheticRun.study(2, 4, 40);
    try (var run =
        SyntheticRun.create(folder.resolve("run"), study, c -> SyntheticRun.chain(c, 4, 2))) {
      Scores scores = Scoring.ofTestRows(run, 1).orElseThrow();
      var scoring = new Scoring();
      scoring.add(
          PointScores.of(
              study.posterior().predictive(run.draws(), study.test().x(), 1),
              study.test().y(),
              study.scaling().target(),
              1));
      assertThat(scores.points()).isEqualTo(study.split().test().length);
      assertThat(scores).isEqualTo(scoring.scores());
    }
  }

  @Test
  void aRunWithoutDrawsHasNoScores() {
    Study study = SyntheticRun.study(2, 4, 40);
    try (var run = SyntheticRun.create(folder.resolve("run"), study, c -> null)) {
      assertThat(Scoring.ofTestRows(run, 1)).isEmpty();
    }
  }
}
