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
  static void sums(double[] rows, int i, int[] at, int p, int groups, double[] square) {
    for (int k = 0; k < WIDTH; k++) {
      DoubleVector sum = DoubleVector.fromArray(SPECIES, rows, at[p + k] + i);
      for (int g = 1; g < groups; g++) {
        sum = DoubleVector.fromArray(SPECIES, rows, at[g * BLOCK + p + k] + i).add(sum);
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

  /** Adds each point of a square (point, neuron) to its rows, of neurons from i on. */
  static void addSquare(double[] square, int[] at, int p, int groups, double[] sums, int i) {
    for (int k = 0; k < WIDTH; k++) {
      DoubleVector delta = DoubleVector.fromArray(SPECIES, square, FIRST + k * WIDTH);
      for (int g = 0; g < groups; g++) {
        int row = at[g * BLOCK + p + k] + i;
        delta.add(DoubleVector.fromArray(SPECIES, sums, row)).intoArray(sums, row);
      }
    }
  }
}
