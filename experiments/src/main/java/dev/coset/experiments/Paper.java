package dev.coset.experiments;

/** The sizes that all of the paper's experiments share. */
final class Paper {
  /** Chains with one draw each, or draws of one chain, or of a Laplace approximation. */
  static final int DRAWS = 1274;

  static final int WARMUP = 1024;

  /** Of the chains that figures show. */
  static final long SEED = 0;

  static final int MEMBERS = 10;

  private Paper() {}
}
