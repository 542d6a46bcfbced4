package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * A posterior of two modes of known mass in three dimensions: the first normal, the second a
 * product of logistic densities, whose tails no normal has.
 */
class BridgeSamplingTest {
  private static final int D = 3;
  private static final double APART = 50;
  private static final double LOG_FIRST = 4;
  private static final double LOG_SECOND = 2.5;

  private static double first(double[] q) {
    double squares = 0;
    for (double v : q) {
      squares += v * v;
    }
    return LOG_FIRST - squares / 2 - D / 2.0 * Math.log(2 * Math.PI);
  }

  private static double second(double[] q) {
    double log = LOG_SECOND;
    for (double v : q) {
      double z = Math.abs(v - APART);
      log -= z + 2 * Math.log1p(Math.exp(-z));
    }
    return log;
  }

  private static final LogDensity POSTERIOR =
      new LogDensity() {
        @Override
        public int dimension() {
          return D;
        }

        @Override
        public double valueAndGradient(double[] q, double[] gradient) {
          double a = first(q);
          double b = second(q);
          double larger = Math.max(a, b);
          return larger + Math.log(Math.exp(a - larger) + Math.exp(b - larger));
        }
      };

  private static double[][] normals(int count, UniformRandomProvider random) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    return IntStream.range(0, count)
        .mapToObj(g -> normal.samples(D).toArray())
        .toArray(double[][]::new);
  }

  private static double[][] logistics(int count, UniformRandomProvider random) {
    return IntStream.range(0, count)
        .mapToObj(g -> random.doubles(D).map(u -> APART + Math.log(u / (1 - u))).toArray())
        .toArray(double[][]::new);
  }

  /** Independent draws, each a chain: half make the normal, half are bridged. */
  private static BridgeSampling bridge(double[][] draws, long seed) {
    int half = draws.length / 2;
    double[][] made = Arrays.copyOf(draws, half);
    List<double[][]> chains =
        IntStream.range(half, draws.length).mapToObj(g -> new double[][] {draws[g]}).toList();
    return ModeMasses.bridge(POSTERIOR, Normal.fittedTo(made).orElseThrow(), chains, seed);
  }

  /** Over 200 trials the ratio of masses is off as far as its error says, and no farther. */
  @Test
  void theRatioOfMassesIsRightWithinItsError() {
    double sum = 0;
    double squares = 0;
    int trials = 200;
    for (int t = 0; t < trials; t++) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(1000L + t);
      BridgeSampling one = bridge(normals(80, random), t);
      BridgeSampling other = bridge(logistics(80, random), t + 500L);
      double off = one.logIntegral() - other.logIntegral() - (LOG_FIRST - LOG_SECOND);
      double z = off / Math.hypot(one.error(), other.error());
      sum += z;
      squares += z * z;
    }
    assertThat(sum / trials).isCloseTo(0, within(4 / Math.sqrt(trials)));
    assertThat(Math.sqrt(squares / trials)).isBetween(0.8, 1.25);
  }

  /** Chains whose draws hang together by 0.9 know less, and say so. */
  @Test
  void drawsThatHangTogetherHaveTheirError() {
    double squares = 0;
    int trials = 200;
    for (int t = 0; t < trials; t++) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(3000L + t);
      List<double[][]> chains =
          IntStream.range(0, 4).mapToObj(c -> autoregressive(100, 0.9, random)).toList();
      Normal wide =
          Normal.fittedTo(
                  Arrays.stream(normals(500, random))
                      .map(q -> Arrays.stream(q).map(v -> 1.5 * v).toArray())
                      .toArray(double[][]::new))
              .orElseThrow();
      BridgeSampling found = ModeMasses.bridge(POSTERIOR, wide, chains, t);
      double z = (found.logIntegral() - LOG_FIRST) / found.error();
      squares += z * z;
    }
    assertThat(Math.sqrt(squares / trials)).isBetween(0.75, 1.35);
  }

  private static double[][] autoregressive(int count, double rho, UniformRandomProvider random) {
    double[][] draws = normals(count, random);
    for (int g = 1; g < count; g++) {
      for (int j = 0; j < D; j++) {
        draws[g][j] = rho * draws[g - 1][j] + Math.sqrt(1 - rho * rho) * draws[g][j];
      }
    }
    return draws;
  }

  @Test
  void aNormalBridgedToItselfIsExact() {
    double[][] atDraws = {{1.5, 1.5, 1.5}, {1.5, 1.5, 1.5}};
    BridgeSampling same = BridgeSampling.of(atDraws, new double[] {1.5, 1.5});
    assertThat(same.logIntegral()).isCloseTo(1.5, within(1e-12));
    assertThat(same.error()).isZero();
  }

  /** Log densities of thousands of nats do not overflow. */
  @Test
  void levelsDoNotMatter() {
    double[][] low = {{-9000.3, -9000.1, -8999.8}};
    double[] at = {-9000.2, Double.NEGATIVE_INFINITY, -8999};
    double[][] high = {{0.7, 0.9, 1.2}};
    double[] atHigh = {0.8, Double.NEGATIVE_INFINITY, 2};
    BridgeSampling a = BridgeSampling.of(low, at);
    BridgeSampling b = BridgeSampling.of(high, atHigh);
    assertThat(a.logIntegral()).isCloseTo(b.logIntegral() - 9001, within(1e-8));
    assertThat(a.error()).isCloseTo(b.error(), within(1e-8));
  }
}
