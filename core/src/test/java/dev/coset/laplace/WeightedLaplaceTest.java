package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.data.Repeated;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.Problems;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeightedLaplaceTest {
  private static final int POINTS = 35;
  private static final LaplaceSettings STANDARD = LaplaceSettings.standard().withThreads(2);
  private static final MapTraining TRAINING =
      new MapTraining(Objective.PAPER, Lbfgs.of(5_000, 1e-11), WeightStart.FAN_IN, null);

  private final Posterior plain = Problems.linear(POINTS, 4, 0.8);
  private final double[] weights = Repeated.weights(POINTS, 1, 5);
  private final Posterior weighted = plain.given(Repeated.weighted(plain.data(), weights));
  private final Posterior repeated = plain.given(Repeated.repeated(plain.data(), weights));
  private final MapEstimate map = TRAINING.train(repeated, 0, 0);

  @Test
  void theMaximumIsThatOfRepeatedPoints() {
    double[] q = TRAINING.train(weighted, 0, 0).q();
    assertThat(q).containsExactly(map.q(), within(1e-6));
  }

  @Test
  void curvatureAndEvidenceAreThoseOfRepeatedPoints() {
    for (var noise : LaplaceSettings.Noise.values()) {
      var settings = STANDARD.with(noise);
      Laplace of = Laplace.of(weighted, map, settings);
      Laplace expected = Laplace.of(repeated, map, settings);
      assertThat(of.logEvidence()).isCloseTo(expected.logEvidence(), within(1e-8));
      double[][] covariance = expected.covariance();
      for (int j = 0; j < covariance.length; j++) {
        assertThat(of.covariance()[j]).containsExactly(covariance[j], within(1e-10));
      }
    }
  }

  /** Leaving a point of weight w out is leaving out all of its copies. */
  @Test
  void leavingOneOutIsExactOnALinearModel() {
    double[] found = Laplace.of(weighted, map, STANDARD).leaveOneOut();
    double sigma = Math.exp(map.q()[map.q().length - 1]);
    int[] copyOf = Repeated.rows(weights);
    Points all = repeated.data();
    for (int point = 0; point < POINTS; point++) {
      int left = point;
      int[] others = IntStream.range(0, copyOf.length).filter(i -> copyOf[i] != left).toArray();
      var exact = LinearRegression.of(all.select(others), sigma, 1 / (0.8 * 0.8));
      double[] row =
          IntStream.rangeClosed(0, plain.data().features())
              .mapToDouble(j -> j == plain.data().features() ? 1 : plain.data().x()[j][left])
              .toArray();
      double variance = exact.predictiveVariance(row);
      double residual = plain.data().y().at(point) - exact.predictiveMean(row);
      assertThat(found[point])
          .isCloseTo(
              -Math.log(2 * Math.PI * variance) / 2 - residual * residual / (2 * variance),
              within(1e-6));
    }
    assertThat(Arrays.stream(weights).filter(w -> w > 1).count()).isGreaterThan(10);
  }
}
