package dev.coset.benchmarks;

import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import java.io.IOException;
import java.util.List;

/**
 * The gradient of the squared error: time, rate of multiply-adds (two operations each), its share
 * of the peak rate measured around it, and how many times faster it is than {@link ScalarLoop}.
 */
final class GradientBenchmark {

  private GradientBenchmark() {}

  static void run() throws IOException, InterruptedException {
    System.out.printf(
        "%-16s %-7s %11s %9s %7s %11s %7s%n",
        "case", "", "us", "GFLOP/s", "% peak", "scalar us", "ratio");
    for (int k = 0; k < GradientCase.count(); k++) {
      for (Precision precision : Precision.values()) {
        System.out.print(
            FreshJvm.run(
                List.of(FreshJvm.VECTORS), "gradient", Integer.toString(k), precision.name()));
      }
    }
  }

  static void print(GradientCase c, Precision precision) {
    double[] gradient = new double[c.network().parameters()];
    BatchGradient batch = BatchGradient.of(c.network(), precision, c.data());
    double before = PeakRate.measure(precision, Fastest.SECONDS / 8);
    double nanos =
        Fastest.nanos(
            Fastest.SECONDS,
            () -> batch.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, gradient));
    double peak = Math.max(before, PeakRate.measure(precision, Fastest.SECONDS / 8));
    ScalarLoop loop = new ScalarLoop(c);
    double scalar =
        Fastest.nanos(Fastest.SECONDS / 2, () -> loop.squaredError(c.theta(), gradient));
    double rate = c.multiplyAdds() / nanos;
    System.out.printf(
        "%-16s %-7s %11.3f %9.1f %7.1f %11.1f %7.1f%n",
        c.name(),
        precision == Precision.SINGLE ? "single" : "double",
        nanos / 1e3,
        2 * rate,
        100 * rate / peak,
        scalar / 1e3,
        scalar / nanos);
  }
}
