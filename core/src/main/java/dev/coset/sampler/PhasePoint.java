package dev.coset.sampler;

/** A point {@code z = (q, r)} of phase space with the gradient of the log density there. */
final class PhasePoint {
  final double[] q;
  final double[] r;
  final double[] gradient;
  double logDensity;

  PhasePoint(int dimension) {
    q = new double[dimension];
    r = new double[dimension];
    gradient = new double[dimension];
  }

  void copyFrom(PhasePoint other) {
    copyPositionFrom(other);
    System.arraycopy(other.r, 0, r, 0, r.length);
  }

  void copyPositionFrom(PhasePoint other) {
    System.arraycopy(other.q, 0, q, 0, q.length);
    System.arraycopy(other.gradient, 0, gradient, 0, gradient.length);
    logDensity = other.logDensity;
  }
}
