package dev.coset.statistics;

/**
 * The estimated Bayesian fraction of missing information of one chain (Betancourt 2016): how far
 * new momenta move the energy, compared with how far it varies. Below 0.3 the momenta explore the
 * energies too slowly.
 */
public final class Ebfmi {

  private Ebfmi() {}

  /** NaN for a chain of one draw, or of constant energy. */
  public static double of(double[] energy) {
    if (energy.length < 2) {
      return Double.NaN;
    }
    double sum = 0;
    for (int t = 1; t < energy.length; t++) {
      double step = energy[t] - energy[t - 1];
      sum += step * step;
    }
    return sum / (energy.length - 1) / ChainArray.variance(energy);
  }
}
