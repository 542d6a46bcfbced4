package dev.coset.parallel;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A thread and those that help it: its owner hands out rounds of numbered tasks, and does them
 * together with whoever helps at the time. What is computed must not depend on who computes it. A
 * round costs about a microsecond and allocates nothing, so rounds may be short.
 *
 * <p>One number holds the round and its next task, so that whoever takes a task knows its round:
 * the owner begins another only once all tasks of the one before are done.
 */
public final class Team {
  /** Members are numbered below it; the owner is number 0. */
  public static final int MOST = 64;

  private static final int SPINS = 10_000; // some 100 microseconds, longer than a leapfrog step
  private static final long PAUSE_NANOS = 50_000;

  /** Does one of the numbered tasks of a round. */
  @FunctionalInterface
  public interface Task {
    /**
     * @param member who does it, for work space of its own
     */
    void run(int task, int member);
  }

  private final AtomicLong next = new AtomicLong(); // (round, task)
  private final AtomicInteger left = new AtomicInteger(); // tasks of the round that are not done
  private final BitSet members = new BitSet(MOST); // who helps; guarded by this
  private volatile int helpers;
  private volatile boolean failed;
  private volatile int tasks;
  private volatile Task work = (task, member) -> {};

  /** How many help now. */
  public int helpers() {
    return helpers;
  }

  /** Does the tasks {@code 0 .. count - 1}; for the owner. */
  public void run(int count, Task body) {
    if (helpers == 0) {
      for (int task = 0; task < count; task++) {
        body.run(task, 0);
      }
      return;
    }
    work = body;
    left.set(count);
    tasks = 0; // whoever still looks at the round before finds nothing
    next.set((next.get() >>> Integer.SIZE) + 1 << Integer.SIZE);
    tasks = count;
    try {
      for (int task = take(); task >= 0; task = take()) {
        try {
          body.run(task, 0);
        } finally {
          left.decrementAndGet();
        }
      }
    } finally { // also where a task failed: nobody may be left at work
      while (take() >= 0) {
        left.decrementAndGet();
      }
      await();
    }
    if (failed) {
      throw new IllegalStateException("A thread that helped has failed.");
    }
  }

  private void await() {
    for (int spins = 0; left.get() > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /** The next task of this round; -1 where none is left. */
  private int take() {
    while (true) {
      long at = next.get();
      int task = (int) at;
      if (task >= tasks) {
        return -1;
      }
      if (next.compareAndSet(at, at + 1)) {
        return task;
      }
    }
  }

  /**
   * Helps until told otherwise; at once where all places are taken.
   *
   * @param until asked between tasks
   */
  public void help(BooleanSupplier until) {
    int member = join();
    if (member == MOST) {
      return;
    }
    try {
      for (int idle = 0; !until.getAsBoolean(); ) {
        int task = take();
        if (task >= 0) {
          help(task, member);
          idle = 0;
        } else if (idle++ < SPINS) {
          Thread.onSpinWait();
        } else {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    } finally {
      leave(member);
    }
  }

  private void help(int task, int member) {
    boolean done = false;
    try {
      work.run(task, member);
      done = true;
    } finally {
      failed |= !done;
      left.decrementAndGet();
    }
  }

  private synchronized int join() {
    int member = members.nextClearBit(1);
    if (member < MOST) {
      members.set(member);
      helpers = members.cardinality();
    }
    return member;
  }

  private synchronized void leave(int member) {
    members.clear(member);
    helpers = members.cardinality();
  }
}
