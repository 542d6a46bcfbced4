package dev.coset.fit;

/** Says that all chains of a model failed, and why most of them did. */
public final class NoChainFinished extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoChainFinished(int chains, String reason) {
    super("All %d chains failed: %s".formatted(chains, reason));
  }
}
