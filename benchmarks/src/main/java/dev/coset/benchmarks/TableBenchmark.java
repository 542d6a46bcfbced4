package dev.coset.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.coset.data.Dataset;
import dev.coset.data.MissingCells;
import dev.coset.data.Points;
import dev.coset.data.RawTable;
import dev.coset.data.Scaling;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetType;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * Seconds from a CSV file with a target y to the points that are sampled, step by step as {@code
 * fit} takes them: by the clock, and of all processors. The first time of each file has the
 * compiler's work in it, as a program's only time does.
 */
final class TableBenchmark {
  private static final int TIMES = 3;

  private long wall = System.nanoTime();
  private long processors = processorNanos();

  private TableBenchmark() {}

  static void run(List<String> files) {
    System.out.println("| file | step | s | s of processors |");
    System.out.println("| --- | --- | ---: | ---: |");
    for (String file : files) {
      for (int time = 0; time < TIMES; time++) {
        new TableBenchmark().measure(Path.of(file));
      }
    }
  }

  private void measure(Path file) {
    RawTable table =
        RawTable.read(file, TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE));
    print(file, "read");
    Split split = Split.stratified(table.strata(), 0.2, 0);
    Dataset data = table.fit(split.train());
    print(file, "split, encode");
    Scaling scaling = Scaling.fit(data, split.train()).clampedBy(data, split.train());
    Points points = scaling.points(data, split.train());
    print(file, "standardise to " + points.x().length + " inputs");
  }

  private void print(Path file, String step) {
    long now = System.nanoTime();
    long used = processorNanos();
    System.out.printf(
        "| %s | %s | %.2f | %.2f |%n",
        file.getFileName(), step, (now - wall) / 1e9, (used - processors) / 1e9);
    wall = now;
    processors = used;
  }

  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
