package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.posterior.BatchedDensity;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class UbuTest {

  private static Sampler.Chain chain(LogDensity density, Ubu.Settings settings, int chain) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(700L + chain);
    double[] start = random.doubles(density.dimension(), -0.5, 0.5).toArray();
    return settings.run(density, chain, start, random, SamplerMonitor.NONE);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** At a long step, whose bias and temperature are known. */
  @Test
  void momentsOfANormalAreThoseOfTheLinearRecursion() {
    double[] sd = {0.3, 1, 1, 2, 0.5, 1, 1.5, 1, 0.8, 1.2};
    int chains = 60;
    double[][] means = new double[sd.length][chains];
    double[][] squares = new double[sd.length][chains];
    double[] temperatures = new double[chains];
    var settings = new Ubu.Settings(500, 200, 20, 0.7, 1);
    double step = 0.7 * 0.3;
    double friction = 1 / 0.3;
    for (int c = 0; c < chains; c++) {
      var draws = chain(Densities.scaledNormal(sd), settings, c).draws();
      var statistics = UbuStatistics.of(draws);
      assertThat(statistics.reductions()).containsOnly(0);
      assertThat(statistics.step()[0]).isCloseTo(step, within(1e-4));
      assertThat(statistics.friction()[0]).isCloseTo(friction, within(1e-2));
      temperatures[c] = mean(statistics.temperature());
      for (int j = 0; j < sd.length; j++) {
        for (int g = 0; g < draws.count(); g++) {
          double x = draws.value(g, j) / sd[j];
          means[j][c] += x / draws.count();
          squares[j][c] += x * x / draws.count();
        }
      }
    }
    double temperature = 0;
    for (int j = 0; j < sd.length; j++) {
      var expected = StationaryMoments.of(step, friction, 1 / (sd[j] * sd[j]));
      MonteCarlo.assertMean("mean " + j, means[j], 0, 2 * sd.length);
      MonteCarlo.assertMean(
          "square " + j, squares[j], expected.xx() / sd[j] / sd[j], 2 * sd.length);
      temperature += expected.vv() / sd.length;
    }
    MonteCarlo.assertMean("temperature", temperatures, temperature, 1);
    assertThat(temperature).isCloseTo(1, within(Thermostat.TOLERANCE));
  }

  /** With steps so small that the bias is far below the Monte Carlo error. */
  @Test
  void momentsGivenBatchesOfDifferentCurvatureAreItsOwn() {
    int batches = 10;
    int d = 4;
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    double[][] precision = new double[batches][];
    double[][] centre = new double[batches][];
    for (int b = 0; b < batches; b++) {
      precision[b] = random.doubles(d, 0, 2).toArray();
      centre[b] = random.doubles(d, -2, 2).toArray();
    }
    var density = new NormalBatches(precision, centre);
    int chains = 60;
    double[][] means = new double[d][chains];
    double[][] squares = new double[d][chains];
    double[] temperatures = new double[chains];
    for (int c = 0; c < chains; c++) {
      var draws = chain(density, new Ubu.Settings(100, 200, 8, 0.05, 1), c).draws();
      temperatures[c] = mean(UbuStatistics.of(draws).temperature());
      for (int j = 0; j < d; j++) {
        double sd = Math.sqrt(1 / density.precision(j));
        for (int g = 0; g < draws.count(); g++) {
          double x = (draws.value(g, j) - density.mean(j)) / sd;
          means[j][c] += x / draws.count();
          squares[j][c] += x * x / draws.count();
        }
      }
    }
    for (int j = 0; j < d; j++) {
      MonteCarlo.assertMean("mean " + j, means[j], 0, 2 * d + 1);
      MonteCarlo.assertMean("square " + j, squares[j], 1, 2 * d + 1);
    }
    assertThat(mean(temperatures)).isCloseTo(1, within(0.01));
  }

  /** Logistic regression: moments by quadrature. */
  @Test
  void momentsOfALogisticRegressionAreItsOwn() {
    var density = LogisticBatches.generated(200, 20);
    int chains = 60;
    double[][] found = new double[5][chains];
    double[] temperatures = new double[chains];
    for (int c = 0; c < chains; c++) {
      var draws = chain(density, new Ubu.Settings(100, 150, 8, 0.1, 0.5), c).draws();
      for (int g = 0; g < draws.count(); g++) {
        double[] moments = LogisticBatches.moments(draws.draw(g));
        for (int m = 0; m < moments.length; m++) {
          found[m][c] += moments[m] / draws.count();
        }
      }
      temperatures[c] = mean(UbuStatistics.of(draws).temperature());
    }
    assertThat(mean(temperatures)).isCloseTo(1, within(0.02));
    double[] expected = density.quadrature();
    for (int m = 0; m < expected.length; m++) {
      MonteCarlo.assertMean("moment " + m, found[m], expected[m], expected.length);
    }
  }

  /** Every batch acts on a parameter of its own, so that a parameter sees few and long steps. */
  @Test
  void aHotChainShortensItsStepAndRaisesItsFriction() {
    int d = 40;
    int batches = 4;
    double[][] precision = new double[batches][d];
    for (int j = 0; j < d; j++) {
      precision[j % batches][j] = 100;
    }
    var density = new NormalBatches(precision, new double[batches][d]);
    var chain = chain(density, new Ubu.Settings(1000, 20, 50, 0.5, 0.3), 0);
    var statistics = UbuStatistics.of(chain.draws());
    assertThat(statistics.reductions()[0]).isPositive();
    assertThat(statistics.step()[0]).isLessThan(0.5 / 10 / Math.sqrt(1.9));
    assertThat(statistics.friction()[0]).isGreaterThan(0.3 * 10 * Math.sqrt(1.9));
    assertThat(mean(statistics.temperature())).isCloseTo(1, within(Thermostat.TOLERANCE));
    assertThat(chain.warmup().stepSize()).isEqualTo(statistics.step()[0]);
  }

  /** Between steep walls, of which the curvature at the start says nothing. */
  @Test
  void aChainThatExplodesComesBack() {
    LogDensity walled =
        Densities.of(
            1,
            (q, gradient) -> {
              double beyond = Math.max(0, Math.abs(q[0]) - 1.5);
              gradient[0] = -200 * Math.copySign(beyond, q[0]);
              return -100 * beyond * beyond;
            });
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    var chain =
        new Ubu.Settings(2000, 200, 20, 1, 1)
            .run(walled, 0, new double[1], random, SamplerMonitor.NONE);
    assertThat(chain.warmup().divergences()).isPositive();
    assertThat(UbuStatistics.of(chain.draws()).reductions()[0]).isPositive();
    assertThat(UbuStatistics.of(chain.draws()).diverged()[199]).isZero();
    assertThat(mean(UbuStatistics.of(chain.draws()).temperature())).isCloseTo(1, within(0.2));
  }

  @Test
  void gradientsAndPassesAreCounted() {
    var transitions = new AtomicInteger();
    var steps = new AtomicInteger();
    var settings = Ubu.Settings.of(100, 7, 13);
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
          public void transition(boolean warmup, int gradients, boolean diverged) {
            transitions.incrementAndGet();
            steps.addAndGet(gradients);
          }
        };
    var chain = settings.run(counted, 4, new double[3], random, monitor);
    assertThat(transitions.get()).isEqualTo(settings.transitions());
    long told = chain.warmup().steps() + chain.draws().total(DrawSchema.STEPS);
    assertThat(told)
        .isEqualTo(calls.get())
        .isEqualTo(steps.get())
        .isEqualTo(settings.gradients().orElseThrow());
    assertThat(chain.draws().chain()).containsOnly(4);
  }

  /** With batches a pass takes each once. */
  @Test
  void aGradientIsOneOfEveryBatch() {
    var calls = new AtomicInteger();
    var logistic = LogisticBatches.generated(60, 10);
    BatchedDensity counted =
        new BatchedDensity() {
          @Override
          public int dimension() {
            return logistic.dimension();
          }

          @Override
          public double valueAndGradient(double[] q, double[] gradient) {
            calls.addAndGet(batches());
            return logistic.valueAndGradient(q, gradient);
          }

          @Override
          public int batches() {
            return logistic.batches();
          }

          @Override
          public double batch(int batch, double[] q, double[] gradient) {
            calls.incrementAndGet();
            return logistic.batch(batch, q, gradient);
          }

          @Override
          public double addPrior(double[] q, double[] gradient) {
            return logistic.addPrior(q, gradient);
          }
        };
    var settings = Ubu.Settings.of(50, 3, 4);
    chain(counted, settings, 0);
    assertThat(calls.get()).isEqualTo(6 * settings.gradients().orElseThrow());
  }

  @Test
  void theShortestChainsRun() {
    var chain = chain(LogisticBatches.generated(20, 5), Ubu.Settings.of(20, 1, 1), 0);
    assertThat(chain.draws().count()).isEqualTo(1);
    assertThat(chain.warmup().steps()).isEqualTo(20);
  }

  @Test
  void aDrawHasItsLogDensity() {
    var density = LogisticBatches.generated(50, 10);
    var draws = chain(density, Ubu.Settings.of(40, 5, 3), 0).draws();
    for (int g = 0; g < draws.count(); g++) {
      assertThat(draws.logDensity()[g])
          .isCloseTo(density.valueAndGradient(draws.draw(g), new double[2]), within(1e-12));
    }
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
    assertThatThrownBy(() -> chain(lying, Ubu.Settings.of(200, 500, 100), 0))
        .hasMessageContaining("left the region");
  }

  /** Nothing but the start is finite. */
  @Test
  void aChainThatCannotMoveFailsWithASentence() {
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
                Ubu.Settings.of(50, 1, 5)
                    .run(needle, 0, new double[2], random, SamplerMonitor.NONE))
        .hasMessageContaining("could not move");
  }
}
