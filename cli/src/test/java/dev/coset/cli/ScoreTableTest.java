package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import dev.coset.predictive.PointScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoreTableTest {
  private static Scores scores(double[][] probability, double... label) {
    var at =
        Arrays.stream(probability)
            .map(
                p ->
                    ClassProbabilities.of(
                        new double[][] {Arrays.stream(p).map(Math::log).toArray()},
                        new double[] {1}))
            .toList();
    var scoring = new Scoring();
    var targets = Targets.classes(label, probability[0].length);
    scoring.add(PointScores.of(Predictive.of(at), targets, TargetScaling.unscaled(), 1));
    return scoring.scores();
  }

  @Test
  void ofTwoClassesThePositiveOneIsNamed() {
    var scores = scores(new double[][] {{0.8, 0.2}, {0.4, 0.6}, {0.3, 0.7}}, 0, 1, 0);
    var target = new ScoredTarget(1, List.of("no", "yes"));
    Map<String, Object> fields = ScoreTable.fields(scores, target);
    assertThat(fields).containsKeys("auroc", "pr_auc", "f1").containsEntry("positive_class", "yes");
    assertThat((double) fields.get("brier")).isEqualTo((0.04 + 0.16 + 0.49) / 3);
    assertThat(ScoreTable.text(scores, target))
        .contains(
            "squared error of the probability of yes",
            "PR-AUC      0.500             (average precision of yes)",
            "F1          0.667             (of yes)");
  }

  @Test
  void ofMoreClassesTheBrierScoreIsTheSum() {
    var scores = scores(new double[][] {{0.5, 0.3, 0.2}}, 0);
    var target = new ScoredTarget(1, List.of("a", "b", "c"));
    Map<String, Object> fields = ScoreTable.fields(scores, target);
    assertThat(fields).doesNotContainKeys("auroc", "pr_auc", "f1", "positive_class");
    assertThat(ScoreTable.text(scores, target))
        .contains(
            "Brier       0.380             (squared error of probabilities, summed over classes)");
  }
}
