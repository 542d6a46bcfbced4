package dev.coset.chains;

import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Chains on platform threads of this machine; each takes the next chain when it is done with one.
 */
public final class LocalEngine implements Engine {
  private final int threads;

  /** One thread for each processor; for {@link java.util.ServiceLoader}. */
  public LocalEngine() {
    this(Runtime.getRuntime().availableProcessors());
  }

  public LocalEngine(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
    this.threads = threads;
  }

  @Override
  public String name() {
    return "local";
  }

  @Override
  public Engine with(Map<String, String> options) {
    String given = options.get("threads");
    return given == null ? this : new LocalEngine(Integer.parseInt(given));
  }

  @Override
  public OptionalInt atOnce() {
    return OptionalInt.of(threads);
  }

  @Override
  public void run(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      SamplerMonitor monitor,
      Consumer<List<ChainOutcome>> sink) {
    int workers = Math.min(threads, plan.chains());
    Object lock = new Object();
    // Not Parallel: chains are taken from a queue that others may close, one in flight is finished
    // and kept whatever ends the run, and a monitor that stops it is no error.
    Runnable worker =
        () -> {
          var runner = new ChainRunner(posterior, plan, monitor);
          for (var chain = queue.next(); chain.isPresent(); chain = queue.next()) {
            ChainOutcome outcome = runner.run(chain.getAsInt());
            synchronized (lock) {
              sink.accept(List.of(outcome));
            }
          }
        };
    try (var pool =
        Executors.newFixedThreadPool(workers, Thread.ofPlatform().name("chain-", 0).factory())) {
      var completion = new ExecutorCompletionService<Void>(pool);
      for (int i = 0; i < workers; i++) {
        completion.submit(worker, null);
      }
      for (int i = 0; i < workers; i++) {
        await(completion, queue);
      }
    }
  }

  /** Waits for a worker; one that could not go on stops the others after their chains. */
  private static void await(CompletionService<?> completion, ChainQueue queue) {
    try {
      completion.take().get();
    } catch (InterruptedException interrupted) {
      queue.close();
      Thread.currentThread().interrupt();
    } catch (ExecutionException failed) {
      queue.close();
      switch (failed.getCause()) {
        case SamplerMonitor.StoppedException stopped -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw new IllegalStateException(failed.getCause());
      }
    }
  }
}
