package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithm 1: the least of {@code beta'beta / 2 + C sum max(0, 1 - |beta'phi|)}. */
class HyperplaneTest {

  /**
   * With n points at a or -a on a line, L falls with slope {@code C n a - beta} as long as they lie
   * within the margin, and rises beyond: its least is at {@code min(C n a, 1 / a)}, on either side
   * of 0.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 0.1",
    "1, 0.3",
    "1, 0.31",
    "1, 2",
    "0.02, 0.1",
    "0.02, 2",
    "0.02, 3",
    "7, 0.05",
    "7, 0.2"
  })
  void onALineItIsTheClosedForm(double cost, double a) {
    double[][] points = {{a, -a, a, a, -a, a, -a, -a, -a, a}};
    Hyperplane plane = Hyperplane.best(points, cost, 2, 0, 1);
    double beta = Math.min(cost * 10 * a, 1 / a);
    assertThat(Math.abs(plane.beta()[0])).isCloseTo(beta, within(1e-6 * beta));
    double loss = beta * beta / 2 + cost * 10 * (1 - beta * a);
    assertThat(plane.loss()).isCloseTo(loss, within(1e-6 * loss));
  }

  @Test
  void lossAndMarginsAreTheFormula() {
    UniformRandomProvider rng = Clouds.rng(1);
    double[][] points = new double[3][];
    Arrays.setAll(points, c -> Clouds.normals(rng, 61));
    double cost = 0.3;
    Hyperplane plane = Hyperplane.best(points, cost, 1, 0, 1);
    double[] beta = plane.beta();
    double[] margin = plane.margins(points);
    double loss = (beta[0] * beta[0] + beta[1] * beta[1] + beta[2] * beta[2]) / 2;
    for (int p = 0; p < 61; p++) {
      double product = beta[0] * points[0][p] + beta[1] * points[1][p] + beta[2] * points[2][p];
      assertThat(margin[p]).isCloseTo(product, within(1e-14));
      loss += cost * Math.max(0, 1 - Math.abs(product));
    }
    assertThat(plane.loss()).isCloseTo(loss, within(1e-12));
  }

  /** Where all points are the origin, nothing pulls, and the least loss is at 0. */
  @Test
  void pointsAtTheOriginPullNowhere() {
    Hyperplane plane = Hyperplane.best(new double[2][5], 1, 1, 0, 1);
    assertThat(plane.loss()).isCloseTo(5, within(1e-9));
  }

  /** Algorithm 1 keeps the least loss of its K_beta attempts, and one attempt may get stuck. */
  @Test
  void moreBeginningsNeverLoseAndSometimesGain() {
    int gained = 0;
    for (long seed = 0; seed < 20; seed++) {
      UniformRandomProvider rng = Clouds.rng(seed);
      double[][] points = new double[4][];
      Arrays.setAll(points, c -> Clouds.normals(rng, 60));
      double one = Hyperplane.best(points, 1, 1, seed, 1).loss();
      double two = Hyperplane.best(points, 1, 2, seed, 1).loss();
      double eight = Hyperplane.best(points, 1, 8, seed, 1).loss();
      assertThat(eight).isLessThanOrEqualTo(two);
      assertThat(two).isLessThanOrEqualTo(one);
      gained += eight < one ? 1 : 0;
    }
    assertThat(gained).isPositive();
  }

  /**
   * Points around (2, 2) and (-2, -2), stretched along the gap: the plane must not cut through
   * either heap. Where errors cost next to nothing, L is {@code beta'beta / 2 - C sum |beta'phi|},
   * which only asks for the direction of the longest stretch, and cuts both.
   */
  @Test
  void itKeepsOffThePointsIfThatIsWorthSomething() {
    double[][] points = stretched();
    Hyperplane plane = Hyperplane.best(points, 1, 8, 0, 1);
    double[] margin = plane.margins(points);
    for (int p = 0; p < 500; p++) {
      assertThat(Math.signum(margin[p])).isEqualTo((p % 2 == 0 ? 1 : -1) * Math.signum(margin[0]));
    }
    assertThat(Arrays.stream(margin).map(Math::abs).min().orElseThrow()).isGreaterThan(0.5);
    double[] longest = Hyperplane.best(points, 1e-6, 8, 0, 1).beta();
    assertThat(longest[0] / longest[1]).isCloseTo(-1, within(0.1));
  }

  private static double[][] stretched() {
    UniformRandomProvider rng = Clouds.rng(6);
    double[] along = Clouds.normals(rng, 500);
    double[] across = Clouds.normals(rng, 500);
    double[][] points = new double[2][500];
    for (int p = 0; p < 500; p++) {
      double side = p % 2 == 0 ? 2 : -2;
      points[0][p] = side + 3 * along[p] + 0.2 * across[p];
      points[1][p] = side - 3 * along[p] + 0.2 * across[p];
    }
    return points;
  }

  /** A point and its mirror image cost the same, so that the plane knows no signs. */
  @Test
  void mirroredPointsHaveTheSamePlane() {
    double[][] points = stretched();
    double[][] mirrored = new double[2][];
    Arrays.setAll(mirrored, c -> points[c].clone());
    for (int p = 0; p < 500; p += 3) {
      mirrored[0][p] *= -1;
      mirrored[1][p] *= -1;
    }
    assertThat(Hyperplane.best(mirrored, 1, 8, 0, 1).beta())
        .isEqualTo(Hyperplane.best(points, 1, 8, 0, 1).beta());
  }
}
