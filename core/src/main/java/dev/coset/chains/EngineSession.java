package dev.coset.chains;

import dev.coset.parallel.StoppedException;
import dev.coset.sampler.SamplerMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An engine at work for a whole fit: jobs are submitted as they become known, and share it.
 * Decisions wait for the jobs that they need and read results in the order of submission, never in
 * that of arrival. The engine starts with the first job.
 */
public final class EngineSession implements AutoCloseable {
  private final Engine engine;
  private final SamplerMonitor monitor;
  private final JobQueue queue = new JobQueue();
  private final List<ChainBatch> batches = new ArrayList<>(); // not ended yet
  private CompletableFuture<@Nullable Void> work = CompletableFuture.completedFuture(null);
  private boolean started;
  private boolean closed;

  public EngineSession(Engine engine, SamplerMonitor monitor) {
    this.engine = engine;
    this.monitor = monitor;
  }

  /** Threads of this machine, watched by nobody. */
  public static EngineSession local(int threads) {
    return new EngineSession(Engine.local(threads), SamplerMonitor.NONE);
  }

  /** How the engine is watched and stopped. */
  public SamplerMonitor monitor() {
    return monitor;
  }

  /** Has a batch run, after those that were submitted before. */
  public synchronized void submit(ChainBatch batch) {
    batches.removeIf(other -> other.end().isDone());
    batches.add(batch);
    queue.add(batch);
    batch.endIfDone(); // it may have no chains
    if (!batch.end().isDone()) {
      start();
    }
  }

  private void start() {
    if (!started && !closed) {
      started = true;
      work = CompletableFuture.runAsync(this::run, Thread.ofPlatform().name("engine")::start);
    }
  }

  /** Has work done once a batch has ended. */
  public <T> CompletableFuture<T> after(ChainBatch batch, Callable<T> work) {
    var result = new CompletableFuture<T>();
    var unused =
        batch
            .end()
            .whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    result.completeExceptionally(failure);
                  } else {
                    add(new Job.Task<>(work, result));
                  }
                });
    return result;
  }

  private synchronized void add(Job.Task<?> task) {
    queue.add(task);
    start();
  }

  private void run() {
    Throwable end = new StoppedException();
    try {
      engine.run(queue, monitor);
    } catch (RuntimeException | Error e) {
      end = e;
    }
    queue.close();
    abandon(end);
  }

  private synchronized void abandon(Throwable why) {
    batches.forEach(batch -> batch.abandon(why));
  }

  /**
   * Waits until a batch has ended.
   *
   * @throws StoppedException where the monitor stopped the engine before
   */
  public void await(ChainBatch batch) {
    await(batch.end());
  }

  /**
   * Waits for the result of work.
   *
   * @throws StoppedException where the monitor stopped the engine before
   */
  public <T extends @Nullable Object> T await(Future<T> result) {
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("Interrupted before all jobs were done.");
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw new IllegalStateException(failed.getCause());
      }
    }
  }

  /** Cancels a batch, and returns when none of its chains runs. */
  public void cancel(ChainBatch batch) {
    batch.cancel();
    batch.end().handle((nothing, failure) -> true).join();
  }

  /** Gives up what still runs, and returns when the engine has ended. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      queue.close();
      batches.forEach(ChainBatch::cancel);
    }
    work.join();
  }

  /**
   * Runs chains of one recipe on an engine of their own to their end.
   *
   * @throws StoppedException where the monitor stops them
   */
  public static void run(
      Engine engine,
      ChainRecipe recipe,
      IntStream chains,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    try (var session = new EngineSession(engine, monitor)) {
      var batch = new ChainBatch(recipe, chains).to(sink);
      session.submit(batch);
      session.await(batch);
    }
  }
}
