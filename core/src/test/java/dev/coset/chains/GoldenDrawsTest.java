package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Dataset;
import dev.coset.data.OneHot;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.Targets;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Ubu;
import dev.coset.store.Manifest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bits of a few chains, pinned. Whoever changes them on purpose raises {@link
 * Manifest#NUMERICS}, so that no run mixes draws of two arithmetics, and pins the new ones with it.
 */
final class GoldenDrawsTest {
  private static final String REVISION = "3";

  private static final int ROWS = 77; // no multiple of any number of lanes

  @Test
  void theRevisionIsTheOneThatIsPinned() {
    assertThat(Manifest.NUMERICS).isEqualTo(REVISION);
  }

  @ParameterizedTest
  @CsvSource({
    "34f58dca17a479ae, 3, TANH, SINGLE, uniform, 200",
    "13fd23b45150bee7, 3, TANH, DOUBLE, uniform, 200",
    "fff56690382594cc, 16 16 16, TANH, SINGLE, uniform, 24",
    "23598dc619f6fcb7, 16 16 16, TANH, DOUBLE, uniform, 24",
    "9ed6472baff5ba2c, 8 5, RELU, SINGLE, uniform, 60",
    "d0a73b392b04f950, 8, TANH, SINGLE, ensemble, 40"
  })
  void drawsHaveTheBitsOfTheirRevision(
      String pinned,
      String hidden,
      Activation activation,
      Precision precision,
      String start,
      int warmup) {
    var plan = ChainPlan.of(2, warmup, 3, 7).withStart(start);
    int[] widths = Stream.of(hidden.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    var configuration = Configuration.of(widths, plan).with(activation).with(precision);
    var study = Study.of(data(), Split.shuffled(ROWS, 0.2, 0), configuration);
    assertThat(hash(study))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  @ParameterizedTest
  @CsvSource({
    "ff9c4957aabea713, heteroscedastic, 0, SINGLE, uniform",
    "5d04cddb704ffb39, heteroscedastic, 0, DOUBLE, ensemble",
    "b9ec92026964989e, student, 0, SINGLE, uniform",
    "3cb88f7091f18104, student, 0, DOUBLE, ensemble",
    "f5fa02e78e93d94e, categorical, 2, SINGLE, ensemble",
    "67cc9a10ef2129f6, categorical, 3, SINGLE, uniform",
    "6864a60d821e59e7, categorical, 3, DOUBLE, uniform"
  })
  void drawsOfEveryLikelihoodHaveTheBitsOfTheirRevision(
      String pinned, String likelihood, int classes, Precision precision, String start) {
    var plan = ChainPlan.of(2, 60, 3, 7).withStart(start);
    var configuration =
        Configuration.of(new int[] {5, 4}, plan).withLikelihood(likelihood).with(precision);
    Dataset data = classes == 0 ? data() : classes(classes);
    assertThat(hash(Study.of(data, Split.shuffled(ROWS, 0.2, 0), configuration)))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  @ParameterizedTest
  @CsvSource({
    "48c83558714b5c64, normal, 0, SINGLE, uniform, IDENTITY",
    "b49ec4f544ff4658, heteroscedastic, 0, SINGLE, ensemble, IDENTITY",
    "b422a4a2333496b6, student, 0, SINGLE, uniform, IDENTITY",
    "1461bf5ea5269fbc, categorical, 3, DOUBLE, ensemble, IDENTITY",
    "80427ed8cefa0b8b, normal, 0, SINGLE, ensemble, DIAGONAL"
  })
  void drawsOfMclmcHaveTheBitsOfTheirRevision(
      String pinned,
      String likelihood,
      int classes,
      Precision precision,
      String start,
      Mclmc.Mass mass) {
    var plan = new ChainPlan(2, 7, 0, start, Mclmc.Settings.of(200, 3, 10).with(mass));
    var configuration =
        Configuration.of(new int[] {5, 4}, plan).withLikelihood(likelihood).with(precision);
    Dataset data = classes == 0 ? data() : classes(classes);
    assertThat(hash(Study.of(data, Split.shuffled(ROWS, 0.2, 0), configuration)))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  @ParameterizedTest
  @CsvSource({
    "f57f55d11a12c3fc, normal, 0, SINGLE, uniform",
    "952f0b0010454797, heteroscedastic, 0, SINGLE, ensemble",
    "583c6e7e7d5acdcc, categorical, 3, DOUBLE, ensemble"
  })
  void drawsOfUbuHaveTheBitsOfTheirRevision(
      String pinned, String likelihood, int classes, Precision precision, String start) {
    var plan = new ChainPlan(2, 7, 0, start, Ubu.Settings.of(200, 3, 10));
    var configuration =
        Configuration.of(new int[] {5, 4}, plan).withLikelihood(likelihood).with(precision);
    Dataset data = classes == 0 ? data() : classes(classes);
    assertThat(hash(Study.of(data, Split.shuffled(ROWS, 0.2, 0), configuration)))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  /** Sums over five chunks of points in single precision and nine in double. */
  @ParameterizedTest
  @CsvSource({
    "78c0a5384d66e77d, normal, SINGLE, false",
    "def6c94aa1f8925e, normal, DOUBLE, false",
    "3d7abc89c3b35063, heteroscedastic, SINGLE, true",
    "21ae68c80e90edf8, student, SINGLE, false",
    "6f69a0c2fe8715bb, student, DOUBLE, true"
  })
  void drawsGivenManyPointsHaveTheBitsOfTheirRevision(
      String pinned, String likelihood, Precision precision, boolean hasLevels) {
    assertThat(hash(many(likelihood, precision, hasLevels), ChainPlan.of(2, 20, 2, 7)))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  /** In three batches in single precision and five in double. */
  @ParameterizedTest
  @CsvSource({"fd790b68b082db94, normal, SINGLE, false", "4ebce12270c62644, student, DOUBLE, true"})
  void drawsOfUbuGivenManyPointsHaveTheBitsOfTheirRevision(
      String pinned, String likelihood, Precision precision, boolean hasLevels) {
    var plan = new ChainPlan(2, 7, 0, ChainStart.UNIFORM, Ubu.Settings.of(60, 2, 5));
    assertThat(hash(many(likelihood, precision, hasLevels), plan))
        .as("draws changed: if on purpose, raise Manifest.NUMERICS and pin the new hashes")
        .isEqualTo(pinned);
  }

  private static Posterior many(String likelihood, Precision precision, boolean hasLevels) {
    Likelihood named = Likelihood.named(likelihood);
    Points points = many(hasLevels);
    int outputs = named.outputs(points.y());
    var network = Network.of(points.features(), new int[] {5, 4}, outputs, Activation.TANH);
    return new Posterior(network, Prior.STANDARD_NORMAL, named, precision, points);
  }

  /** Two numbers, and perhaps a column of 35 levels. */
  private static Points many(boolean hasLevels) {
    int rows = 2_200;
    int levels = hasLevels ? 35 : 0;
    double[][] x = new double[2 + levels][rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[0][i] = (37 * i) % 101 / 101.0;
      x[1][i] = (53 * i) % 89 / 89.0;
      int level = i * i % 43;
      for (int k = 0; k < levels; k++) {
        x[2 + k][i] = k == level ? 2 : -0.1;
      }
      y[i] = x[0][i] * x[0][i] - x[0][i] * x[1][i] + (29 * i) % 23 / 230.0 + level % 3 / 10.0;
    }
    double[] low = new double[levels];
    double[] high = new double[levels];
    Arrays.fill(low, -0.1);
    Arrays.fill(high, 2);
    return new Points(
        x, Targets.numbers(y), hasLevels ? List.of(new OneHot(2, low, high)) : List.of());
  }

  private static String hash(Study study) {
    return hash(study.posterior(), study.configuration().plan());
  }

  private static String hash(Posterior posterior, ChainPlan plan) {
    var runner = new ChainRunner(ChainRecipe.of(posterior, plan), SamplerMonitor.NONE);
    var digest = sha256();
    for (int chain = 0; chain < plan.chains(); chain++) {
      digest.update(bytes(((ChainOutcome.Finished) runner.run(chain)).draws()));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  /** The same rows, their targets cut into classes of equal width. */
  private static Dataset classes(int classes) {
    Dataset numbers = data();
    double[][] x = new double[ROWS][2];
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      x[i] = new double[] {numbers.features()[0][i], numbers.features()[1][i]};
      labels.add("class " + (int) (x[i][0] * classes));
    }
    return Dataset.classes(List.of("x1", "x2"), x, "y", labels);
  }

  /** Two features and a target from integer arithmetic, the same whatever else changes. */
  private static Dataset data() {
    double[][] x = new double[ROWS][2];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i][0] = (37 * i) % 101 / 101.0;
      x[i][1] = (53 * i) % 89 / 89.0;
      y[i] = x[i][0] * x[i][0] - x[i][0] * x[i][1] + (29 * i) % 23 / 230.0;
    }
    return Dataset.of(x, y);
  }

  private static byte[] bytes(Draws draws) {
    int n = draws.count();
    var bytes = ByteBuffer.allocate(8 * draws.values().length + n * (8 + draws.schema().bytes()));
    for (double value : draws.values()) {
      bytes.putDouble(value);
    }
    for (int g = 0; g < n; g++) {
      bytes.putDouble(draws.logDensity()[g]);
      for (int k = 0; k < draws.schema().size(); k++) {
        double value = draws.statistics()[k][g];
        switch (draws.schema().statistics().get(k).type()) {
          case NUMBER -> bytes.putDouble(value);
          case COUNT -> bytes.putInt((int) value);
          case TRUTH -> bytes.put((byte) value);
        }
      }
    }
    return bytes.array();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
