package dev.coset.vectormath;

import static dev.coset.vectormath.FloatLayer.BLOCK;
import static dev.coset.vectormath.FloatLayer.FIRST;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of one-hot inputs in {@link SimdFloatLayer}: neurons lie across lanes here, for as many
 * points as there are lanes, in a square that {@link SimdTranspose} turns. The file of one
 * precision is generated from that of the other; a test compares them.
 */
final class SimdFloatRows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdFloatRows() {}

  /** For each point the sum of its rows, of neurons from i on, into a square (point, neuron). */
  static void sums(float[] rows, int i, int[] at, int p, int groups, float[] square) {
    for (int k = 0; k < WIDTH; k++) {
      FloatVector sum = FloatVector.fromArray(SPECIES, rows, at[p + k] + i);
      for (int g = 1; g < groups; g++) {
        sum = FloatVector.fromArray(SPECIES, rows, at[g * BLOCK + p + k] + i).add(sum);
      }
      sum.intoArray(square, FIRST + k * WIDTH);
    }
  }

  /** Adds the first rows of a square to rows of neurons. */
  static void addTo(float[] out, int outAt, float[] square, int neurons) {
    for (int k = 0; k < neurons; k++) {
      FloatVector.fromArray(SPECIES, out, outAt + k * BLOCK)
          .add(FloatVector.fromArray(SPECIES, square, FIRST + k * WIDTH))
          .intoArray(out, outAt + k * BLOCK);
    }
  }

  /** Adds each point of a square (point, neuron) to its rows, of neurons from i on. */
  static void addSquare(float[] square, int[] at, int p, int groups, float[] sums, int i) {
    for (int k = 0; k < WIDTH; k++) {
      FloatVector delta = FloatVector.fromArray(SPECIES, square, FIRST + k * WIDTH);
      for (int g = 0; g < groups; g++) {
        int row = at[g * BLOCK + p + k] + i;
        delta.add(FloatVector.fromArray(SPECIES, sums, row)).intoArray(sums, row);
      }
    }
  }
}
