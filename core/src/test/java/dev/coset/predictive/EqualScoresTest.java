package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.predictive.ClassificationScores.Reliability;
import dev.coset.predictive.RegressionScores.Coverage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores are equal where all their numbers are: the first of each list differs from the others. */
class EqualScoresTest {
  private static RegressionScores numbers(double rmse, double crps, double share, long first) {
    return numbers(rmse, 0.4, 0.2, 0.1, crps, share, first);
  }

  private static RegressionScores numbers(
      double rmse, double r2, double mae, double median, double crps, double share, long first) {
    return new RegressionScores(
        rmse,
        OptionalDouble.of(r2),
        mae,
        median,
        crps,
        List.of(new Coverage(0.9, share)),
        new double[] {first, 2});
  }

  private static ClassificationScores classes(
      double accuracy, double brier, double auroc, long first, Reliability reliability) {
    double[][] confusion = {{first, 1}, {2, 3}};
    var two =
        new TwoClassScores(
            OptionalDouble.of(auroc), OptionalDouble.of(0.5), OptionalDouble.empty());
    return new ClassificationScores(accuracy, brier, Optional.of(two), confusion, reliability);
  }

  private static Reliability sure(long points, double confidence, double accuracy) {
    return new Reliability(
        new double[] {points}, new double[] {confidence}, new double[] {accuracy});
  }

  static Stream<List<Object>> scores() {
    return Stream.of(
        List.of(
            numbers(0.5, 0.3, 0.8, 1),
            numbers(0.6, 0.3, 0.8, 1),
            numbers(0.5, 0.4, 0.8, 1),
            numbers(0.5, 0.3, 0.9, 1),
            numbers(0.5, 0.3, 0.8, 4),
            numbers(0.5, 0.5, 0.2, 0.1, 0.3, 0.8, 1),
            numbers(0.5, 0.4, 0.3, 0.1, 0.3, 0.8, 1),
            numbers(0.5, 0.4, 0.2, 0.2, 0.3, 0.8, 1)),
        List.of(
            classes(0.5, 0.3, 0.8, 1, sure(5, 0.6, 0.7)),
            classes(0.6, 0.3, 0.8, 1, sure(5, 0.6, 0.7)),
            classes(0.5, 0.4, 0.8, 1, sure(5, 0.6, 0.7)),
            classes(0.5, 0.3, 0.9, 1, sure(5, 0.6, 0.7)),
            classes(0.5, 0.3, 0.8, 4, sure(5, 0.6, 0.7)),
            classes(0.5, 0.3, 0.8, 1, sure(6, 0.6, 0.7)),
            classes(0.5, 0.3, 0.8, 1, sure(5, 0.8, 0.7)),
            classes(0.5, 0.3, 0.8, 1, sure(5, 0.6, 0.9))));
  }

  @ParameterizedTest
  @MethodSource("scores")
  void oneNumberMakesThemDiffer(List<Object> scores) {
    Object one = scores.getFirst();
    assertThat(scores.subList(1, scores.size())).doesNotContain(one);
    assertThat(one).isNotEqualTo("scores");
    assertThat(scores.stream().map(Object::hashCode).distinct().count()).isGreaterThan(1);
    assertThat(scores().map(List::getFirst))
        .contains(one) // made anew
        .anyMatch(again -> again.equals(one) && again.hashCode() == one.hashCode());
  }
}
