package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.posterior.LogDensity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrajectoryTest {

  /** The checkpoints find a U-turn at the same leaf as a search through all balanced subtrees. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void checkpointsFindWhatAFullSearchFinds(long seed) {
    var hamiltonian = new Hamiltonian(Densities.correlatedNormal(5, 0.6));
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    var z = new PhasePoint(5);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    for (int j = 0; j < 5; j++) {
      z.q[j] = normal.sample();
    }
    hamiltonian.evaluate(z);
    hamiltonian.drawMomentum(z, random);
    double step = 0.02 + 0.02 * random.nextDouble();
    int expected = stepsByFullSearch(hamiltonian, z, step);

    var trajectory = new Trajectory(hamiltonian, 12);
    trajectory.transition(z, step, ALWAYS_FORWARDS);
    assertThat(trajectory.steps()).isEqualTo(expected).isGreaterThan(8);
  }

  private static final UniformRandomProvider ALWAYS_FORWARDS = () -> -1L; // all bits set

  private static int stepsByFullSearch(Hamiltonian hamiltonian, PhasePoint start, double step) {
    var z = new PhasePoint(hamiltonian.dimension());
    z.copyFrom(start);
    List<double[]> momenta = new ArrayList<>(List.of(z.r.clone()));
    for (int size = 1; ; size *= 2) {
      for (int leaf = 0; leaf < size; leaf++) {
        hamiltonian.leapfrog(z, step);
        momenta.add(z.r.clone());
        for (int length = 2; (leaf + 1) % length == 0; length *= 2) {
          if (turned(hamiltonian, momenta, size + leaf + 1 - length, size + leaf)) {
            return momenta.size() - 1;
          }
        }
      }
      if (turned(hamiltonian, momenta, 0, 2 * size - 1)) {
        return momenta.size() - 1;
      }
    }
  }

  private static boolean turned(
      Hamiltonian hamiltonian, List<double[]> momenta, int first, int last) {
    double[] sum = new double[hamiltonian.dimension()];
    for (int i = first; i <= last; i++) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += momenta.get(i)[j];
      }
    }
    return hamiltonian.turned(momenta.get(first), momenta.get(last), sum, new double[sum.length]);
  }

  /** A transition from an exact draw is an exact draw. */
  @Test
  void aTransitionLeavesTheDensityInvariant() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(11L);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    var hamiltonian = new Hamiltonian(Densities.banana());
    hamiltonian.inverseMass()[0] = 0.5;
    hamiltonian.inverseMass()[1] = 2;
    var trajectory = new Trajectory(hamiltonian, 10);
    int replicates = 40_000;
    double[] a = new double[replicates];
    double[] residual = new double[replicates];
    double moved = 0;
    for (int i = 0; i < replicates; i++) {
      var z = new PhasePoint(2);
      z.q[0] = normal.sample();
      z.q[1] = (z.q[0] * z.q[0] - 1) / 2 + normal.sample();
      double before = z.q[0];
      hamiltonian.evaluate(z);
      hamiltonian.drawMomentum(z, random);
      trajectory.transition(z, 0.9, random); // coarse enough that the weights matter
      a[i] = z.q[0];
      residual[i] = z.q[1] - (z.q[0] * z.q[0] - 1) / 2;
      moved += Math.abs(z.q[0] - before);
    }
    assertThat(moved / replicates).isGreaterThan(0.5);
    var cdf = NormalDistribution.of(0, 1);
    MonteCarlo.assertDistributed("a", a, cdf::cumulativeProbability, 40);
    MonteCarlo.assertDistributed("b given a", residual, cdf::cumulativeProbability, 40);
  }

  /** Of {@code min(1, exp(-dH))}, the start not being a leaf. */
  @Test
  void acceptanceIsTheMeanOverTheLeaves() {
    var hamiltonian = new Hamiltonian(Densities.correlatedNormal(5, 0.6));
    var z = new PhasePoint(5);
    Arrays.setAll(z.q, j -> 0.4 * j - 1);
    Arrays.setAll(z.r, j -> 1 - 0.3 * j);
    hamiltonian.evaluate(z);
    var leaf = new PhasePoint(5);
    leaf.copyFrom(z);

    double step = 0.4;
    var trajectory = new Trajectory(hamiltonian, 10);
    trajectory.transition(z, step, ALWAYS_FORWARDS);
    double energy = hamiltonian.energy(leaf);
    double sum = 0;
    for (int i = 0; i < trajectory.steps(); i++) {
      hamiltonian.leapfrog(leaf, step);
      sum += Math.min(1, Math.exp(energy - hamiltonian.energy(leaf)));
    }
    assertThat(trajectory.acceptance())
        .isCloseTo(sum / trajectory.steps(), within(1e-12))
        .isBetween(0.1, 0.999);
  }

  /** Forwards or backwards, the leaves are one orbit, each evaluated once, from end to end. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theLeavesAreOneOrbit(long seed) {
    List<Double> visited = new ArrayList<>();
    LogDensity flat = Densities.plateau(1, 0);
    LogDensity watched =
        new LogDensity() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public double valueAndGradient(double[] q, double[] gradient) {
            visited.add(q[0]);
            return flat.valueAndGradient(q, gradient);
          }
        };
    var hamiltonian = new Hamiltonian(watched);
    var trajectory = new Trajectory(hamiltonian, 5);
    var z = new PhasePoint(1);
    hamiltonian.evaluate(z);
    z.r[0] = 1;
    trajectory.transition(z, 0.25, RandomSource.XO_SHI_RO_256_PP.create(seed));
    assertThat(trajectory.steps()).isEqualTo(31);
    List<Double> orbit = visited.stream().sorted().toList();
    assertThat(orbit).hasSize(32).contains(z.q[0]);
    for (int i = 1; i < orbit.size(); i++) {
      assertThat(orbit.get(i) - orbit.get(i - 1)).isEqualTo(0.25);
    }
    assertThat(orbit.getFirst()).isNegative(); // these seeds go both ways
    assertThat(orbit.getLast()).isPositive();
  }

  /** Of a flat density every leaf weighs the same, and only the sums of weights choose. */
  @Test
  void theFirstDoublingIsTakenAlwaysWhereItWeighsAsMuch() {
    var hamiltonian = new Hamiltonian(Densities.plateau(1, 0));
    var trajectory = new Trajectory(hamiltonian, 1);
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    for (int i = 0; i < 100; i++) {
      var z = new PhasePoint(1);
      hamiltonian.evaluate(z);
      z.r[0] = 1;
      trajectory.transition(z, 0.25, random);
      assertThat(Math.abs(z.q[0])).isEqualTo(0.25);
      assertThat(trajectory.energy()).isEqualTo(0.5);
    }
  }

  @ParameterizedTest
  @CsvSource({"999.9, false", "1000.1, true"})
  void aLeafDivergesWhereItsEnergyIsOffByMoreThan1000(double error, boolean diverges) {
    var hamiltonian = new Hamiltonian(Densities.plateau(1, error));
    var trajectory = new Trajectory(hamiltonian, 3);
    var z = new PhasePoint(1);
    hamiltonian.evaluate(z);
    z.r[0] = 1;
    trajectory.transition(z, 1, RandomSource.XO_SHI_RO_256_PP.create(1L));
    assertThat(trajectory.diverged()).isEqualTo(diverges);
    assertThat(trajectory.steps()).isEqualTo(diverges ? 1 : 7);
  }

  @Test
  void anUndefinedDensityIsADivergenceAndStaysPut() {
    LogDensity cliff =
        new LogDensity() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public double valueAndGradient(double[] q, double[] gradient) {
            gradient[0] = Math.abs(q[0]) < 0.01 ? -q[0] : Double.NaN;
            return Math.abs(q[0]) < 0.01 ? -q[0] * q[0] / 2 : Double.NaN;
          }
        };
    var hamiltonian = new Hamiltonian(cliff);
    var trajectory = new Trajectory(hamiltonian, 10);
    var z = new PhasePoint(1);
    hamiltonian.evaluate(z);
    z.r[0] = 1;
    trajectory.transition(z, 0.5, RandomSource.XO_SHI_RO_256_PP.create(1L));
    assertThat(trajectory.diverged()).isTrue();
    assertThat(trajectory.acceptance()).isZero();
    assertThat(z.q[0]).isZero();
  }
}
