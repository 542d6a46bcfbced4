package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static final int POINTS = 3000;

  private final List<GaussianMixture> mixtures = new ArrayList<>();
  private final double[] y = new double[POINTS];

  /** Targets that come from the mixtures that foretell them. */
  ScoresTest() {
    for (int point = 0; point < POINTS; point++) {
      GaussianMixture mixture =
          point % 2 == 0
              ? Mixtures.posterior(20, point).scaled(point % 10, 1 + point % 3)
              : Mixtures.weighted(5, 3, 0.5, point);
      mixtures.add(mixture);
      y[point] = Mixtures.sample(mixture, 1, Mixtures.random(70_000 + point))[0];
    }
  }

  @Test
  void ofStandardNormalsAreKnown() {
    double[] targets = {0, 1, -2};
    Scores scores = Scores.of(Predictive.of(new double[1][3], new double[] {1}), targets);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double[] logDensity = Arrays.stream(targets).map(normal::logDensity).toArray();
    double lppd = DoubleStream.of(logDensity).average().orElseThrow();
    double variance =
        DoubleStream.of(logDensity).map(each -> (each - lppd) * (each - lppd)).sum() / 2;
    assertThat(scores.points()).isEqualTo(3);
    assertThat(scores.lppd()).isCloseTo(lppd, within(1e-14));
    assertThat(scores.lppdSe()).isCloseTo(Math.sqrt(variance / 3), within(1e-14));
    assertThat(scores.regression().rmse()).isCloseTo(Math.sqrt(5.0 / 3), within(1e-14));
    GaussianMixture one = GaussianMixture.of(new double[] {0}, new double[] {1});
    assertThat(scores.regression().crps())
        .isCloseTo(Arrays.stream(targets).map(one::crps).average().orElseThrow(), within(1e-14));
    // |z| < 0.67, 1.645, 1.96
    assertThat(scores.regression().coverage(0.5)).isEqualTo(1.0 / 3);
    assertThat(scores.regression().coverage(0.9)).isEqualTo(2.0 / 3);
    assertThat(scores.regression().coverage(0.95)).isEqualTo(2.0 / 3);
  }

  /** The mean of this mixture is 1, its median lies near 0. */
  @Test
  void rmseAndR2AreOfTheMeanAndAbsoluteErrorsOfTheMedian() {
    var skewed = GaussianMixture.of(new double[] {0, 0, 3}, new double[] {0.1, 0.1, 0.1});
    double median = skewed.quantile(0.5);
    double[] targets = {0, 1, 5, 0}; // mean 1.5
    var scores = Scores.of(Predictive.of(Collections.nCopies(4, skewed)), targets).regression();
    double squares = 1 + 0 + 16 + 1;
    assertThat(scores.rmse()).isCloseTo(Math.sqrt(squares / 4), within(1e-14));
    assertThat(scores.r2())
        .hasValueCloseTo(1 - squares / (2.25 + 0.25 + 12.25 + 2.25), within(1e-14));
    double[] off = DoubleStream.of(targets).map(y -> Math.abs(median - y)).sorted().toArray();
    assertThat(scores.mae()).isCloseTo(DoubleStream.of(off).sum() / 4, within(1e-9));
    assertThat(scores.medianAbsoluteError()).isCloseTo((off[1] + off[2]) / 2, within(1e-9));
    RegressionScores stretched = new Scores(4, 0, 0, scores).inUnitsOf(10).regression();
    assertThat(stretched.mae()).isEqualTo(10 * scores.mae());
    assertThat(stretched.medianAbsoluteError()).isEqualTo(10 * scores.medianAbsoluteError());
    assertThat(stretched.r2()).isEqualTo(scores.r2());
    var one = Scores.of(Predictive.of(List.of(skewed)), new double[1]).regression();
    assertThat(one.r2()).isEmpty();
  }

  @Test
  void intervalsAreThoseOfTheQuantiles() {
    PointScores.OfNumbers scores =
        (PointScores.OfNumbers) PointScores.of(Predictive.of(mixtures), y, 1);
    for (int point = 0; point < 300; point++) {
      double[] interval = mixtures.get(point).quantiles(0.05, 0.95);
      boolean inside = y[point] >= interval[0] && y[point] <= interval[1];
      boolean foretold = scores.pit()[point] >= 0.05 && scores.pit()[point] <= 0.95;
      assertThat(foretold).isEqualTo(inside);
    }
  }

  @Test
  void aCalibratedPredictiveCoversAtItsLevels() {
    Scores scores = Scores.of(Predictive.of(mixtures), y);
    for (RegressionScores.Coverage each : scores.regression().coverage()) {
      double se = Math.sqrt(each.level() * (1 - each.level()) / POINTS);
      assertThat(each.share()).isCloseTo(each.level(), within(3.5 * se));
    }
    assertThat(scores.regression().coverage()).hasSize(3);
  }

  @Test
  void aCalibratedPredictiveHasUniformPit() {
    Scores scores = Scores.of(Predictive.of(mixtures), y);
    double expected = POINTS / 20.0;
    double chiSquare = 0;
    for (int bin = 0; bin < 20; bin++) {
      double count = Arrays.stream(scores.regression().pitCounts(), 2 * bin, 2 * bin + 2).sum();
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    double limit = ChiSquaredDistribution.of(19).inverseSurvivalProbability(0.001);
    assertThat(chiSquare).isLessThan(limit);
    assertThat(Arrays.stream(scores.regression().pitCounts()).sum()).isEqualTo(POINTS);
  }

  /** The expected score of the true density is its negative entropy: no other scores better. */
  @Test
  void aWiderOrNarrowerPredictiveScoresWorse() {
    Scores truth = Scores.of(Predictive.of(mixtures), y);
    for (double factor : new double[] {0.6, 1.6}) {
      List<GaussianMixture> others =
          mixtures.stream().map(each -> each.scaled((1 - factor) * each.mean(), factor)).toList();
      Scores other = Scores.of(Predictive.of(others), y);
      assertThat(other.lppd()).isLessThan(truth.lppd());
      assertThat(other.regression().crps()).isGreaterThan(truth.regression().crps());
      assertThat(other.regression().rmse()).isCloseTo(truth.regression().rmse(), within(1e-12));
    }
  }

  @Test
  void doNotDependOnChunksOrThreads() {
    Scores whole = Scores.of(Predictive.of(mixtures), y);
    for (int chunk : new int[] {1, 7, 1000}) {
      Scoring scoring = new Scoring();
      for (int from = 0; from < POINTS; from += chunk) {
        int to = Math.min(from + chunk, POINTS);
        Predictive part = Predictive.of(mixtures.subList(from, to));
        scoring.add(PointScores.of(part, Arrays.copyOfRange(y, from, to), 3));
      }
      assertThat(scoring.scores()).isEqualTo(whole);
    }
  }

  @Test
  void mergedAreThoseOfAllPoints() {
    PointScores.OfNumbers all =
        (PointScores.OfNumbers) PointScores.of(Predictive.of(mixtures), y, 1);
    Scoring first = new Scoring();
    Scoring second = new Scoring();
    Scoring empty = new Scoring();
    first.add(part(all, 0, 1234));
    second.add(part(all, 1234, POINTS));
    first.merge(second);
    first.merge(new Scoring());
    empty.merge(first);
    Scores whole = Scores.of(Predictive.of(mixtures), y);
    for (Scores merged : List.of(first.scores(), empty.scores())) {
      assertThat(merged.points()).isEqualTo(POINTS);
      assertThat(merged.lppd()).isCloseTo(whole.lppd(), within(1e-12));
      assertThat(merged.lppdSe()).isCloseTo(whole.lppdSe(), within(1e-12));
      assertThat(merged.regression().rmse()).isCloseTo(whole.regression().rmse(), within(1e-12));
      assertThat(merged.regression().crps()).isCloseTo(whole.regression().crps(), within(1e-12));
      double r2 = whole.regression().r2().orElseThrow();
      assertThat(merged.regression().r2()).hasValueCloseTo(r2, within(1e-12));
      assertThat(merged.regression().mae()).isCloseTo(whole.regression().mae(), within(1e-12));
      assertThat(merged.regression().medianAbsoluteError())
          .isEqualTo(whole.regression().medianAbsoluteError());
      assertThat(merged.regression().coverage()).isEqualTo(whole.regression().coverage());
      assertThat(merged.regression().pitCounts()).isEqualTo(whole.regression().pitCounts());
    }
  }

  private static PointScores part(PointScores.OfNumbers all, int from, int to) {
    return new PointScores.OfNumbers(
        Arrays.copyOfRange(all.logDensity(), from, to),
        Arrays.copyOfRange(all.target(), from, to),
        Arrays.copyOfRange(all.error(), from, to),
        Arrays.copyOfRange(all.medianError(), from, to),
        Arrays.copyOfRange(all.crps(), from, to),
        Arrays.copyOfRange(all.pit(), from, to),
        Arrays.copyOfRange(all.noise(), from, to),
        null);
  }

  @Test
  void inOtherUnitsAreThoseOfTheScaledPredictive() {
    double[] scaledY = DoubleStream.of(y).map(each -> 40 * each - 3).toArray();
    List<GaussianMixture> scaled = mixtures.stream().map(each -> each.scaled(-3, 40)).toList();
    Scores direct = Scores.of(Predictive.of(scaled), scaledY);
    Scores converted = Scores.of(Predictive.of(mixtures), y).inUnitsOf(40);
    assertThat(converted.lppd()).isCloseTo(direct.lppd(), within(1e-10));
    assertThat(converted.lppdSe()).isCloseTo(direct.lppdSe(), within(1e-10));
    assertThat(converted.regression().rmse()).isCloseTo(direct.regression().rmse(), within(1e-9));
    assertThat(converted.regression().crps()).isCloseTo(direct.regression().crps(), within(1e-8));
    assertThat(converted.regression().coverage()).isEqualTo(direct.regression().coverage());
  }

  @Test
  void noPointIsDropped() {
    double[] targets = {0, 1e5};
    Scores scores = Scores.of(Predictive.of(new double[1][2], new double[] {0.01}), targets);
    double outlier = -1e14 / 2 - Math.log(0.01) - Math.log(2 * Math.PI) / 2;
    assertThat(scores.lppd()).isCloseTo(outlier / 2, within(10.0));
    assertThat(scores.regression().coverage(0.95)).isEqualTo(0.5);
  }

  @Test
  void refusesWhatCannotBeScored() {
    Predictive one = Predictive.of(new double[1][1], new double[] {1});
    assertThatThrownBy(() -> Scores.of(one, new double[2])).hasMessageContaining("2 targets");
    assertThatThrownBy(() -> Scores.of(one, new double[] {Double.NaN}))
        .hasMessageContaining("target of point 0 is NaN");
    assertThatThrownBy(() -> new Scoring().scores()).hasMessageContaining("no points");
    assertThatThrownBy(() -> new Scoring(90)).hasMessageContaining("level between 0 and 1");
    assertThatThrownBy(() -> new Scoring(0.9).merge(new Scoring(0.8)))
        .hasMessageContaining("same interval levels");
    assertThat(Scores.of(one, new double[1]).lppdSe()).isNaN();
  }

  @Test
  void numbersHaveNoScoresOfClassesAndNoCoverageUnasked() {
    Scores scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    assertThatThrownBy(scores::classification).hasMessageContaining("targets are numbers");
    assertThatThrownBy(() -> scores.regression().coverage(0.8))
        .hasMessageContaining("not scored at level 0.8");
  }
}
