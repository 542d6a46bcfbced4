package dev.coset.parallel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Work shared out among a number of threads that the caller gives: never more, and with one thread
 * it is the caller's own. What is computed must not depend on who computes it. What a body throws
 * ends the rest and is thrown to the caller as it is; so does an interrupt, as {@link
 * CancellationException}, after which the thread is still interrupted.
 */
public final class Parallel {

  /** Does one of the numbered tasks. */
  @FunctionalInterface
  public interface Task<W> {
    void run(int task, W work);
  }

  /** Does {@code from .. to - 1}. */
  @FunctionalInterface
  public interface Range {
    void run(int from, int to);
  }

  private Parallel() {}

  /**
   * Does tasks {@code 0 .. count - 1}, each by whichever thread is free.
   *
   * @param work space of its own for every thread
   */
  public static <W> void tasks(int threads, int count, Supplier<W> work, Task<W> body) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
    var next = new AtomicInteger();
    Runnable worker =
        () -> {
          W own = work.get();
          for (int task = next.getAndIncrement(); task < count; task = next.getAndIncrement()) {
            if (Thread.currentThread().isInterrupted()) {
              throw new CancellationException("Interrupted before all work was done.");
            }
            body.run(task, own);
          }
        };
    int workers = Math.min(threads, count);
    if (workers == 1) {
      worker.run();
    } else if (workers > 1) {
      share(workers, worker);
    }
  }

  /** The same without work space. */
  public static void tasks(int threads, int count, IntConsumer body) {
    tasks(threads, count, () -> body, (task, each) -> each.accept(task));
  }

  /**
   * Does {@code 0 .. count - 1} as one range for each thread; none where there is nothing to do.
   */
  public static void ranges(int threads, int count, Range body) {
    int parts = Math.min(threads, count);
    tasks(
        threads, parts, part -> body.run(bound(count, parts, part), bound(count, parts, part + 1)));
  }

  private static int bound(int count, int parts, int part) {
    return (int) ((long) count * part / parts);
  }

  private static void share(int workers, Runnable worker) {
    try (var pool =
        Executors.newFixedThreadPool(workers, Thread.ofPlatform().name("parallel-", 0).factory())) {
      var done = new ExecutorCompletionService<Object>(pool);
      for (int i = 0; i < workers; i++) {
        done.submit(worker, worker);
      }
      try {
        for (int i = 0; i < workers; i++) {
          done.take().get();
        }
      } catch (InterruptedException interrupted) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
        throw new CancellationException("Interrupted before all work was done.");
      } catch (ExecutionException failed) {
        pool.shutdownNow();
        switch (failed.getCause()) {
          case RuntimeException e -> throw e;
          case Error e -> throw e;
          case null, default -> throw new IllegalStateException(failed.getCause());
        }
      }
    }
  }
}
