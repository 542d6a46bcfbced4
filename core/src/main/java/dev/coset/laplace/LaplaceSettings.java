package dev.coset.laplace;

import dev.coset.data.InputException;

/**
 * Which Laplace approximation. Its curvature is that of Gauss and Newton, {@code J'F J}, which is
 * never negative and belongs to a linearised network.
 *
 * @param threads share the work; the result does not depend on them
 */
public record LaplaceSettings(Structure structure, Noise noise, int threads) {

  /** Which entries of theta vary, and how. */
  public enum Structure {
    /** All, with all their covariances: to some 5,000 weights. */
    FULL,
    /** All, as if independent. */
    DIAGONAL,
    /** The weights and bias of the output, in which the network is linear; the others stay. */
    LAST_LAYER
  }

  /** What becomes of sigma. */
  public enum Noise {
    /** It stays as it was trained; the evidence is {@code p(D | sigma)}. */
    FIXED,
    /**
     * Log sigma is one more normal entry, and the evidence is {@code p(D)}. The linearised
     * predictive has the trained sigma all the same: it would not be normal otherwise.
     */
    JOINT
  }

  public LaplaceSettings {
    if (threads < 1) {
      throw new InputException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
  }

  /** Full, with sigma fixed. */
  public static LaplaceSettings standard() {
    return new LaplaceSettings(
        Structure.FULL, Noise.FIXED, Runtime.getRuntime().availableProcessors());
  }

  public LaplaceSettings with(Structure other) {
    return new LaplaceSettings(other, noise, threads);
  }

  public LaplaceSettings with(Noise other) {
    return new LaplaceSettings(structure, other, threads);
  }

  public LaplaceSettings withThreads(int number) {
    return new LaplaceSettings(structure, noise, number);
  }
}
