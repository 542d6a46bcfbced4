package dev.coset.benchmarks;

import dev.coset.network.BatchGradient;
import dev.coset.network.Precision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What equal bits cost: the same gradients with registers of 512, 256 and 128 bits, and without the
 * Vector API, each in a JVM of its own.
 */
final class RegisterBenchmark {
  private static final double SECONDS = Double.parseDouble(System.getProperty("seconds", "4"));

  private RegisterBenchmark() {}

  static void run() throws IOException, InterruptedException {
    String vectors = "--add-modules=jdk.incubator.vector";
    start("512 bits", vectors, "-XX:MaxVectorSize=64");
    start("256 bits", vectors, "-XX:MaxVectorSize=32");
    start("128 bits", vectors, "-XX:MaxVectorSize=16");
    start("scalar");
  }

  private static void start(String name, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-Dseconds=" + SECONDS,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "registers-of-this-jvm"));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String times = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.printf("%-9s%s", name, times);
    if (jvm.waitFor() != 0) {
      throw new IllegalStateException("The JVM with " + name + " failed.");
    }
  }

  /** Prints one line: microseconds of each case in single and in double precision. */
  static void printTimes() {
    StringBuilder line = new StringBuilder();
    for (Precision precision : Precision.values()) {
      for (GradientCase c :
          List.of(
              GradientCase.f1(GradientCase.PAPER.get(1)),
              GradientCase.f2(GradientCase.PAPER.get(3)))) {
        double[] gradient = new double[c.network().parameters()];
        BatchGradient batch = BatchGradient.of(c.network(), precision, c.x(), c.y());
        double nanos = Fastest.nanos(SECONDS, () -> batch.squaredError(c.theta(), gradient));
        line.append("   %s %s %.2f us".formatted(c.name(), precision, nanos / 1e3));
      }
    }
    System.out.println(line);
  }
}
