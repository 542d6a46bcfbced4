package dev.coset.spark;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.chains.JobQueue;
import dev.coset.chains.Workers;
import dev.coset.data.InputException;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.DrawSchema;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs chains on the cores of a Spark cluster, or of this machine with Spark. The draws are those
 * of any engine. It starts a Spark context from Spark's system properties and stops it when the
 * chains are done, or uses one that it is given.
 */
public final class SparkEngine implements Engine {
  private final @Nullable SparkContext given;
  private final @Nullable String master;
  private final String threads;

  /** What {@code spark.master} says, else the cores of this machine; for ServiceLoader. */
  public SparkEngine() {
    this(null, null, "*");
  }

  private SparkEngine(@Nullable SparkContext given, @Nullable String master, String threads) {
    this.given = given;
    this.master = master;
    this.threads = threads;
  }

  /** Chains in a context that the program has already, and keeps. */
  public static Engine on(SparkContext context) {
    return new SparkEngine(context, null, "*");
  }

  @Override
  public String name() {
    return "spark";
  }

  /** Takes {@code master}, a URL of Spark's, and {@code threads}, for this machine's cores. */
  @Override
  public Engine with(Map<String, String> options) {
    return new SparkEngine(
        given, options.getOrDefault("master", master), options.getOrDefault("threads", threads));
  }

  @Override
  public void run(JobQueue queue, SamplerMonitor monitor) {
    SparkContext context = given == null ? start() : given;
    try (var jobs = new ChainJobs(new JavaSparkContext(context), queue)) {
      List<Callable<@Nullable Void>> workers = new ArrayList<>();
      workers.add(() -> drive(jobs, monitor));
      int here = Runtime.getRuntime().availableProcessors();
      workers.addAll(Collections.nCopies(here, Workers.local(queue, batch -> false, monitor)));
      Workers.run(workers, queue);
    } finally {
      if (given == null) {
        context.stop();
      }
    }
  }

  private static @Nullable Void drive(ChainJobs jobs, SamplerMonitor monitor)
      throws InterruptedException {
    while (jobs.proceed()) {
      if (monitor.stopped()) {
        throw new StoppedException();
      }
      var ended = jobs.await();
      // When the JVM is told to end, Spark may know before the monitor: then nothing has failed.
      if (ended.isEmpty() && !monitor.stopped()) {
        jobs.throwFailure();
      }
      if (ended.isPresent()) {
        ChainBatch batch = ended.get().batch();
        for (ChainOutcome outcome : ended.get().outcomes()) {
          report(outcome, batch.recipe().plan(), monitor);
        }
        batch.deliver(ended.get().outcomes());
      }
    }
    return null;
  }

  /** The cores of this machine, where they are given; what a cluster has is known to it alone. */
  @Override
  public OptionalInt atOnce() {
    String cores = "local[" + threads + "]";
    boolean known =
        given == null && !threads.equals("*") && settings().get("spark.master").equals(cores);
    return known ? OptionalInt.of(Integer.parseInt(threads)) : OptionalInt.empty();
  }

  private SparkContext start() {
    var settings = settings();
    try {
      return new SparkContext(settings);
    } catch (Exception e) { // Scala does not declare them
      throw new InputException(
          "Spark cannot start with the master %s: %s"
              .formatted(settings.get("spark.master"), e.getMessage()),
          e);
    }
  }

  private SparkConf settings() {
    var settings = new SparkConf();
    if (master != null) {
      settings.setMaster(master);
    }
    settings
        .setIfMissing("spark.master", "local[" + threads + "]")
        .setIfMissing("spark.app.name", "Coset")
        .setIfMissing("spark.ui.enabled", "false")
        // Results leave the driver's memory as they come: their sum is no matter.
        .setIfMissing("spark.driver.maxResultSize", "0");
    if (settings.get("spark.master").startsWith("local")) {
      // Nobody else needs to find this machine, whatever its name resolves to.
      settings
          .setIfMissing("spark.driver.host", "127.0.0.1")
          .setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return settings;
  }

  /** Tells the monitor of a chain that ran elsewhere; of warm-up only the sums are known. */
  private static void report(ChainOutcome outcome, ChainPlan plan, SamplerMonitor monitor) {
    if (outcome instanceof ChainOutcome.Finished finished) {
      var warmup = finished.warmup();
      var draws = finished.draws();
      int transitions = plan.sampler().warmup();
      for (int i = 0; i < transitions; i++) {
        monitor.transition(true, share(warmup.steps(), i, transitions), i < warmup.divergences());
      }
      int apart = plan.sampler().thinning();
      double[] steps = draws.statistic(DrawSchema.STEPS);
      double[] diverged = draws.statistic(DrawSchema.DIVERGING);
      for (int g = 0; g < draws.count(); g++) {
        for (int i = 0; i < apart; i++) {
          monitor.transition(false, share((long) steps[g], i, apart), i == 0 && diverged[g] == 1);
        }
      }
    }
  }

  /** What falls to part i of a number of equal parts. */
  private static int share(long whole, int i, int parts) {
    return (int) (whole * (i + 1) / parts - whole * i / parts);
  }
}
