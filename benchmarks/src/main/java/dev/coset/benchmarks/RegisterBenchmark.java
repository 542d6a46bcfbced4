package dev.coset.benchmarks;

import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import java.io.IOException;
import java.util.List;

/**
 * What equal bits cost: microseconds of the same gradients with registers of 512, 256 and 128 bits,
 * and without any.
 */
final class RegisterBenchmark {

  private RegisterBenchmark() {}

  static void run() throws IOException, InterruptedException {
    System.out.printf("%-16s %-7s %9s %9s %9s %9s%n", "case", "", "512", "256", "128", "scalar");
    for (int k = 0; k < GradientCase.SMALL; k++) {
      for (Precision precision : Precision.values()) {
        System.out.printf(
            "%-16s %-7s %9s %9s %9s %9s%n",
            GradientCase.number(k).name(),
            precision == Precision.SINGLE ? "single" : "double",
            micros(k, precision, FreshJvm.VECTORS, "-XX:MaxVectorSize=64"),
            micros(k, precision, FreshJvm.VECTORS, "-XX:MaxVectorSize=32"),
            micros(k, precision, FreshJvm.VECTORS, "-XX:MaxVectorSize=16"),
            micros(k, precision));
      }
    }
  }

  private static String micros(int k, Precision precision, String... options)
      throws IOException, InterruptedException {
    return FreshJvm.run(List.of(options), "registers", Integer.toString(k), precision.name());
  }

  static void print(GradientCase c, Precision precision) {
    double[] gradient = new double[c.network().parameters()];
    BatchGradient batch = BatchGradient.of(c.network(), precision, c.data());
    double nanos =
        Fastest.nanos(
            Fastest.SECONDS,
            () -> batch.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, gradient));
    System.out.printf("%.2f", nanos / 1e3);
  }
}
