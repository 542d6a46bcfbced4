package dev.coset.benchmarks;

import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a gradient of f2 costs with each kernel: microseconds, how many times those of the squared
 * error, and the share of the core's peak that its multiply-adds are. Measurements take turns, and
 * the least of them counts.
 */
final class KernelBenchmark {
  private static final int TURNS = 3;
  private static final int CLASSES = 3;
  private static final int[] POINTS = {320, 824, 1000, 1202};
  private static final int[] FEATURES = {1, 8, 4, 5};

  private KernelBenchmark() {}

  static void run() throws IOException, InterruptedException {
    OutputKernel[] kernels = OutputKernel.values();
    System.out.printf(
        "%-16s %-7s %-16s %9s %7s %7s%n", "case", "", "kernel", "us", "ratio", "% peak");
    for (int k = 0; k < POINTS.length; k++) {
      for (Precision precision : Precision.values()) {
        double[] micros = new double[kernels.length];
        Arrays.fill(micros, Double.POSITIVE_INFINITY);
        for (int turn = 0; turn < TURNS; turn++) {
          for (OutputKernel kernel : kernels) {
            int i = kernel.ordinal();
            micros[i] = Math.min(micros[i], micros(k, precision, kernel));
          }
        }
        double peak = PeakRate.measure(precision, Fastest.SECONDS / TURNS);
        for (OutputKernel kernel : kernels) {
          GradientCase c = gradientCase(k, kernel);
          System.out.printf(
              "%-16s %-7s %-16s %9.2f %7.3f %7.1f%n",
              c.name(),
              precision.name().toLowerCase(Locale.ROOT),
              kernel.name().toLowerCase(Locale.ROOT),
              micros[kernel.ordinal()],
              micros[kernel.ordinal()] / micros[OutputKernel.SQUARED_ERROR.ordinal()],
              100 * c.multiplyAdds() / (1e3 * micros[kernel.ordinal()]) / peak);
        }
      }
    }
  }

  private static double micros(int k, Precision precision, OutputKernel kernel)
      throws IOException, InterruptedException {
    return Double.parseDouble(
        FreshJvm.run(
            List.of(FreshJvm.VECTORS),
            "kernels",
            Integer.toString(k),
            precision.name(),
            kernel.name()));
  }

  static void print(int k, Precision precision, OutputKernel kernel) {
    GradientCase c = gradientCase(k, kernel);
    double[] shape = new double[kernel.shapes()];
    Arrays.fill(shape, 4);
    double[] gradient = new double[c.network().parameters() + shape.length];
    BatchGradient batch = BatchGradient.of(c.network(), precision, c.data());
    double nanos =
        Fastest.nanos(
            Fastest.SECONDS, () -> batch.valueAndGradient(c.theta(), kernel, shape, gradient));
    System.out.printf("%.3f", nanos / 1e3);
  }

  private static GradientCase gradientCase(int k, OutputKernel kernel) {
    int outputs =
        switch (kernel) {
          case SQUARED_ERROR, LOGISTIC -> 1;
          case HETEROSCEDASTIC, STUDENT -> 2;
          case SOFTMAX -> CLASSES;
        };
    GradientCase c = GradientCase.of("f2", POINTS[k], FEATURES[k], outputs, 16, 16, 16);
    boolean classes = kernel == OutputKernel.LOGISTIC || kernel == OutputKernel.SOFTMAX;
    for (int p = 0; classes && p < c.points(); p++) {
      c.y()[0][p] = p % Math.max(2, outputs);
    }
    return c;
  }
}
