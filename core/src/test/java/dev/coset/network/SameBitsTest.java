package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.VectorMath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Registers of 128, 256 and 512 bits and no Vector API at all give the same bits, interpreted and
 * compiled.
 */
class SameBitsTest {
  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @Test
  void registersOfAnyWidthAndNoneGiveTheSameBits() throws Exception {
    List<Process> machines =
        List.of(
            start(VECTORS, "-XX:MaxVectorSize=16"),
            start(VECTORS, "-XX:MaxVectorSize=32"),
            start(VECTORS, "-XX:MaxVectorSize=64"),
            start());
    String here = "%x".formatted(hash());
    for (Process machine : machines) {
      String printed = new String(machine.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(machine.waitFor()).as(printed).isZero();
      assertThat(printed).endsWith(here + System.lineSeparator());
    }
  }

  private static Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), SameBitsTest.class.getName()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  public static void main(String[] arguments) {
    System.out.printf("%x%n", hash());
  }

  /** A hash of the bits of many gradients, outputs, inner products and elementary functions. */
  private static long hash() {
    long hash = 0;
    int[][] shapes = {
      {1, 1},
      {1, 3, 1},
      {2, 7, 1},
      {5, 3, 1},
      {12, 3, 1},
      {6, 16, 16, 1},
      {3, 7, 6, 5, 2},
      {1, 18, 3}
    };
    for (int[] widths : shapes) {
      for (Activation activation : Activation.values()) {
        for (Precision precision : Precision.values()) {
          for (int points : new int[] {1, 300}) {
            Network network = new Network(widths, activation);
            for (OutputKernel kernel : GradientCase.kernels(network)) {
              GradientCase c = GradientCase.random(network, kernel, points, 3);
              hash = 31 * hash + gradientHash(c, network, kernel, precision);
            }
          }
        }
      }
    }
    for (int[] widths : new int[][] {{45, 5, 1}, {42, 18, 4, 2}}) {
      for (Precision precision : Precision.values()) {
        Network network = new Network(widths, Activation.TANH);
        for (OutputKernel kernel : GradientCase.kernels(network)) {
          GradientCase c = GradientCase.random(network, kernel, 300, 3).oneHot(4, 30, 7, 3);
          hash = 31 * hash + gradientHash(c, network, kernel, precision);
        }
      }
    }
    VectorMath math = VectorMath.best();
    GradientCase c = GradientCase.random(Network.of(3, new int[] {11}, 1, Activation.TANH), 1, 1);
    double[] a = c.theta();
    double[] b = a.clone();
    for (int length = 0; length < a.length - 3; length++) {
      math.addScaled(a, 1, 0.1, a, 2, length);
      hash =
          31 * hash
              + bits(
                  math.dot(a, 0, a, 1, length),
                  math.weightedDot(a, 0, a, 1, a, 2, length),
                  math.lesserWeightedDot(a, b, a, b, a, new double[length], length));
    }
    for (double x = -50; x < 50; x += 0.37) {
      hash =
          31 * hash
              + bits(
                  Elementary.exp(x), Elementary.expm1(x), Elementary.log(x), Elementary.log1p(x));
      hash = 31 * hash + bits(Elementary.tanh(x), Elementary.tanh((float) x));
    }
    return hash;
  }

  /** Of the first evaluation; those after it, while the compiler gets to work, must be the same. */
  private static long gradientHash(
      GradientCase c, Network network, OutputKernel kernel, Precision precision) {
    int points = c.weights().length;
    BatchGradient batch = c.batch(network, precision);
    double[] gradient = new double[network.parameters() + kernel.shapes()];
    double[][] outputs = new double[network.outputs()][points];
    long first = 0;
    for (int i = 0; i < 6; i++) {
      long hash =
          bits(batch.valueAndGradient(c.theta(), kernel, c.shape(), gradient))
              + 31 * bits(gradient);
      hash =
          31 * hash
              + bits(batch.valueAndGradient(c.theta(), (from, count, f) -> f[0][0], gradient));
      batch.outputs(c.theta(), outputs);
      hash =
          31 * hash
              + bits(gradient)
              + 17 * Arrays.stream(outputs).mapToLong(SameBitsTest::bits).sum();
      if (i > 0 && hash != first) {
        throw new AssertionError(
            "Evaluation %d of %s with %s in %s differs from the first."
                .formatted(i, network, kernel, precision));
      }
      first = hash;
    }
    return first;
  }

  private static long bits(double... values) {
    long hash = 0;
    for (double value : values) {
      hash = 31 * hash + Double.doubleToLongBits(value);
    }
    return hash;
  }
}
