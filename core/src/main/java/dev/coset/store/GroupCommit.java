package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does something slow with outcomes in a thread of its own, such as to keep them: everything that
 * came while the disk was busy goes there together and is forced once, so that no engine waits for
 * the disk, however short its chains are. Whoever hands over outcomes waits only where very many
 * are not kept yet. What was not kept when a process is killed is sampled again.
 */
final class GroupCommit implements Consumer<List<ChainOutcome>>, AutoCloseable {
  private static final int MOST_WAITING = 1000;

  private final Consumer<List<ChainOutcome>> keeping;
  private final Runnable whenFailed;
  private final Object lock = new Object();
  private final Thread writer;
  private List<ChainOutcome> waiting = new ArrayList<>();
  private boolean closed;
  private volatile @Nullable RuntimeException failure;

  /**
   * @param whenFailed is told where outcomes cannot be kept
   * @param keeping returns when they are, such as on disk; called from one thread
   */
  GroupCommit(Runnable whenFailed, Consumer<List<ChainOutcome>> keeping) {
    this.whenFailed = whenFailed;
    this.keeping = keeping;
    this.writer = Thread.ofPlatform().name("journal").start(this::write);
  }

  /** Takes outcomes to be kept soon; where keeping has failed, they are dropped. */
  @Override
  public void accept(List<ChainOutcome> outcomes) {
    synchronized (lock) {
      boolean interrupted = false;
      while (waiting.size() >= MOST_WAITING && failure == null && !interrupted) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true; // more than should wait do then, which does no harm
        }
      }
      if (failure == null) {
        waiting.addAll(outcomes);
        lock.notifyAll();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void write() {
    try {
      for (var batch = next(); !batch.isEmpty(); batch = next()) {
        keeping.accept(batch);
      }
    } catch (RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(new IllegalStateException(e));
    }
  }

  /** Everything that waits, once something does; nothing at the end. */
  private List<ChainOutcome> next() {
    synchronized (lock) {
      while (waiting.isEmpty() && !closed) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException("The thread that keeps chains was interrupted.", e);
        }
      }
      List<ChainOutcome> batch = waiting;
      waiting = new ArrayList<>();
      lock.notifyAll();
      return batch;
    }
  }

  private void fail(RuntimeException e) {
    synchronized (lock) {
      failure = e;
      waiting.clear();
      lock.notifyAll();
    }
    whenFailed.run();
  }

  /** Returns when all is kept; throws where that failed. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
