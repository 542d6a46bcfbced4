package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.JobQueue;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.vectormath.DoubleLayer;
import dev.coset.vectormath.FloatLayer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels, emulated, give the bytes of the local engine. */
class EqualBytesTest {
  private static final Sampler NUTS = new Nuts.Settings(24, 2, 0.8, 4);
  private static final Sampler MCLMC = Mclmc.Settings.of(40, 2, 3);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "120, 1, 3, TANH, normal, 0, SINGLE, true, nuts",
    "600, 5, 16-16-16, TANH, normal, 0, SINGLE, true, nuts",
    "530, 3, 12-12-12-12-12, RELU, normal, 0, SINGLE, true, mclmc",
    "300, 3, 16-16-16-16, TANH, categorical, 3, DOUBLE, true, nuts",
    "600, 2, 5-7, RELU, normal, 0, SINGLE, true, nuts",
    "530, 9, 18-6, RELU, categorical, 3, SINGLE, false, nuts",
    "80, 4, 6, TANH, heteroscedastic, 0, SINGLE, true, mclmc",
    "80, 4, 6, TANH, categorical, 2, SINGLE, true, nuts",
    "290, 4, 6, RELU, categorical, 4, DOUBLE, true, mclmc",
    "90, 2, 5, TANH, heteroscedastic, 0, DOUBLE, false, mclmc",
    "100, 2, 4, TANH, student, 0, SINGLE, true, nuts",
    "530, 3, 5-5, RELU, student, 0, DOUBLE, true, mclmc",
    "90, 2, 5, TANH, student, 0, SINGLE, false, mclmc",
  })
  void ofTheLocalEngine(
      int points,
      int features,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision,
      boolean special,
      String kernel) {
    Posterior posterior =
        Models.of(points, features, hidden, activation, likelihood, classes, precision);
    var plan = new ChainPlan(2, 7, kernel.equals("nuts") ? NUTS : MCLMC);
    assertEqualBytes(posterior, plan, special);
  }

  private void assertEqualBytes(Posterior posterior, ChainPlan plan, boolean special) {
    assumeTrue(
        EmulatedDevice.isAvailable(),
        "The CUDA kernels on a processor: install g++, on Linux and x86-64.");
    try (var device = new EmulatedDevice(folder, special)) {
      List<ChainOutcome> outcomes = onDevice(device, posterior, plan);
      assertThat(outcomes).isEqualTo(local(posterior, plan));
      assertThat(outcomes).hasAtLeastOneElementOfType(ChainOutcome.Finished.class);
    }
  }

  /** Added up in a tree; the last chunk is not full. */
  @ParameterizedTest
  @CsvSource({
    "3, 3, TANH, normal, SINGLE, true, nuts",
    "4, 12-12-12-12, TANH, normal, DOUBLE, true, mclmc",
    "5, 2, TANH, student, DOUBLE, true, nuts",
    "5, 4-3, RELU, heteroscedastic, SINGLE, true, mclmc",
    "6, 3, TANH, normal, SINGLE, false, mclmc",
    "8, 2, TANH, normal, DOUBLE, true, nuts",
    "8, 2, TANH, student, SINGLE, false, mclmc",
  })
  void ofTheLocalEngineForManyChunks(
      int chunks,
      String hidden,
      Activation activation,
      String likelihood,
      Precision precision,
      boolean special,
      String kernel) {
    int chunk = precision == Precision.SINGLE ? FloatLayer.BLOCK : DoubleLayer.BLOCK;
    Posterior posterior =
        Models.of((chunks - 1) * chunk + 17, 2, hidden, activation, likelihood, 0, precision);
    var sampler =
        kernel.equals("nuts") ? new Nuts.Settings(20, 1, 0.8, 2) : Mclmc.Settings.of(20, 1, 1);
    assertEqualBytes(posterior, new ChainPlan(1, 7, sampler), special);
  }

  /** Of a text column's levels networks see one-hot inputs, which gradients take as levels. */
  @ParameterizedTest
  @CsvSource({
    "90, 1+40, 3, TANH, normal, 0, SINGLE, true, nuts",
    "90, 1+40, 3, TANH, normal, 0, SINGLE, false, mclmc",
    "600, 2+16+3+20, 16-16, TANH, normal, 0, SINGLE, true, mclmc",
    "300, 3+16+3+20, 20, RELU, heteroscedastic, 0, SINGLE, true, nuts",
    "300, 0+3+40, 16, TANH, student, 0, DOUBLE, true, nuts",
    "280, 2+16+3+20, 20-5, TANH, categorical, 3, DOUBLE, false, mclmc",
    "70, 1+40+2, 1, TANH, categorical, 2, DOUBLE, true, mclmc",
    "120, 1+33, '', TANH, heteroscedastic, 0, DOUBLE, true, nuts",
    "520, 2+600, 12-12-12-12-12, TANH, normal, 0, SINGLE, true, mclmc",
    "60, 1+400, 16-16-16, TANH, normal, 0, SINGLE, true, nuts",
  })
  void ofTheLocalEngineForLevels(
      int points,
      String columns,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision,
      boolean special,
      String kernel) {
    Posterior posterior =
        Models.of(points, columns, hidden, activation, likelihood, classes, precision);
    assertThat(Inputs.of(posterior.data(), precision).levels()).isPositive();
    var sampler =
        kernel.equals("nuts") ? new Nuts.Settings(20, 1, 0.8, 3) : Mclmc.Settings.of(20, 1, 2);
    assertEqualBytes(posterior, new ChainPlan(1, 7, sampler), special);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1+40, 3, SINGLE, true, nuts",
    "3, 0+3+40, 16, SINGLE, true, mclmc",
    "3, 1+40, 3, DOUBLE, false, nuts",
    "5, 2+16+3+20, 1, SINGLE, true, nuts",
    "5, 2+16+3+20, 20, DOUBLE, true, mclmc",
    "5, 1+300, 3, SINGLE, false, mclmc",
  })
  void ofTheLocalEngineForLevelsOfManyChunks(
      int chunks,
      String columns,
      String hidden,
      Precision precision,
      boolean special,
      String kernel) {
    int chunk = precision == Precision.SINGLE ? FloatLayer.BLOCK : DoubleLayer.BLOCK;
    ofTheLocalEngineForLevels(
        (chunks - 1) * chunk + 17,
        columns,
        hidden,
        Activation.TANH,
        "normal",
        0,
        precision,
        special,
        kernel);
  }

  @ParameterizedTest
  @CsvSource({
    "120, 2, 3, TANH, normal, 0, SINGLE, true, nuts",
    "600, 2, 12-12-12, TANH, normal, 0, SINGLE, true, mclmc",
    "90, 2, 5, TANH, normal, 0, DOUBLE, false, mclmc",
    "90, 2, 5, RELU, heteroscedastic, 0, DOUBLE, true, nuts",
    "90, 2, 5, TANH, student, 0, SINGLE, true, mclmc",
    "80, 2, 6, TANH, categorical, 2, DOUBLE, true, mclmc",
    "80, 2, 6, TANH, categorical, 3, SINGLE, true, nuts",
    "600, 2+16+3+20, 5, TANH, normal, 0, SINGLE, true, nuts",
    "290, 1+40, 4, TANH, student, 0, DOUBLE, false, mclmc",
  })
  void ofTheLocalEngineForPointsWithWeights(
      int points,
      String columns,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision,
      boolean special,
      String kernel) {
    Posterior posterior =
        Models.weighted(
            Models.of(points, columns, hidden, activation, likelihood, classes, precision));
    assertEqualBytes(posterior, new ChainPlan(1, 7, kernel.equals("nuts") ? NUTS : MCLMC), special);
  }

  /** As refits have them. */
  @Test
  void ofChainsThatContinueFromGivenPoints() {
    assumeTrue(
        EmulatedDevice.isAvailable(),
        "The CUDA kernels on a processor: install g++, on Linux and x86-64.");
    Posterior posterior = Models.of(90, 2, "4", Activation.TANH, "normal", 0, Precision.SINGLE);
    double[][] points = new double[2][posterior.dimension()];
    for (int k = 0; k < points[0].length; k++) {
      points[0][k] = 0.1 * k - 0.5;
      points[1][k] = 0.3 - 0.05 * k;
    }
    var recipe =
        ChainRecipe.from(posterior, new ChainPlan(2, 7, MCLMC), new ChainRecipe.Starts(0, points));
    try (var device = new EmulatedDevice(folder, true)) {
      assertThat(onDevice(device, recipe)).isEqualTo(local(recipe));
    }
  }

  /** Its emulation takes longest, and it differs from the others in little. */
  @Tag("full")
  @Test
  void ofTheLocalEngineForThreeLayersOfTwoFeatures() {
    ofTheLocalEngine(
        600, 2, "16-16-16", Activation.TANH, "normal", 0, Precision.SINGLE, true, "nuts");
  }

  /** All chains of a plan on a device. */
  static List<ChainOutcome> onDevice(Device device, Posterior posterior, ChainPlan plan) {
    return onDevice(device, ChainRecipe.of(posterior, plan));
  }

  static List<ChainOutcome> onDevice(Device device, ChainRecipe recipe) {
    List<ChainOutcome> outcomes = new ArrayList<>();
    var batch = new ChainBatch(recipe, chains(recipe)).to(outcomes::addAll);
    try (DeviceStream stream = device.stream()) {
      new DeviceChains(device, stream, batch, new JobQueue(), SamplerMonitor.NONE, Runnable::run)
          .run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return ordered(outcomes);
  }

  static List<ChainOutcome> local(Posterior posterior, ChainPlan plan) {
    return local(ChainRecipe.of(posterior, plan));
  }

  static List<ChainOutcome> local(ChainRecipe recipe) {
    List<ChainOutcome> outcomes = new ArrayList<>();
    var threads = Engine.local(Runtime.getRuntime().availableProcessors());
    EngineSession.run(threads, recipe, chains(recipe), SamplerMonitor.NONE, outcomes::addAll);
    return ordered(outcomes);
  }

  private static IntStream chains(ChainRecipe recipe) {
    return IntStream.range(0, recipe.plan().chains());
  }

  /** In order, without the time that they took. */
  static List<ChainOutcome> ordered(List<ChainOutcome> outcomes) {
    return outcomes.stream()
        .sorted(Comparator.comparingInt(ChainOutcome::chain))
        .<ChainOutcome>map(
            outcome ->
                switch (outcome) {
                  case ChainOutcome.Finished f ->
                      new ChainOutcome.Finished(
                          f.chain(), f.draws(), f.warmup(), f.startGradients(), 0);
                  case ChainOutcome.Failed f -> new ChainOutcome.Failed(f.chain(), f.reason(), 0);
                })
        .toList();
  }
}
