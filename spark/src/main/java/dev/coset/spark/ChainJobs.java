package dev.coset.spark;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.Job;
import dev.coset.chains.JobQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The chains of a queue as jobs of Spark. Tasks go out in waves, some for every core; before the
 * cores run dry, the next wave goes out. So the driver holds a few waves, however many chains there
 * are. For one thread; only {@code results} is filled by others.
 */
final class ChainJobs implements AutoCloseable {
  /** A job costs the driver some milliseconds: that many tasks share them. */
  private static final int LEAST_WAVE = 32;

  /** How long it may take to notice new chains, a stop or a job that failed. */
  private static final long PATIENCE_MILLIS = 50;

  private final JavaSparkContext spark;
  private final JobQueue queue;
  private final Map<ChainBatch, SentBatch> sent = new LinkedHashMap<>();
  private final BlockingQueue<Result> results = new LinkedBlockingQueue<>();

  private record Result(SentBatch from, byte[] outcomes) {}

  /** Outcomes of a batch that a task brought. */
  record Ended(ChainBatch batch, List<ChainOutcome> outcomes) {}

  ChainJobs(JavaSparkContext spark, JobQueue queue) {
    this.spark = spark;
    this.queue = queue;
  }

  /** Sends out what the cores need next; returns whether anything may still come. */
  boolean proceed() {
    if (spark.sc().isStopped()) {
      throw new UncheckedIOException(
          "Spark gave up the run: its master is gone or removed it", new IOException("stopped"));
    }
    sent.values().stream().filter(each -> each.batch().cancelled()).toList().forEach(this::end);
    int wave = Math.max(LEAST_WAVE, spark.defaultParallelism());
    int inFlight = sent.values().stream().mapToInt(SentBatch::tasksInFlight).sum();
    int room = inFlight < 2 * wave ? wave : 0;
    while (room > 0) {
      Optional<Job.Chain> first = queue.poll(batch -> true);
      if (first.isEmpty()) {
        break;
      }
      var to = sent.computeIfAbsent(first.get().batch(), batch -> new SentBatch(spark, batch));
      List<Integer> chains = chains(first.get(), room * to.chainsPerTask());
      room -= Math.ceilDiv(chains.size(), to.chainsPerTask());
      to.submit(chains, outcomes -> results.add(new Result(to, outcomes)));
    }
    return !sent.isEmpty() || !queue.closed();
  }

  /** A chain and others of its batch. */
  private List<Integer> chains(Job.Chain first, int most) {
    List<Integer> chains = new ArrayList<>(List.of(first.chain()));
    while (chains.size() < most) {
      var next = queue.poll(batch -> batch == first.batch());
      if (next.isEmpty()) {
        break;
      }
      chains.add(next.get().chain());
    }
    return chains;
  }

  /** Waits a little for a task to end; returns the outcomes of its chains. */
  Optional<Ended> await() throws InterruptedException {
    Result result = results.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    if (result == null || !sent.containsValue(result.from())) {
      return Optional.empty();
    }
    List<ChainOutcome> outcomes = ChainTask.outcomes(result.outcomes());
    result.from().ended(outcomes);
    if (result.from().tasksInFlight() == 0) {
      end(result.from());
    }
    return Optional.of(new Ended(result.from().batch(), outcomes));
  }

  private void end(SentBatch batch) {
    sent.remove(batch.batch());
    batch.close();
  }

  /** Throws where Spark will not bring the rest. */
  void throwFailure() {
    sent.values().forEach(SentBatch::throwFailure);
  }

  /** Gives up what still runs. */
  @Override
  public void close() {
    List.copyOf(sent.values()).forEach(this::end);
  }
}
