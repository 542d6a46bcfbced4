package dev.coset.benchmarks;

import dev.coset.network.BatchGradient;
import dev.coset.network.Precision;

/**
 * The gradient of the squared error: time, rate of multiply-adds (two operations each), its share
 * of the peak rate measured around it, and how many times faster it is than {@link ScalarLoop}.
 */
final class GradientBenchmark {
  private static final double SECONDS = Double.parseDouble(System.getProperty("seconds", "4"));

  private GradientBenchmark() {}

  static void run() {
    System.out.printf(
        "%-16s %-7s %11s %9s %7s %11s %7s%n",
        "case", "", "us", "GFLOP/s", "% peak", "scalar us", "ratio");
    for (GradientCase.Size size : GradientCase.PAPER) {
      print(GradientCase.f1(size));
    }
    for (GradientCase.Size size : GradientCase.PAPER) {
      print(GradientCase.f2(size));
    }
    for (GradientCase.Size size : GradientCase.LARGE) {
      print(GradientCase.f2(size));
    }
  }

  private static void print(GradientCase c) {
    double[] gradient = new double[c.network().parameters()];
    ScalarLoop loop = new ScalarLoop(c);
    double scalar = Fastest.nanos(SECONDS / 2, () -> loop.squaredError(c.theta(), gradient));
    for (Precision precision : Precision.values()) {
      BatchGradient batch = BatchGradient.of(c.network(), precision, c.x(), c.y());
      double peak = PeakRate.measure(precision, SECONDS / 8);
      double nanos = Fastest.nanos(SECONDS, () -> batch.squaredError(c.theta(), gradient));
      peak = Math.max(peak, PeakRate.measure(precision, SECONDS / 8));
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
}
