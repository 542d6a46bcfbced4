package dev.coset.benchmarks;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.EngineSession;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.predictive.PointScores;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.WarmupSummary;
import dev.coset.spark.SparkEngine;
import dev.coset.store.RunStore;
import dev.coset.symmetry.SymmetryRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** The constants behind docs/lab/scaling.md: what a million chains cost the one driver. */
final class ScalingBenchmark {
  private static final int APPENDS = 2000;
  private static final int TASKS = 5000;
  private static final int DRAWS = 100_000;
  private static final int ROWS = 10;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private ScalingBenchmark() {}

  static void run() throws Exception {
    Study f1 = study(1, 3);
    Study f2 = study(5, 16, 16, 16);
    journal("f1", f1);
    journal("f2", f2);
    scoring(f1);
    removal(f1.posterior().network());
    SparkContext context = SparkBenchmark.context(THREADS);
    scheduling(new JavaSparkContext(context));
    results("f1", f1, context);
    results("f2", f2, context);
    context.stop();
  }

  /** Data of made-up numbers, of the size of airfoil's training rows. */
  private static Study study(int features, int... hidden) {
    double[][] x = new double[1503][features];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      int row = i;
      Arrays.setAll(x[i], j -> Math.sin(row * (j + 1.7)));
      y[i] = Math.cos(3 * x[i][0]);
    }
    var configuration = Configuration.of(hidden, ChainPlan.of(1_000_000, 20, 1, 0));
    return Study.of(Dataset.of(x, y), Split.shuffled(x.length, 0.2, 0), configuration);
  }

  /** A point plus noise of a tenth, as the draws of one mode are; sigma is about 0.1. */
  private static Draws draws(Network network, int count) {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(1L));
    int d = network.parameters() + 1;
    double[] centre = normal.samples(d).toArray();
    centre[d - 1] = -2.3;
    Draws draws = Draws.ofSize(count, d, DrawSchema.NONE);
    Arrays.setAll(draws.values(), i -> centre[i % d] + 0.1 * normal.sample());
    Arrays.setAll(draws.chain(), g -> g);
    return draws;
  }

  private static void journal(String name, Study study) throws IOException {
    Path folder = Files.createTempDirectory(Path.of("target"), "journal");
    Draws one = draws(study.posterior().network(), 1);
    var warmup = new WarmupSummary(0.1, new double[one.dimension()], 1, 0);
    try (var run = RunStore.create(folder.resolve("run"), study, "made up")) {
      long began = System.nanoTime();
      for (int chain = 0; chain < APPENDS; chain++) {
        run.append(new ChainOutcome.Finished(chain, one, warmup, 1, 1));
      }
      double seconds = (System.nanoTime() - began) * 1e-9;
      System.out.printf(
          "%s: %.0f outcomes journalled per second, %d bytes each%n",
          name, APPENDS / seconds, Files.size(folder.resolve("run/draws.journal")) / APPENDS);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  private static void scheduling(JavaSparkContext spark) {
    double best = 0;
    for (int i = 0; i < 4; i++) {
      long began = System.nanoTime();
      spark.parallelize(IntStream.range(0, TASKS).boxed().toList(), TASKS).count();
      best = Math.max(best, TASKS / ((System.nanoTime() - began) * 1e-9));
    }
    System.out.printf("%.0f empty tasks per second on %d local cores, at best%n", best, THREADS);
  }

  private static void results(String name, Study study, SparkContext context) {
    var bytes = new LongAdder();
    var listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            bytes.add(end.taskMetrics().resultSize());
          }
        };
    context.addSparkListener(listener);
    int chains = 32; // the first wave: one to a task
    EngineSession.run(
        SparkEngine.on(context),
        ChainRecipe.of(study.posterior(), study.configuration().plan().withChains(chains)),
        IntStream.range(0, chains),
        SamplerMonitor.NONE,
        outcome -> {});
    context.removeSparkListener(listener);
    System.out.printf("%s: %d bytes of result per task of one chain%n", name, bytes.sum() / chains);
  }

  private static void scoring(Study study) {
    var network = study.posterior().network();
    var test = study.test().evenly(ROWS);
    Draws draws = draws(network, DRAWS);
    for (int i = 0; i < 2; i++) { // the first warms up
      long began = System.nanoTime();
      var predictive = study.posterior().predictive(draws, test.x(), THREADS);
      PointScores.of(predictive, test.y(), study.scaling().target(), THREADS);
      report("scored on %d rows".formatted(test.count()), began);
    }
  }

  private static void removal(Network network) {
    Draws draws = draws(network, DRAWS);
    for (int i = 0; i < 2; i++) {
      long began = System.nanoTime();
      SymmetryRemoval.EXACT.apply(network, draws, THREADS);
      report("freed of symmetry", began);
    }
  }

  private static void report(String what, long began) {
    System.out.printf(
        "%d draws of f1 %s in %.2f s on %d threads%n",
        DRAWS, what, (System.nanoTime() - began) * 1e-9, THREADS);
  }
}
