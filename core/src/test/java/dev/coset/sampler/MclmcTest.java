package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.LogDensity;
import dev.coset.sampler.Mclmc.Mass;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MclmcTest {

  private static Sampler.Chain chain(LogDensity density, Mclmc.Settings settings, int chain) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(900L + chain);
    double[] start = random.doubles(density.dimension(), -1, 1).toArray();
    return settings.run(density, chain, start, random, SamplerMonitor.NONE);
  }

  /** With steps so small that the bias is far below the Monte Carlo error. */
  @Test
  void momentsOfANormalAreItsOwn() {
    double[] sd = {0.3, 1, 1, 2, 0.5, 1, 1.5, 1, 0.8, 1.2};
    int chains = 60;
    double[][] means = new double[sd.length][chains];
    double[][] squares = new double[sd.length][chains];
    var settings = new Mclmc.Settings(2000, 200, 20, 1e-5);
    for (int c = 0; c < chains; c++) {
      var draws = chain(Densities.scaledNormal(sd), settings, c).draws();
      for (int j = 0; j < sd.length; j++) {
        for (int g = 0; g < draws.count(); g++) {
          double x = draws.value(g, j) / sd[j];
          means[j][c] += x / draws.count();
          squares[j][c] += x * x / draws.count();
        }
      }
    }
    for (int j = 0; j < sd.length; j++) {
      MonteCarlo.assertMean("mean " + j, means[j], 0, 2 * sd.length);
      MonteCarlo.assertMean("square " + j, squares[j], 1, 2 * sd.length);
    }
  }

  /** Of parameters whose scales differ by orders of magnitude, each is moved in its own. */
  @Test
  void massesAreTheVariancesAndMomentsTheDensitysOwn() {
    double[] sd = {0.1, 0.3, 1, 3, 10};
    int chains = 30;
    double[][] means = new double[sd.length][chains];
    double[][] squares = new double[sd.length][chains];
    var settings = new Mclmc.Settings(5000, 200, 20, 1e-4, Mass.DIAGONAL);
    for (int c = 0; c < chains; c++) {
      var chain = chain(Densities.scaledNormal(sd), settings, c);
      for (int j = 0; j < sd.length; j++) {
        // a window of 2400 steps, of which tens are independent
        assertThat(Math.log(chain.warmup().inverseMass()[j] / (sd[j] * sd[j])))
            .as("mass %d of chain %d", j, c)
            .isCloseTo(0, within(1.0));
        for (int g = 0; g < 200; g++) {
          double x = chain.draws().value(g, j) / sd[j];
          means[j][c] += x / 200;
          squares[j][c] += x * x / 200;
        }
      }
    }
    for (int j = 0; j < sd.length; j++) {
      MonteCarlo.assertMean("mean " + j, means[j], 0, 2 * sd.length);
      MonteCarlo.assertMean("square " + j, squares[j], 1, 2 * sd.length);
    }
  }

  @Test
  void massesAreOnesUnlessTheyAreToBeLearned() {
    var chain = chain(Densities.scaledNormal(0.01, 3, 1), Mclmc.Settings.of(200, 1, 1), 0);
    assertThat(chain.warmup().inverseMass()).containsOnly(1);
  }

  @Test
  void momentsOfABananaAreItsOwn() {
    int chains = 60;
    double[] b = new double[chains];
    double[] bSquares = new double[chains];
    double[] together = new double[chains];
    var settings = new Mclmc.Settings(2000, 300, 50, 1e-6);
    for (int c = 0; c < chains; c++) {
      var draws = chain(Densities.banana(), settings, c).draws();
      for (int g = 0; g < draws.count(); g++) {
        double x = draws.value(g, 0);
        double y = draws.value(g, 1);
        b[c] += y / draws.count();
        bSquares[c] += y * y / draws.count();
        together[c] += x * x * y / draws.count();
      }
    }
    MonteCarlo.assertMean("E b", b, 0, 3);
    MonteCarlo.assertMean("Var b", bSquares, 1.5, 3);
    MonteCarlo.assertMean("E a^2 b", together, 1, 3);
  }

  /** The step size is tuned to the energy error, which is then what was wanted. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 5e-3, 0.1})
  void theEnergyErrorIsTheWantedOne(double wanted) {
    var density = Densities.correlatedNormal(200, 0.5);
    var chain = chain(density, new Mclmc.Settings(3000, 20, 100, wanted), 1);
    double seen =
        Arrays.stream(MclmcStatistics.of(chain.draws()).energyError()).average().orElseThrow();
    assertThat(Math.log(seen / wanted)).isCloseTo(0, within(0.5));
  }

  @Test
  void gradientsAndStepsAreCounted() {
    var transitions = new AtomicInteger();
    var settings = Mclmc.Settings.of(100, 7, 13);
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    var calls = new AtomicInteger();
    LogDensity normal = Densities.correlatedNormal(3, 0);
    LogDensity counted =
        Densities.of(
            3,
            (q, gradient) -> {
              calls.incrementAndGet();
              return normal.valueAndGradient(q, gradient);
            });
    var monitor =
        new SamplerMonitor() {
          @Override
          public void transition(boolean warmup, int steps, boolean diverged) {
            transitions.incrementAndGet();
          }
        };
    var chain = settings.run(counted, 4, new double[3], random, monitor);
    assertThat(transitions.get()).isEqualTo(settings.transitions());
    long told = chain.warmup().steps() + chain.draws().total(DrawSchema.STEPS);
    assertThat(told).isEqualTo(calls.get()).isEqualTo(settings.gradients().orElseThrow());
    assertThat(chain.draws().chain()).containsOnly(4);
  }

  /** A density that falls where its gradient says that it does not leads a chain away. */
  @Test
  void aChainThatLeftFailsWithASentence() {
    LogDensity lying =
        Densities.of(
            2,
            (q, gradient) -> {
              Arrays.fill(gradient, 0);
              return -1e3 * (q[0] * q[0] + q[1] * q[1]);
            });
    assertThatThrownBy(() -> chain(lying, new Mclmc.Settings(200, 500, 100, 1), 0))
        .hasMessageContaining("left the region");
  }

  /** Nothing but the start is finite. */
  @ParameterizedTest
  @EnumSource
  void aChainThatCannotMoveFailsWithASentence(Mass mass) {
    LogDensity needle =
        Densities.of(
            2,
            (q, gradient) -> {
              Arrays.fill(gradient, 1);
              return q[0] == 0 && q[1] == 0 ? 0 : Double.NaN;
            });
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    assertThatThrownBy(
            () ->
                Mclmc.Settings.of(50, 1, 5)
                    .with(mass)
                    .run(needle, 0, new double[2], random, SamplerMonitor.NONE))
        .hasMessageContaining("could not move");
  }

  @Test
  void oneParameterIsForNuts() {
    assertThatThrownBy(() -> chain(Densities.scaledNormal(1), Mclmc.Settings.of(50, 1, 5), 0))
        .hasMessageContaining("use NUTS");
  }
}
