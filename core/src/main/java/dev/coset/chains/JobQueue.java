package dev.coset.chains;

import dev.coset.parallel.StoppedException;
import dev.coset.parallel.Team;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Jobs that wait for an engine: tasks first, then the chains of batches in the order in which they
 * came. More may come while the engine works, until the queue is closed. Thread-safe.
 */
public final class JobQueue {
  private final Deque<Job.Task<?>> tasks = new ArrayDeque<>();
  private final List<ChainBatch> batches = new ArrayList<>();
  private final Set<ChainBatch> taken = new HashSet<>();
  private final Map<Team, Integer> teams = new LinkedHashMap<>(); // of chains, and who was sent
  private volatile int changes;
  private boolean closed;

  /** Adds a batch; a closed queue abandons it. */
  public synchronized void add(ChainBatch batch) {
    if (closed) {
      batch.abandon(new StoppedException());
    } else {
      batches.add(batch);
      change();
    }
  }

  /** Adds a task; a closed queue abandons it. */
  public synchronized void add(Job.Task<?> task) {
    if (closed) {
      task.result().completeExceptionally(new StoppedException());
    } else {
      tasks.add(task);
      change();
    }
  }

  private void change() {
    changes++;
    teams.replaceAll((team, sent) -> 0);
    notifyAll();
  }

  /**
   * Asks workers without a job to help with a chain. Those who help others come back and are shared
   * out anew.
   */
  synchronized void askHelp(Team team) {
    teams.put(team, 0);
    change();
  }

  /** Says that the chain is done. */
  synchronized void helped(Team team) {
    teams.remove(team);
    change();
  }

  /**
   * Waits for the next job; empty once the queue is closed.
   *
   * @param which batches a worker is for
   */
  public synchronized Optional<Job> take(Predicate<ChainBatch> which) throws InterruptedException {
    for (; !closed; wait()) {
      if (!tasks.isEmpty()) {
        return Optional.of(tasks.remove());
      }
      Optional<Job.Chain> chain = poll(which);
      if (chain.isPresent()) {
        return Optional.of(chain.get());
      }
      if (!teams.isEmpty()) {
        Team least = Collections.min(teams.entrySet(), Map.Entry.comparingByValue()).getKey();
        teams.merge(least, 1, Integer::sum);
        int now = changes;
        return Optional.of(new Job.Help(least, () -> changes != now));
      }
    }
    return Optional.empty();
  }

  /** The next chain; empty where none waits. */
  public synchronized Optional<Job.Chain> poll(Predicate<ChainBatch> which) {
    batches.removeIf(ChainBatch::handedOut);
    for (ChainBatch batch : closed ? List.<ChainBatch>of() : batches) {
      OptionalInt chain = which.test(batch) ? batch.next() : OptionalInt.empty();
      if (chain.isPresent()) {
        return Optional.of(new Job.Chain(batch, chain.getAsInt()));
      }
    }
    return Optional.empty();
  }

  /**
   * Waits for a batch that no other worker of this kind has chains of: a worker that runs many
   * chains of one batch at once asks for them by {@link #next}. Others may take chains of it too.
   */
  public synchronized Optional<ChainBatch> takeBatch(Predicate<ChainBatch> which)
      throws InterruptedException {
    for (; !closed; wait()) {
      batches.removeIf(ChainBatch::handedOut);
      taken.retainAll(batches);
      Optional<ChainBatch> first =
          batches.stream().filter(batch -> !taken.contains(batch)).filter(which).findFirst();
      if (first.isPresent()) {
        taken.add(first.get());
        return first;
      }
    }
    return Optional.empty();
  }

  /** The next chain of a batch; empty where none is left or the queue is closed. */
  public synchronized OptionalInt next(ChainBatch batch) {
    return closed ? OptionalInt.empty() : batch.next();
  }

  public synchronized boolean closed() {
    return closed;
  }

  /** Hands out no more, and abandons the tasks that wait. */
  public synchronized void close() {
    closed = true;
    tasks.forEach(task -> task.result().completeExceptionally(new StoppedException()));
    tasks.clear();
    change();
  }
}
