package dev.coset.laplace;

import dev.coset.data.InputException;

/**
 * Settings of a Laplace approximation.
 *
 * @param threads share the work; the result does not depend on them
 */
public record LaplaceSettings(
    Curvature curvature, Structure structure, PriorScale priorScale, Noise noise, int threads) {

  /** The second derivatives of the likelihood that are used. */
  public enum Curvature {
    /** {@code J'J / sigma^2}: never negative, and the one that belongs to a linearised network. */
    GAUSS_NEWTON,
    /**
     * All of them. Where they and the prior's do not make a positive definite matrix, their
     * negative eigenvalues are set to 0, which leaves those directions to the prior; {@link
     * Laplace#repaired} tells.
     */
    EXACT
  }

  /** Which entries of theta vary, and how. */
  public enum Structure {
    /** All, with all their covariances: to some 5,000 weights. */
    FULL,
    /** All, as if independent. */
    DIAGONAL,
    /** The weights and bias of the output, in which the network is linear; the others stay. */
    LAST_LAYER
  }

  /** Which scale the prior of theta has. */
  public enum PriorScale {
    /** That of the posterior. */
    AS_GIVEN,
    /** The one that maximises the evidence around the same theta, as laplace-torch does it. */
    MAXIMUM_EVIDENCE
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
    if (curvature == Curvature.EXACT && structure == Structure.DIAGONAL) {
      throw new InputException(
          "The diagonal of the exact Hessian may be negative: choose the Gauss-Newton curvature.");
    }
    if (threads < 1) {
      throw new InputException(
          "The number of threads must be at least 1, but was " + threads + ".");
    }
  }

  /** Full Gauss-Newton, with the prior as given and sigma fixed. */
  public static LaplaceSettings standard() {
    return new LaplaceSettings(
        Curvature.GAUSS_NEWTON,
        Structure.FULL,
        PriorScale.AS_GIVEN,
        Noise.FIXED,
        Runtime.getRuntime().availableProcessors());
  }

  public LaplaceSettings with(Curvature other) {
    return new LaplaceSettings(other, structure, priorScale, noise, threads);
  }

  public LaplaceSettings with(Structure other) {
    return new LaplaceSettings(curvature, other, priorScale, noise, threads);
  }

  public LaplaceSettings with(PriorScale other) {
    return new LaplaceSettings(curvature, structure, other, noise, threads);
  }

  public LaplaceSettings with(Noise other) {
    return new LaplaceSettings(curvature, structure, priorScale, other, threads);
  }

  public LaplaceSettings withThreads(int number) {
    return new LaplaceSettings(curvature, structure, priorScale, noise, number);
  }
}
