package dev.coset.chains;

import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/** The chains still to be started, in order, handed out to whoever is free. */
public final class ChainQueue {
  private final PrimitiveIterator.OfInt chains;
  private boolean closed;

  public ChainQueue(IntStream chains) {
    this.chains = chains.iterator();
  }

  /** The next chain to run; empty when none is left. */
  public synchronized OptionalInt next() {
    return !closed && chains.hasNext() ? OptionalInt.of(chains.nextInt()) : OptionalInt.empty();
  }

  /** Hands out no more. */
  public synchronized void close() {
    closed = true;
  }
}
