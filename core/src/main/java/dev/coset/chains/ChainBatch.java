package dev.coset.chains;

import dev.coset.sampler.SamplerMonitor;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A queue of chains of one recipe, and the receiver of their outcomes. Thread-safe. */
public final class ChainBatch {
  private final ChainRecipe recipe;
  private final int[] chains;
  private final Object delivery = new Object();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private Consumer<List<ChainOutcome>> sink = outcomes -> {};
  private SamplerMonitor own = SamplerMonitor.NONE;
  private int taken;
  private int running;
  private boolean incomplete;
  private volatile boolean cancelled;

  /**
   * @param chains to run, in this order
   */
  public ChainBatch(ChainRecipe recipe, IntStream chains) {
    this.recipe = recipe;
    this.chains = chains.toArray();
  }

  /**
   * Says where outcomes go, before the batch is submitted.
   *
   * @param to gets outcomes as they come, from one thread at a time; it returns soon
   */
  public ChainBatch to(Consumer<List<ChainOutcome>> to) {
    sink = to;
    return this;
  }

  /** Says who watches the chains of this batch besides, before the batch is submitted. */
  public ChainBatch watchedBy(SamplerMonitor monitor) {
    own = monitor;
    return this;
  }

  public ChainRecipe recipe() {
    return recipe;
  }

  /** How many chains it has in all. */
  public int size() {
    return chains.length;
  }

  /** The next chain to run; empty when none is left. */
  public synchronized OptionalInt next() {
    if (handedOut()) {
      return OptionalInt.empty();
    }
    running++;
    return OptionalInt.of(chains[taken++]);
  }

  /** Whether no chain is left to hand out. */
  synchronized boolean handedOut() {
    return cancelled || taken == chains.length;
  }

  /** Passes on the outcomes of chains that {@link #next} handed out. */
  public void deliver(List<ChainOutcome> outcomes) {
    synchronized (delivery) {
      sink.accept(outcomes);
    }
    synchronized (this) {
      running -= outcomes.size();
    }
    endIfDone();
  }

  /** Says that a number of chains that were handed out will have no outcome. */
  public void giveUp(int number) {
    synchronized (this) {
      running -= number;
      incomplete |= number > 0;
    }
    endIfDone();
  }

  /** Hands out no more chains, and stops those that run. */
  public void cancel() {
    cancelled = true;
    endIfDone();
  }

  public boolean cancelled() {
    return cancelled;
  }

  /**
   * What watches the chains of this batch: a monitor and the batch's own; both stop them, and so
   * does the end of the batch.
   */
  public SamplerMonitor watch(SamplerMonitor monitor) {
    return monitor.and(own).or(() -> cancelled);
  }

  /** Completes the end where all chains have outcomes, or the wanted number has. */
  void endIfDone() {
    boolean done;
    synchronized (this) {
      done = running == 0 && (cancelled || (taken == chains.length && !incomplete));
    }
    if (done) {
      end.complete(null);
    }
  }

  /** Says why no engine runs the rest. */
  void abandon(Throwable why) {
    end.completeExceptionally(why);
  }

  /** Completed once all chains have outcomes, or no engine runs the rest. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }
}
