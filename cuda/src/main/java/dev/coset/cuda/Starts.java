package dev.coset.cuda;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.ChainStart;
import dev.coset.posterior.Posterior;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Chains of the queue that are ready to begin. Uniform starts are found on the device; others by
 * this machine's processors, while the device runs chains that have theirs.
 */
final class Starts implements AutoCloseable {
  private final Posterior posterior;
  private final ChainPlan plan;
  private final ChainQueue queue;
  private final Consumer<ChainOutcome> failures;
  private final @Nullable ExecutorService pool;
  private final BlockingQueue<Object> made = new LinkedBlockingQueue<>(); // Ready or Failed
  private int inTheMaking;

  /**
   * @param point where it begins; null where the device finds that
   */
  record Ready(int chain, ChainStart.@Nullable Point point) {}

  /**
   * @param failures takes chains that found no start
   */
  Starts(
      Posterior posterior,
      ChainPlan plan,
      ChainQueue queue,
      int threads,
      Consumer<ChainOutcome> failures) {
    this.posterior = posterior;
    this.plan = plan;
    this.queue = queue;
    this.failures = failures;
    boolean uniform = plan.start().equals(ChainStart.UNIFORM);
    this.pool =
        uniform
            ? null
            : Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("start-", 0).factory());
  }

  /**
   * The next chain, if one is ready.
   *
   * @param wanted how many could begin soon
   * @param wait whether there is nothing else to do
   */
  @Nullable Ready next(int wanted, boolean wait) throws InterruptedException {
    if (pool == null) {
      OptionalInt chain = queue.next();
      return chain.isPresent() ? new Ready(chain.getAsInt(), null) : null;
    }
    for (; inTheMaking < wanted; inTheMaking++) {
      OptionalInt chain = queue.next();
      if (chain.isEmpty()) {
        break;
      }
      pool.execute(() -> made.add(make(chain.getAsInt())));
    }
    while (inTheMaking > 0) {
      Object next = wait ? made.take() : made.poll();
      if (next == null) {
        return null;
      }
      inTheMaking--;
      if (next instanceof Ready ready) {
        return ready;
      }
      failures.accept((ChainOutcome) next);
    }
    return null;
  }

  private Object make(int chain) {
    long began = System.nanoTime();
    try {
      var start = ChainStart.named(plan.start());
      return new Ready(chain, start.of(posterior, plan.seed(), plan.superchainOf(chain)));
    } catch (RuntimeException failure) {
      String what = failure.getMessage();
      return new ChainOutcome.Failed(
          chain, what == null ? failure.toString() : what, (System.nanoTime() - began) * 1e-9);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
