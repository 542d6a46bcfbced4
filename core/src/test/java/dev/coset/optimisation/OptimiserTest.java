package dev.coset.optimisation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.InputException;
import dev.coset.network.Activation;
import dev.coset.posterior.LogDensity;
import org.junit.jupiter.api.Test;

class OptimiserTest {

  /** {@code -1/2 sum_j c_j (q_j - j)^2} with curvatures from 1 to 1e4. */
  static LogDensity bowl(int dimension) {
    return Problems.density(
        dimension,
        (q, gradient) -> {
          double value = 0;
          for (int j = 0; j < q.length; j++) {
            double c = Math.pow(10, 4.0 * j / (q.length - 1));
            gradient[j] = -c * (q[j] - j);
            value -= c * (q[j] - j) * (q[j] - j) / 2;
          }
          return value;
        });
  }

  @Test
  void lbfgsFindsTheTopOfAnUnevenBowl() {
    var ascent = Lbfgs.of(1_000, 1e-9).climb(bowl(30), new double[30], Optimiser.Watch.NONE);
    assertThat(ascent.end()).isEqualTo(Optimiser.End.CONVERGED);
    assertThat(ascent.slope()).isLessThanOrEqualTo(1e-9);
    for (int j = 0; j < 30; j++) {
      assertThat(ascent.q()[j]).isCloseTo(j, within(1e-8)); // curvature is at least 1
    }
  }

  @Test
  void lbfgsEndsWhereRoundingHidesTheRest() {
    var posterior = Problems.regression(60, 2, new int[] {4}, Activation.TANH, 1);
    double[] start = Problems.normals(posterior.dimension(), 8);
    var ascent =
        Lbfgs.of(100_000, 0).climb(Objective.PAPER.over(posterior), start, Optimiser.Watch.NONE);
    assertThat(ascent.end()).isEqualTo(Optimiser.End.FLAT);
    assertThat(ascent.slope()).isLessThan(1e-9);
  }

  @Test
  void lbfgsFollowsACurvedValley() {
    // Rosenbrock's function, whose only minimum is (1, 1).
    LogDensity valley =
        Problems.density(
            2,
            (q, gradient) -> {
              double a = 1 - q[0];
              double b = q[1] - q[0] * q[0];
              gradient[0] = 2 * a + 400 * b * q[0];
              gradient[1] = -200 * b;
              return -a * a - 100 * b * b;
            });
    var ascent = Lbfgs.of(200, 1e-10).climb(valley, new double[] {-1.2, 1}, Optimiser.Watch.NONE);
    assertThat(ascent.end()).isEqualTo(Optimiser.End.CONVERGED);
    assertThat(ascent.q()).containsExactly(new double[] {1, 1}, within(1e-9));
  }

  @Test
  void lbfgsTurnsBackWhereTheDensityIsUndefined() {
    // log x - x: a first step downhill of the wrong length leads to x < 0.
    LogDensity barrier =
        Problems.density(
            1,
            (q, gradient) -> {
              gradient[0] = 1 / q[0] - 1;
              return Math.log(q[0]) - q[0];
            });
    var ascent = Lbfgs.of(100, 1e-10).climb(barrier, new double[] {1e-3}, Optimiser.Watch.NONE);
    assertThat(ascent.end()).isEqualTo(Optimiser.End.CONVERGED);
    assertThat(ascent.q()[0]).isCloseTo(1, within(1e-9));
    var nowhere = Lbfgs.of(100, 1e-10).climb(barrier, new double[] {-1}, Optimiser.Watch.NONE);
    assertThat(nowhere.end()).isEqualTo(Optimiser.End.DIVERGED);
    assertThat(nowhere.q()).containsExactly(-1);
  }

  @Test
  void noIterateOfLbfgsIsLowerThanTheOneBefore() {
    LogDensity bowl = bowl(12);
    double[] last = {Double.NEGATIVE_INFINITY};
    Lbfgs.of(1_000, 1e-6)
        .climb(
            bowl,
            new double[12],
            (iteration, q) -> {
              double value = bowl.valueAndGradient(q, new double[12]);
              assertThat(value).isGreaterThanOrEqualTo(last[0] - 1e-12 * Math.abs(last[0]));
              last[0] = value;
              return true;
            });
    assertThat(last[0]).isCloseTo(0, within(1e-12));
  }

  @Test
  void adamStepsAsItsAuthorsWriteIt() {
    double rate = 0.1;
    double q = 3;
    double m = 0;
    double v = 0;
    for (int t = 1; t <= 30; t++) {
      double g = q;
      m = 0.9 * m + 0.1 * g;
      v = 0.999 * v + 0.001 * g * g;
      q -= rate * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
    }
    LogDensity normal =
        Problems.density(
            1,
            (x, gradient) -> {
              gradient[0] = -x[0];
              return -x[0] * x[0] / 2;
            });
    var ascent = new Adam(rate, 30).climb(normal, new double[] {3}, Optimiser.Watch.NONE);
    assertThat(ascent.q()[0]).isCloseTo(q, within(1e-13));
  }

  @Test
  void aWatchEndsTheClimb() {
    for (Optimiser optimiser : new Optimiser[] {new Adam(1e-3, 50), Lbfgs.of(50, 0)}) {
      var ascent = optimiser.climb(bowl(5), new double[5], (iteration, q) -> iteration < 7);
      assertThat(ascent.end()).isEqualTo(Optimiser.End.STOPPED);
      assertThat(ascent.iterations()).isEqualTo(7);
    }
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new Adam(0, 10)).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> new Adam(0.1, 0)).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> Lbfgs.of(10, -1)).isInstanceOf(InputException.class);
  }
}
