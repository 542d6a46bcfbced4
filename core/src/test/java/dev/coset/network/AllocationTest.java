package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.coset.vectormath.VectorMath;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Once compiled, a gradient allocates nothing: no array, and no vector outside a register. */
class AllocationTest {
  private static final long COMPILED_AFTER_NANOS = 60_000_000_000L;
  private static final long COMPILER_NANOS = 5_000_000; // left to the compiler between two looks

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aGradientAllocatesNothing(Precision precision) {
    forEachGradient(
        precision, (name, work) -> assertThat(bytesOnceCompiled(work)).as(name).isZero());
  }

  /**
   * What the compiler knows of vectors' classes, in the Vector API and at a kernel's own calls,
   * depends on what ran before, on which machine and how fast; here it may use none of the first or
   * none of the second. Whoever calls a method that is to be compiled waits for it, so that no
   * clock has a say.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-XX:-UseTypeProfile", "-XX:-UseTypeSpeculation"})
  void norDoesItWhereTheCompilerKnowsLessOfItsClasses(String ignorance) throws Exception {
    Process machine =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                ignorance,
                "-XX:-BackgroundCompilation",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=CompileThresholdScaling,dev.coset.vectormath.Simd*::*,0.02",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String allocating = new String(machine.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(machine.waitFor()).isZero();
    assertThat(allocating).isEmpty();
  }

  /** Prints which gradients allocate still when each of their kernels has been compiled. */
  public static void main(String[] arguments) {
    AllocationTest here = new AllocationTest();
    for (Precision precision : Precision.values()) {
      forEachGradient(
          precision,
          (name, work) -> {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 20 && least > 0; i++) {
              least = Math.min(least, here.bytes(work));
            }
            if (least > 0) {
              System.out.printf("%s: %d bytes%n", name, least);
            }
          });
    }
  }

  private static void forEachGradient(Precision precision, BiConsumer<String, Runnable> check) {
    for (Activation activation : Activation.values()) {
      for (int[] widths :
          new int[][] {{1, 3, 1}, {2, 3, 1}, {8, 3, 1}, {5, 7, 1}, {3, 16, 18, 2}, {40, 16, 2}}) {
        Network network = new Network(widths, activation);
        for (OutputKernel kernel : GradientCase.kernels(network)) {
          GradientCase numbers = GradientCase.random(network, kernel, 100, 1);
          GradientCase c = widths[0] == 40 ? numbers.oneHot(1, 3, 33) : numbers;
          BatchGradient batch = c.batch(network, precision);
          double[] gradient = new double[network.parameters() + kernel.shapes()];
          double[][] outputs = new double[network.outputs()][100];
          OutputLoss none = (first, points, out) -> 0;
          check.accept(
              "%s %s %s".formatted(precision, network, kernel),
              () -> {
                batch.valueAndGradient(c.theta(), kernel, c.shape(), gradient);
                batch.valueAndGradient(c.theta(), none, gradient);
                batch.outputs(c.theta(), outputs);
              });
        }
      }
    }
  }

  @Test
  void vectorOperationsAllocateNothing() {
    VectorMath math = VectorMath.best();
    double[] a = new double[200];
    double[] space = new double[200];
    Runnable work =
        () -> {
          a[0] = math.dot(a, 1, a, 2, 99) + math.weightedDot(a, 1, a, 2, a, 3, 16);
          math.addScaled(a, 1, 0.1, a, 100, 99);
          a[1] = math.lesserWeightedDot(a, a, a, a, a, space, 99);
        };
    assertThat(bytesOnceCompiled(work)).isZero();
  }

  /**
   * The least that a hundred runs allocated, as soon as it is zero: before it is compiled, code
   * boxes vectors.
   */
  private long bytesOnceCompiled(Runnable work) {
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    while (least > 0 && System.nanoTime() - start < COMPILED_AFTER_NANOS) {
      least = Math.min(least, bytes(work));
      LockSupport.parkNanos(COMPILER_NANOS);
    }
    return least;
  }

  private long bytes(Runnable work) {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      work.run();
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
