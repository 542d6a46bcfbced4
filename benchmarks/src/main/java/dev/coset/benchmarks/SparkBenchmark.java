package dev.coset.benchmarks;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.experiments.PaperData;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.spark.SparkEngine;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/**
 * What Spark adds to chains on the same cores: f1 on izmailov on the local engine and on {@code
 * local[N]}, in turns, Spark's start-up apart. On a shared machine the ratio of processor times is
 * the one to trust.
 */
final class SparkBenchmark {
  /** {@code -Dbenchmark.chains} and {@code -Dbenchmark.pairs} in JAVA_TOOL_OPTIONS change them. */
  private static final int CHAINS = Integer.getInteger("benchmark.chains", 200);

  private static final int PAIRS = Integer.getInteger("benchmark.pairs", 5);
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private SparkBenchmark() {}

  private record Time(double wall, double processor) {}

  static void run() throws Exception {
    Study study = izmailov(ChainPlan.of(CHAINS, 1024, 1, 0));
    Engine local = Engine.local(CORES);
    var context = context(CORES);
    Engine spark = SparkEngine.on(context);
    for (Engine engine : new Engine[] {local, spark}) { // warms up
      time(engine, study, 10 * CORES);
    }
    double[] wall = new double[PAIRS];
    double[] processor = new double[PAIRS];
    System.out.printf("%d chains of f1 on izmailov, %d cores%n", CHAINS, CORES);
    System.out.println(
        "| pair | local wall s | spark wall s | ratio | local cpu s | spark cpu s | ratio |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (int i = 0; i < PAIRS; i++) {
      boolean localFirst = i % 2 == 0;
      Time first = time(localFirst ? local : spark, study, CHAINS);
      Time second = time(localFirst ? spark : local, study, CHAINS);
      Time here = localFirst ? first : second;
      Time there = localFirst ? second : first;
      wall[i] = there.wall / here.wall;
      processor[i] = there.processor / here.processor;
      System.out.printf(
          "| %d | %.2f | %.2f | %.3f | %.2f | %.2f | %.3f |%n",
          i + 1, here.wall, there.wall, wall[i], here.processor, there.processor, processor[i]);
    }
    System.out.println("Wall time: " + spread(wall) + "; processor time: " + spread(processor));
    context.stop();
  }

  static SparkContext context(int cores) {
    return new SparkContext(
        new SparkConf()
            .setMaster("local[" + cores + "]")
            .setAppName("benchmark")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "127.0.0.1"));
  }

  static Study izmailov(ChainPlan plan) {
    return PaperData.IZMAILOV.study(PaperData.shipped(), Configuration.of(new int[] {3}, plan));
  }

  private static Time time(Engine engine, Study study, int chains) {
    var plan = study.configuration().plan().withChains(chains);
    long began = System.nanoTime();
    long used = processorNanos();
    EngineSession.run(
        engine,
        ChainRecipe.of(study.posterior(), plan),
        IntStream.range(0, chains),
        SamplerMonitor.NONE,
        outcome -> {});
    return new Time((System.nanoTime() - began) * 1e-9, (processorNanos() - used) * 1e-9);
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }

  private static String spread(double[] ratios) {
    double mean = Arrays.stream(ratios).average().orElseThrow();
    double squares = Arrays.stream(ratios).map(r -> (r - mean) * (r - mean)).sum();
    double error = Math.sqrt(squares / Math.max(1, ratios.length - 1) / ratios.length);
    return "ratio %.3f +- %.3f (least %.3f, most %.3f)"
        .formatted(
            mean,
            error,
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow());
  }
}
