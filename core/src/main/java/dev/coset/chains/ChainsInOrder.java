package dev.coset.chains;

import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Shows outcomes to a stopping rule in the order of chains, and tells when it has enough of them.
 */
public final class ChainsInOrder {
  private final StoppingRule rule;
  private final Runnable whenEnough;
  private final TreeMap<Integer, ChainOutcome> waiting = new TreeMap<>();
  private int next;
  private boolean enough;

  public ChainsInOrder(StoppingRule rule, Runnable whenEnough) {
    this.rule = rule;
    this.whenEnough = whenEnough;
  }

  public synchronized void add(ChainOutcome outcome) {
    waiting.put(outcome.chain(), outcome);
    for (var first = waiting.get(next); first != null && !enough; first = waiting.get(next)) {
      waiting.remove(next);
      next++;
      if (rule.isEnough(first)) {
        enough = true;
        whenEnough.run();
      }
    }
  }

  /** The number of chains the rule was content with, once it is. */
  public synchronized OptionalInt enough() {
    return enough ? OptionalInt.of(next) : OptionalInt.empty();
  }
}
