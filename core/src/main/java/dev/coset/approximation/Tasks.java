package dev.coset.approximation;

import dev.coset.data.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Numbered tasks shared out among threads; each is done by one thread, whichever is free. */
final class Tasks {

  @FunctionalInterface
  interface Body<W> {
    void run(int task, W work);
  }

  private Tasks() {}

  /**
   * Does tasks {@code 0 .. count - 1}. What a task throws ends the rest and is thrown here.
   *
   * @param work space of its own for every thread
   */
  static <W> void run(int threads, int count, Supplier<W> work, Body<W> body) {
    if (threads < 1) {
      throw new InputException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
    var next = new AtomicInteger();
    Runnable worker =
        () -> {
          W own = work.get();
          for (int task = next.getAndIncrement(); task < count; task = next.getAndIncrement()) {
            body.run(task, own);
          }
        };
    if (threads == 1 || count <= 1) {
      worker.run();
      return;
    }
    try (var pool =
        Executors.newFixedThreadPool(
            Math.min(threads, count), Thread.ofPlatform().name("approximation-", 0).factory())) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < Math.min(threads, count); i++) {
        workers.add(pool.submit(worker));
      }
      for (Future<?> each : workers) {
        await(each, next, count);
      }
    }
  }

  private static void await(Future<?> worker, AtomicInteger next, int count) {
    try {
      worker.get();
    } catch (InterruptedException interrupted) {
      next.set(count);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for other threads.", interrupted);
    } catch (ExecutionException failed) {
      next.set(count);
      switch (failed.getCause()) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw new IllegalStateException(failed.getCause());
      }
    }
  }
}
