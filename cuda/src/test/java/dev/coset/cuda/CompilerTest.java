package dev.coset.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Nuts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** NVIDIA's compiler, which needs no GPU, where it is found. */
class CompilerTest {
  /** The compiler that {@code cuda/ptx} takes; another one may write other text. */
  private static final String VERSION = "12.6";

  private static Nvrtc compiler() {
    Optional<Nvrtc> found = Nvrtc.find();
    assumeTrue(
        found.isPresent(),
        "The CUDA kernels' compiler: pip install -r cuda/nvrtc.txt, and name its libnvrtc.so.12 in"
            + " COSET_NVRTC.");
    return found.orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "80, 320, 1, 3, TANH, normal, 0, SINGLE, nuts",
    "90, 1202, 5, 16-16, TANH, normal, 0, SINGLE, mclmc",
    "80, 100, 3, 6, RELU, heteroscedastic, 0, DOUBLE, mclmc",
    "90, 100, 3, 6, RELU, categorical, 4, DOUBLE, nuts",
    "80, 2500, 3, 6, RELU, student, 0, DOUBLE, nuts",
    "90, 600, 2+16+3+20, 16, TANH, normal, 0, SINGLE, mclmc",
  })
  void takesEveryKindOfKernel(
      int architecture,
      int points,
      String columns,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision,
      String kernel) {
    var nvrtc = compiler();
    Posterior posterior =
        Models.of(points, columns, hidden, activation, likelihood, classes, precision);
    var shape = DeviceChains.shape(posterior, new Nuts.Settings(24, 2, 0.8, 10));
    var layout =
        architecture == 80
            ? Layout.special(shape, 163 << 10, 164 << 10)
            : Layout.special(shape, 227 << 10, 228 << 10);
    var options = KernelImages.options(layout, kernel, "sm_" + architecture);
    assertThat(nvrtc.compile(KernelSource.files(), options)).isNotEmpty();
  }

  /** For the other architecture each, and networks that take the compiler longest. */
  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "90, 320, 1, 3, TANH, normal, 0, SINGLE, nuts",
    "80, 1202, 5, 16-16-16, TANH, normal, 0, SINGLE, mclmc",
    "90, 1202, 5, 16-16-16, TANH, normal, 0, SINGLE, mclmc",
    "90, 100, 3, 6, RELU, heteroscedastic, 0, DOUBLE, mclmc",
    "80, 700, 4, 40-40, RELU, categorical, 4, DOUBLE, nuts",
    "90, 700, 4, 40-40, RELU, categorical, 4, DOUBLE, nuts",
  })
  void takesTheOthers(
      int architecture,
      int points,
      String columns,
      String hidden,
      Activation activation,
      String likelihood,
      int classes,
      Precision precision,
      String kernel) {
    takesEveryKindOfKernel(
        architecture, points, columns, hidden, activation, likelihood, classes, precision, kernel);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void makesTheGeneralKernelsAsTheyLieInTheResources(Precision precision) {
    var nvrtc = compiler();
    assumeTrue(
        nvrtc.version().equals(VERSION),
        "The committed PTX: it takes NVRTC " + VERSION + ", as in cuda/nvrtc.txt.");
    assertThat(new String(GeneralKernels.made(nvrtc, precision), StandardCharsets.UTF_8))
        .as("run cuda/ptx")
        .isEqualTo(
            new String(
                KernelSource.read(GeneralKernels.resource(precision)), StandardCharsets.UTF_8));
  }

  @Test
  void saysWhatItRefuses() {
    var nvrtc = compiler();
    assertThatThrownBy(
            () -> nvrtc.compile(Map.of("a.cu", "no program"), List.of("--gpu-architecture=sm_90")))
        .hasMessageContaining("refused");
  }
}
