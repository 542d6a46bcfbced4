package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.coset.vectormath.VectorMath;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Once compiled, a gradient allocates nothing: no array, and no vector outside a register. */
class AllocationTest {
  private static final long COMPILED_AFTER_NANOS = 60_000_000_000L;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aGradientAllocatesNothing(Precision precision) {
    for (Activation activation : Activation.values()) {
      for (int[] widths :
          new int[][] {{1, 3, 1}, {2, 3, 1}, {8, 3, 1}, {5, 7, 1}, {3, 16, 18, 2}}) {
        Network network = new Network(widths, activation);
        for (OutputKernel kernel : GradientCase.kernels(network)) {
          GradientCase c = GradientCase.random(network, kernel, 100, 1);
          BatchGradient batch = BatchGradient.of(network, precision, c.x(), c.y());
          double[] gradient = new double[network.parameters()];
          double[][] outputs = new double[network.outputs()][100];
          OutputLoss none = (first, points, out) -> 0;
          Runnable work =
              () -> {
                batch.valueAndGradient(c.theta(), kernel, gradient);
                batch.valueAndGradient(c.theta(), none, gradient);
                batch.outputs(c.theta(), outputs);
              };
          assertThat(bytesOnceCompiled(work)).as("%s %s %s", precision, network, kernel).isZero();
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
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        work.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
