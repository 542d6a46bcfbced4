package dev.coset.spark;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.immutable.Range;
import scala.runtime.BoxedUnit;

/** A batch whose chains run on the cluster, as jobs of Spark. For one thread. */
final class SentBatch {
  /** A task costs about a millisecond, so chains are bundled to last many of them. */
  private static final double TASK_SECONDS = 0.2;

  /** What one driver schedules with ease. */
  private static final double TASKS_PER_SECOND = 500;

  private static final int MOST_CHAINS_PER_TASK = 1000;

  private final JavaSparkContext spark;
  private final ChainBatch batch;
  private final Broadcast<Assignment> assignment;
  private final List<SimpleFutureAction<BoxedUnit>> jobs = new ArrayList<>();
  private int tasksInFlight;
  private int chainsInFlight;
  private int chainsDone;
  private double secondsDone;

  SentBatch(JavaSparkContext spark, ChainBatch batch) {
    this.spark = spark;
    this.batch = batch;
    this.assignment = spark.broadcast(new Assignment(batch.recipe()));
  }

  ChainBatch batch() {
    return batch;
  }

  int tasksInFlight() {
    return tasksInFlight;
  }

  /**
   * One, or as many short ones as make a task that is worth its cost and the driver's time; for a
   * GPU, which runs hundreds at once, the largest number allowed.
   */
  int chainsPerTask() {
    if (spark.getConf().contains("spark.task.resource." + ChainTask.GPU + ".amount")) {
      return MOST_CHAINS_PER_TASK;
    }
    if (chainsDone == 0) {
      return 1;
    }
    double worthIt = Math.max(TASK_SECONDS, spark.defaultParallelism() / TASKS_PER_SECOND);
    double chains = worthIt * chainsDone / Math.max(secondsDone, 1e-6);
    return (int) Math.clamp(Math.round(chains), 1, MOST_CHAINS_PER_TASK);
  }

  /**
   * Sends chains out.
   *
   * @param sink gets the packed outcomes of each task from Spark's thread
   */
  void submit(List<Integer> chains, Consumer<byte[]> sink) {
    int tasks = Math.ceilDiv(chains.size(), chainsPerTask());
    jobs.removeIf(job -> job.isCompleted() && job.value().get().isSuccess());
    // Spark calls the handler in its scheduler's thread, once for each task: it must not do more.
    jobs.add(
        spark
            .sc()
            .submitJob(
                spark.parallelize(chains, tasks).rdd(),
                new ChainTask(assignment),
                new Range.Exclusive(0, tasks, 1),
                (task, result) -> {
                  sink.accept(result);
                  return BoxedUnit.UNIT;
                },
                () -> BoxedUnit.UNIT));
    tasksInFlight += tasks;
    chainsInFlight += chains.size();
  }

  /** Takes in what a task brought. */
  void ended(List<ChainOutcome> outcomes) {
    tasksInFlight--;
    chainsInFlight -= outcomes.size();
    chainsDone += outcomes.size();
    secondsDone += outcomes.stream().mapToDouble(ChainOutcome::seconds).sum();
  }

  /** Throws where Spark will not bring the rest. */
  void throwFailure() {
    for (var job : jobs) {
      if (job.isCompleted() && job.value().get().isFailure()) {
        Throwable cause = job.value().get().failed().get();
        String what = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        throw new UncheckedIOException("Spark gave up the run: " + what, new IOException(cause));
      }
    }
  }

  /** Gives up what still runs. */
  void close() {
    jobs.forEach(SimpleFutureAction::cancel);
    batch.giveUp(chainsInFlight);
    chainsInFlight = 0;
    assignment.destroy();
  }
}
