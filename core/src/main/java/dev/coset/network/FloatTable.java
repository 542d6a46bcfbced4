package dev.coset.network;

import dev.coset.vectormath.FloatLayer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Points in chunks, in single precision, as gradients read them. Immutable, so that all threads
 * share one. The file of one precision is generated from that of the other; a test compares them.
 */
final class FloatTable {
  private static final int CHUNK = FloatLayer.BLOCK;
  private static final int FIRST = FloatLayer.FIRST;

  final int points;

  /** (chunk, input, point of the chunk) from FIRST on; the last point fills up the last chunk. */
  final float[] x;

  /** How many targets a point has. */
  final int targets;

  /** (chunk, target, point of the chunk) from FIRST on, filled up like x. */
  final float[] y;

  /** (chunk, point of the chunk) from FIRST on; what fills up the last chunk weighs nothing. */
  final float[] weights;

  /** (input), of absolute values. */
  final float[] largest;

  /**
   * Copies points.
   *
   * @param x (input, point)
   * @param y (target, point), where targets are used
   * @param weights (point); null where all are 1
   */
  FloatTable(double[][] x, double[][] y, double @Nullable [] weights) {
    this.points = x[0].length;
    this.x = inChunks(x);
    this.targets = y.length;
    this.y = inChunks(y);
    this.weights = inChunks(new double[][] {weights == null ? ones(points) : weights});
    Arrays.fill(this.weights, FIRST + points, this.weights.length, 0);
    this.largest = new float[x.length];
    for (int j = 0; j < x.length; j++) {
      largest[j] = (float) Arrays.stream(x[j]).map(Math::abs).max().orElse(0);
    }
  }

  private static double[] ones(int points) {
    double[] ones = new double[points];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** With room for a tile behind the last chunk. */
  private static float[] inChunks(double[][] columns) {
    int points = columns.length == 0 ? 0 : columns[0].length;
    int chunks = (points + CHUNK - 1) / CHUNK;
    int filled = FIRST + Math.multiplyExact(chunks, columns.length * CHUNK);
    float[] values = new float[filled + FloatLayer.TILE * CHUNK];
    int to = FIRST;
    for (int chunk = 0; chunk < chunks; chunk++) {
      for (double[] column : columns) {
        for (int p = chunk * CHUNK; p < (chunk + 1) * CHUNK; p++) {
          values[to++] = (float) column[Math.min(p, points - 1)];
        }
      }
    }
    return values;
  }
}
