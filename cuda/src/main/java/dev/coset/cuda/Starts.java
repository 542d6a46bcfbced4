package dev.coset.cuda;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainStart;
import dev.coset.chains.JobQueue;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Chains of a batch that are ready to begin. Uniform starts are found on the device; others by this
 * machine's processors, while the device runs chains that have theirs.
 */
final class Starts {
  /** How long it may take to notice a stop. */
  private static final long PATIENCE_MILLIS = 50;

  private final ChainBatch batch;
  private final JobQueue queue;
  private final Executor processors;
  private final boolean onDevice;
  private final BlockingQueue<Object> made = new LinkedBlockingQueue<>(); // Ready or Failed
  private int inTheMaking;

  /**
   * A chain that may begin.
   *
   * @param point where it begins; null where the device finds that
   */
  record Ready(int chain, ChainStart.@Nullable Point point) {}

  Starts(ChainBatch batch, JobQueue queue, Executor processors) {
    this.batch = batch;
    this.queue = queue;
    this.processors = processors;
    ChainRecipe recipe = batch.recipe();
    this.onDevice = recipe.starts() == null && recipe.plan().start().equals(ChainStart.UNIFORM);
  }

  /** Chains that were taken from the batch and have not begun. */
  int inTheMaking() {
    return inTheMaking;
  }

  /**
   * The next chain, if one is ready.
   *
   * @param wanted how many could begin soon
   * @param wait a little, since there is nothing else to do
   */
  @Nullable Ready next(int wanted, boolean wait) throws InterruptedException {
    if (onDevice) {
      OptionalInt chain = queue.next(batch);
      return chain.isPresent() ? new Ready(chain.getAsInt(), null) : null;
    }
    for (; inTheMaking < wanted; inTheMaking++) {
      OptionalInt chain = queue.next(batch);
      if (chain.isEmpty()) {
        break;
      }
      processors.execute(() -> made.add(make(chain.getAsInt())));
    }
    while (inTheMaking > 0) {
      Object next = wait ? made.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS) : made.poll();
      if (next == null) {
        return null;
      }
      inTheMaking--;
      if (next instanceof Ready ready) {
        return ready;
      }
      batch.deliver(List.of((ChainOutcome) next));
    }
    return null;
  }

  private Object make(int chain) {
    long began = System.nanoTime();
    try {
      return new Ready(chain, batch.recipe().start(chain, Thread.currentThread()::isInterrupted));
    } catch (RuntimeException failure) {
      String what = failure.getMessage();
      return new ChainOutcome.Failed(
          chain, what == null ? failure.toString() : what, (System.nanoTime() - began) * 1e-9);
    }
  }
}
