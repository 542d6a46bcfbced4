package dev.coset.spark;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.immutable.Range;
import scala.runtime.BoxedUnit;

/**
 * The chains of a queue as jobs of Spark. A job is a wave of tasks, some for every core; before the
 * cores run dry, the next wave goes out. So the driver holds a few waves, however many chains there
 * are, and a closed queue ends the run. For one thread; only {@code results} is filled by others.
 */
final class ChainJobs implements AutoCloseable {
  /** A job costs the driver some milliseconds: that many tasks share them. */
  private static final int LEAST_WAVE = 32;

  /** A task costs about a millisecond, so chains are bundled to last many of them. */
  private static final double TASK_SECONDS = 0.2;

  /** What one driver schedules with ease. */
  private static final double TASKS_PER_SECOND = 500;

  private static final int MOST_CHAINS_PER_TASK = 1000;

  /** How long it may take to notice a stop or a job that failed. */
  private static final long PATIENCE_MILLIS = 50;

  private final JavaSparkContext spark;
  private final Broadcast<Assignment> assignment;
  private final ChainQueue queue;
  private final List<SimpleFutureAction<BoxedUnit>> jobs = new ArrayList<>();
  private final BlockingQueue<byte[]> results = new LinkedBlockingQueue<>();
  private int tasksInFlight;
  private int chainsDone;
  private double secondsDone;

  ChainJobs(JavaSparkContext spark, Assignment assignment, ChainQueue queue) {
    this.spark = spark;
    this.assignment = spark.broadcast(assignment);
    this.queue = queue;
  }

  /** Sends out what the cores need next; returns whether anything is still to come. */
  boolean proceed() {
    if (spark.sc().isStopped()) {
      throw new UncheckedIOException(
          "Spark gave up the run: its master is gone or removed it", new IOException("stopped"));
    }
    int wave = Math.max(LEAST_WAVE, spark.defaultParallelism());
    if (tasksInFlight < 2 * wave) {
      int perTask = chainsPerTask();
      List<Integer> chains = take(wave * perTask);
      if (!chains.isEmpty()) {
        submit(chains, Math.ceilDiv(chains.size(), perTask));
      }
    }
    return tasksInFlight > 0;
  }

  /** Waits a little for a task to end; returns the outcomes of its chains, none where none did. */
  List<ChainOutcome> await() throws InterruptedException {
    byte[] result = results.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    if (result == null) {
      return List.of();
    }
    tasksInFlight--;
    List<ChainOutcome> outcomes = ChainTask.outcomes(result);
    for (ChainOutcome outcome : outcomes) {
      chainsDone++;
      secondsDone += outcome.seconds();
    }
    return outcomes;
  }

  /**
   * One, or as many short ones as make a task that is worth its cost and the driver's time; for a
   * GPU, which runs hundreds at once, as many as may be.
   */
  private int chainsPerTask() {
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

  private List<Integer> take(int most) {
    List<Integer> chains = new ArrayList<>();
    while (chains.size() < most) {
      OptionalInt next = queue.next();
      if (next.isEmpty()) {
        break;
      }
      chains.add(next.getAsInt());
    }
    return chains;
  }

  private void submit(List<Integer> chains, int tasks) {
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
                  results.add(result);
                  return BoxedUnit.UNIT;
                },
                () -> BoxedUnit.UNIT));
    tasksInFlight += tasks;
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
  @Override
  public void close() {
    jobs.forEach(SimpleFutureAction::cancel);
  }
}
