package dev.coset.chains;

import dev.coset.parallel.StoppedException;
import dev.coset.parallel.Team;
import dev.coset.sampler.SamplerMonitor;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Threads of this machine that take jobs from a queue until it is closed. */
public final class Workers {
  private Workers() {}

  /**
   * Runs each worker on a thread of its own, and returns when all have ended. One that could not go
   * on closes the queue, so that the others end after their jobs.
   */
  public static void run(List<Callable<@Nullable Void>> workers, JobQueue queue) {
    var threads = Thread.ofPlatform().name("worker-", 0).factory();
    try (var pool = Executors.newFixedThreadPool(workers.size(), threads)) {
      var completion = new ExecutorCompletionService<@Nullable Void>(pool);
      workers.forEach(completion::submit);
      workers.forEach(worker -> await(completion, queue));
    }
  }

  private static void await(CompletionService<?> completion, JobQueue queue) {
    try {
      completion.take().get();
    } catch (InterruptedException interrupted) {
      queue.close();
      Thread.currentThread().interrupt();
    } catch (ExecutionException failed) {
      queue.close();
      switch (failed.getCause()) {
        case StoppedException stopped -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw new IllegalStateException(failed.getCause());
      }
    }
  }

  /**
   * A worker that does one job after another on a processor of this machine. A chain in flight is
   * finished and kept, whatever ends the run.
   *
   * @param which batches it is for
   */
  public static Callable<@Nullable Void> local(
      JobQueue queue, Predicate<ChainBatch> which, SamplerMonitor monitor) {
    return () -> {
      var team = new Team();
      ChainBatch last = null;
      ChainRunner runner = null;
      for (var job = queue.take(which); job.isPresent(); job = queue.take(which)) {
        switch (job.get()) {
          case Job.Task<?> task -> task.run();
          case Job.Help(Team other, BooleanSupplier until) -> other.help(until);
          case Job.Chain(ChainBatch batch, int chain) -> {
            if (runner == null || batch != last) {
              last = batch;
              runner = new ChainRunner(batch.recipe(), batch.watch(monitor), team);
            }
            boolean shares = batch.recipe().posterior().isWorthSharing();
            if (shares) {
              queue.askHelp(team);
            }
            try {
              batch.deliver(List.of(runner.run(chain)));
            } catch (StoppedException stopped) {
              batch.giveUp(1);
              if (monitor.stopped()) {
                throw stopped;
              }
            } finally {
              if (shares) {
                queue.helped(team);
              }
            }
          }
        }
      }
      return null;
    };
  }
}
