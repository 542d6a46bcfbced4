package dev.coset.vectormath;

import static dev.coset.vectormath.DoubleLayer.BLOCK;
import static dev.coset.vectormath.DoubleLayer.FIRST;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of one-hot inputs in {@link SimdDoubleLayer}: neurons lie across lanes here, for as many
 * points as there are lanes, in a square that {@link SimdTranspose} turns. The file of one
 * precision is generated from that of the other; a test compares them.
 */
final class SimdDoubleRows {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdDoubleRows() {}

  /** For each point the sum of its rows, of neurons from i on, into a square (point, neuron). */
  static void sums(
      double[] rows, int i, int stride, short[] codes, int codesAt, int[] first, double[] square) {
    int from = FIRST + i;
    for (int k = 0; k < WIDTH; k++) {
      int at = codesAt + k;
      DoubleVector sum =
          DoubleVector.fromArray(SPECIES, rows, from + (first[0] + codes[at]) * stride);
      for (int g = 1; g < first.length; g++) {
        at += BLOCK;
        sum =
            DoubleVector.fromArray(SPECIES, rows, from + (first[g] + codes[at]) * stride).add(sum);
      }
      sum.intoArray(square, FIRST + k * WIDTH);
    }
  }

  /** Adds the first rows of a square to rows of neurons. */
  static void addTo(double[] out, int outAt, double[] square, int neurons) {
    for (int k = 0; k < neurons; k++) {
      DoubleVector.fromArray(SPECIES, out, outAt + k * BLOCK)
          .add(DoubleVector.fromArray(SPECIES, square, FIRST + k * WIDTH))
          .intoArray(out, outAt + k * BLOCK);
    }
  }

  /** Adds each point of a square (point, neuron) to its rows. */
  static void addSquare(
      double[] square, short[] codes, int codesAt, int[] first, double[] sums, int i, int stride) {
    int to = FIRST + i;
    for (int k = 0; k < WIDTH; k++) {
      DoubleVector delta = DoubleVector.fromArray(SPECIES, square, FIRST + k * WIDTH);
      int at = codesAt + k;
      for (int g = 0; g < first.length; g++) {
        int row = to + (first[g] + codes[at]) * stride;
        delta.add(DoubleVector.fromArray(SPECIES, sums, row)).intoArray(sums, row);
        at += BLOCK;
      }
    }
  }
}
