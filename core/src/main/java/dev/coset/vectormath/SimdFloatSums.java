package dev.coset.vectormath;

import static dev.coset.vectormath.FloatLayer.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Adds up the lanes of sixteen sums at once, each in the order of {@link LaneSum}. {@code
 * SimdDoubleSums} is this file with other words; a test compares them.
 */
final class SimdFloatSums {
  /** The number of sums. */
  static final int SUMS = 16;

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private static final VectorMask<Float> UPPER_8 = upper(8);
  private static final VectorMask<Float> UPPER_4 = upper(4);
  private static final VectorMask<Float> UPPER_2 = upper(2);
  private static final VectorMask<Float> UPPER_1 = upper(1);
  private static final VectorShuffle<Float> SWAP_8 = swap(8);
  private static final VectorShuffle<Float> SWAP_4 = swap(4);
  private static final VectorShuffle<Float> SWAP_2 = swap(2);
  private static final VectorShuffle<Float> SWAP_1 = swap(1);

  private SimdFloatSums() {}

  /** Overwrites {@code sums} (sum, lane): the sums lie at the front, in order. */
  static void addLanes(float[] sums) {
    for (int apart = LANES / 2; apart >= WIDTH; apart /= 2) {
      for (int sum = 0; sum < SUMS * LANES; sum += LANES) {
        for (int lane = sum; lane < sum + apart; lane += WIDTH) {
          FloatVector.fromArray(SPECIES, sums, lane)
              .add(FloatVector.fromArray(SPECIES, sums, lane + apart))
              .intoArray(sums, lane);
        }
      }
    }
    for (int first = 0; first < SUMS; first += WIDTH) {
      if (WIDTH > 8) {
        merge(sums, first, 8, UPPER_8, SWAP_8);
      }
      if (WIDTH > 4) {
        merge(sums, first, 4, UPPER_4, SWAP_4);
      }
      if (WIDTH > 2) {
        merge(sums, first, 2, UPPER_2, SWAP_2);
      }
      merge(sums, first, 1, UPPER_1, SWAP_1);
      FloatVector.fromArray(SPECIES, sums, first * LANES).intoArray(sums, first);
    }
  }

  private static VectorMask<Float> upper(int apart) {
    boolean[] lanes = new boolean[WIDTH];
    for (int lane = 0; lane < WIDTH; lane++) {
      lanes[lane] = (lane & apart) != 0;
    }
    return VectorMask.fromArray(SPECIES, lanes, 0);
  }

  private static VectorShuffle<Float> swap(int apart) {
    return VectorShuffle.fromOp(SPECIES, lane -> (lane ^ apart) % WIDTH);
  }

  /**
   * Adds lanes some apart within sum k and within sum k + apart, and keeps the former in the lower
   * of those lanes, the latter in the upper: half as many registers, each with twice as many sums.
   */
  private static void merge(
      float[] sums, int first, int apart, VectorMask<Float> upper, VectorShuffle<Float> swap) {
    for (int k = first * LANES; k < (first + apart) * LANES; k += LANES) {
      FloatVector a = FloatVector.fromArray(SPECIES, sums, k);
      FloatVector b = FloatVector.fromArray(SPECIES, sums, k + apart * LANES);
      a.blend(b, upper).add(b.blend(a, upper).rearrange(swap)).intoArray(sums, k);
    }
  }
}
