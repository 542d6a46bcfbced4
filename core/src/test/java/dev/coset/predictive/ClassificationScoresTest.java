package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassificationScoresTest {

  /**
   * What was foretold, and what came.
   *
   * @param probability (point, class)
   */
  private record Foretold(double[][] probability, double[] label) {
    /** Of two classes, in tenths: many ties, and some certain of what is not so. */
    static Foretold ofTwo(int points, long seed) {
      UniformRandomProvider random = Mixtures.random(seed);
      double[][] probability = new double[points][];
      double[] label = new double[points];
      for (int i = 0; i < points; i++) {
        double second = random.nextInt(11) / 10.0;
        probability[i] = new double[] {1 - second, second};
        label[i] = random.nextDouble() < 0.2 + 0.6 * second ? 1 : 0;
      }
      return new Foretold(probability, label);
    }

    PointScores points(int from, int to) {
      List<ClassProbabilities> at =
          IntStream.range(from, to)
              .mapToObj(
                  i ->
                      ClassProbabilities.of(
                          new double[][] {DoubleStream.of(probability[i]).map(Math::log).toArray()},
                          new double[] {1}))
              .toList();
      Targets targets = Targets.classes(Arrays.copyOfRange(label, from, to), probability[0].length);
      return PointScores.of(Predictive.of(at), targets, TargetScaling.unscaled(), 2);
    }

    Scoring scoring(int from, int to) {
      Scoring scoring = new Scoring();
      scoring.add(points(from, to));
      return scoring;
    }

    Scores scores() {
      return scoring(0, label.length).scores();
    }
  }

  private static final Foretold THREE =
      new Foretold(
          new double[][] {
            {0.70, 0.20, 0.10}, {0.10, 0.62, 0.28}, {0.20, 0.18, 0.62}, {0.42, 0.33, 0.25}
          },
          new double[] {0, 2, 2, 1});

  @Test
  void byHand() {
    Scores scores = THREE.scores();
    ClassificationScores quality = scores.classification();
    assertThat(scores.lppd()).isCloseTo(Math.log(0.70 * 0.28 * 0.62 * 0.33) / 4, within(1e-14));
    assertThat(quality.accuracy()).isEqualTo(0.5);
    assertThat(quality.brier()).isCloseTo((0.14 + 0.9128 + 0.2168 + 0.6878) / 4, within(1e-14));
    assertThat(quality.confusion()).isDeepEqualTo(new double[][] {{1, 0, 0}, {1, 0, 0}, {0, 1, 1}});
    assertThat(quality.majority()).isEqualTo(0.5);
    assertThat(quality.auroc()).isEmpty();
  }

  /** Two points are 62% sure and half of them right; 70% and 42% sure are one each. */
  @Test
  void calibrationIsByHowSurePredictionsAre() {
    var reliability = THREE.scores().classification().reliability();
    assertThat(reliability.points()).hasSize(15);
    assertThat(reliability.points()[9]).isEqualTo(2);
    assertThat(reliability.confidence()[9]).isCloseTo(0.62, within(1e-15));
    assertThat(reliability.accuracy()[9]).isEqualTo(0.5);
    assertThat(reliability.confidence()[0]).isNaN();
    assertThat(reliability.calibrationError())
        .isCloseTo((0.3 + 2 * 0.12 + 0.42) / 4, within(1e-15));
  }

  /** Over all pairs of a point of each class; ties are worth half. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aurocIsTheShareOfPairsInOrder(long seed) {
    Foretold two = Foretold.ofTwo(150, seed);
    double wins = 0;
    int pairs = 0;
    for (int i = 0; i < 150; i++) {
      for (int j = 0; j < 150; j++) {
        if (two.label[i] == 0 && two.label[j] == 1) {
          wins += (Math.signum(two.probability[j][1] - two.probability[i][1]) + 1) / 2;
          pairs++;
        }
      }
    }
    assertThat(two.scores().classification().auroc()).hasValueCloseTo(wins / pairs, within(1e-13));
  }

  /** scikit-learn 1.5: brier_score_loss, average_precision_score and f1_score of these points. */
  @Test
  void ofTwoClassesScoresAreThoseOfScikitLearn() {
    var two =
        new Foretold(
            new double[][] {{0.9, 0.1}, {0.6, 0.4}, {0.65, 0.35}, {0.2, 0.8}, {0.3, 0.7}},
            new double[] {0, 0, 1, 1, 0});
    ClassificationScores scores = two.scores().classification();
    assertThat(scores.brier())
        .isCloseTo((0.01 + 0.16 + 0.65 * 0.65 + 0.04 + 0.49) / 5, within(1e-14));
    TwoClassScores ofTwo = scores.twoClasses().orElseThrow();
    assertThat(ofTwo.prAuc()).hasValueCloseTo(0.5 * 1 + 0.5 * 2 / 4, within(1e-14));
    assertThat(ofTwo.f1()).hasValueCloseTo(2.0 / (2 + 1 + 1), within(1e-14));
    assertThat(THREE.scores().classification().twoClasses()).isEmpty();
  }

  /** Points of one probability enter together: precision after each distinct threshold. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void averagePrecisionIsTheSumOverThresholds(long seed) {
    Foretold two = Foretold.ofTwo(150, seed);
    double sum = 0;
    double recall = 0;
    for (int tenth = 10; tenth >= 0; tenth--) {
      double threshold = tenth / 10.0;
      int[] named =
          IntStream.range(0, 150).filter(i -> two.probability[i][1] >= threshold).toArray();
      double right = Arrays.stream(named).filter(i -> two.label[i] == 1).count();
      double now = right / Arrays.stream(two.label).sum();
      sum += named.length == 0 ? 0 : (now - recall) * right / named.length;
      recall = now;
    }
    assertThat(two.scores().classification().twoClasses().orElseThrow().prAuc())
        .hasValueCloseTo(sum, within(1e-13));
  }

  @Test
  void ofOneClassAloneThereIsNoAuroc() {
    var ones = new Foretold(new double[][] {{0.5, 0.5}, {0.3, 0.7}}, new double[] {1, 1});
    assertThat(ones.scores().classification().auroc()).isEmpty();
  }

  @Test
  void ofCertaintyThatIsRightAllIsPerfect() {
    var sure = new Foretold(new double[][] {{1, 0}, {0, 1}, {1, 0}}, new double[] {0, 1, 0});
    Scores scores = sure.scores();
    ClassificationScores quality = scores.classification();
    assertThat(scores.lppd()).isZero();
    assertThat(quality.accuracy()).isEqualTo(1);
    assertThat(quality.brier()).isZero();
    assertThat(quality.auroc()).hasValue(1);
    assertThat(quality.reliability().calibrationError()).isZero();
    assertThat(quality.majority()).isEqualTo(2.0 / 3);
  }

  @Test
  void doNotDependOnChunks() {
    Foretold two = Foretold.ofTwo(200, 4);
    Scores whole = two.scores();
    for (int chunk : new int[] {1, 7, 100}) {
      Scoring scoring = new Scoring();
      for (int from = 0; from < 200; from += chunk) {
        scoring.add(two.points(from, Math.min(200, from + chunk)));
      }
      assertThat(scoring.scores()).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30, 150})
  void mergedAreThoseOfAllPoints(int cut) {
    Foretold two = Foretold.ofTwo(200, 5);
    Scoring first = two.scoring(0, cut);
    first.merge(two.scoring(cut, 190));
    first.merge(new Scoring());
    first.add(two.points(190, 200));
    Scoring empty = new Scoring();
    empty.merge(first);
    ClassificationScores whole = two.scores().classification();
    for (Scores scores : List.of(first.scores(), empty.scores())) {
      ClassificationScores merged = scores.classification();
      assertThat(scores.points()).isEqualTo(200);
      assertThat(merged.accuracy()).isEqualTo(whole.accuracy());
      assertThat(merged.brier()).isCloseTo(whole.brier(), within(1e-13));
      assertThat(merged.twoClasses()).isEqualTo(whole.twoClasses());
      assertThat(merged.confusion()).isDeepEqualTo(whole.confusion());
      assertThat(merged.reliability().calibrationError())
          .isCloseTo(whole.reliability().calibrationError(), within(1e-13));
    }
  }

  @Test
  void classesHaveNoUnitsAndNoErrorOfAMean() {
    Scores scores = THREE.scores();
    assertThat(scores.inUnitsOf(40)).isEqualTo(scores);
    assertThatIllegalStateException()
        .isThrownBy(scores::regression)
        .withMessageContaining("classes");
  }
}
