package dev.coset.chains;

import dev.coset.parallel.Team;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Work for one thread of an engine. */
public sealed interface Job {
  /** A chain to sample. */
  record Chain(ChainBatch batch, int chain) implements Job {}

  /**
   * Help with the chain of another thread.
   *
   * @param until the queue has changed
   */
  record Help(Team team, BooleanSupplier until) implements Job {}

  /**
   * Anything else, such as to score what chains say.
   *
   * @param result of the work, once it is done
   */
  record Task<T>(Callable<T> work, CompletableFuture<T> result) implements Job {
    /** Does the work; whatever it throws goes to whoever waits for the result. */
    public void run() {
      try {
        result.complete(work.call());
      } catch (Exception | Error e) {
        result.completeExceptionally(e);
      }
    }
  }
}
