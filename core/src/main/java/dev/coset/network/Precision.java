package dev.coset.network;

/**
 * The arithmetic in which the network runs; state, momenta and sums over the data are double in
 * either case.
 */
public enum Precision {
  SINGLE,
  DOUBLE
}
