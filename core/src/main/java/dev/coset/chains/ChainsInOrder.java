package dev.coset.chains;

import dev.coset.sampler.SamplerMonitor;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Shows outcomes to a stopping rule in the order of chains, and stops the others when it says so.
 */
public final class ChainsInOrder {
  private final StoppingRule rule;
  private final ChainQueue queue;
  private final TreeMap<Integer, ChainOutcome> waiting = new TreeMap<>();
  private int next;
  private volatile boolean enough;

  public ChainsInOrder(StoppingRule rule, ChainQueue queue) {
    this.rule = rule;
    this.queue = queue;
  }

  public synchronized void add(ChainOutcome outcome) {
    waiting.put(outcome.chain(), outcome);
    for (var first = waiting.get(next); first != null && !enough; first = waiting.get(next)) {
      waiting.remove(next);
      next++;
      if (rule.isEnough(first)) {
        enough = true;
        queue.close();
      }
    }
  }

  /** The number of chains the rule was content with, once it is. */
  public synchronized OptionalInt enough() {
    return enough ? OptionalInt.of(next) : OptionalInt.empty();
  }

  /** The monitor, which now also stops chains that are no longer needed. */
  public SamplerMonitor watch(SamplerMonitor monitor) {
    return monitor.or(() -> enough);
  }
}
