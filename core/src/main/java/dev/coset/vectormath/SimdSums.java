package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Adds up the lanes of sixteen sums at once, each in the order of {@link LaneSum}. The registers of
 * a sum are added until one is left. Then two sums a and b are merged, level by level: from {@code
 * (a b)}, where a has the lower and b the upper of lanes that are some apart, and {@code (b a)}
 * with those lanes swapped, one addition makes a register with lanes of both, half as many of each.
 */
final class SimdSums {
  /** The number of sums. */
  static final int SUMS = 16;

  // At most 256 bits: halves of a wider register are added for the price of loading them.
  private static final VectorSpecies<Float> FLOATS =
      FloatVector.SPECIES_PREFERRED.length() < 8
          ? FloatVector.SPECIES_128
          : FloatVector.SPECIES_256;
  private static final VectorSpecies<Double> DOUBLES =
      DoubleVector.SPECIES_PREFERRED.length() < 4
          ? DoubleVector.SPECIES_128
          : DoubleVector.SPECIES_256;

  private static final VectorMask<Float> F4 = upper(FLOATS, 4);
  private static final VectorMask<Float> F2 = upper(FLOATS, 2);
  private static final VectorMask<Float> F1 = upper(FLOATS, 1);
  private static final VectorShuffle<Float> FLOAT_SWAP_4 = swap(FLOATS, 4);
  private static final VectorShuffle<Float> FLOAT_SWAP_2 = swap(FLOATS, 2);
  private static final VectorShuffle<Float> FLOAT_SWAP_1 = swap(FLOATS, 1);

  private static final VectorMask<Double> D2 = upper(DOUBLES, 2);
  private static final VectorMask<Double> D1 = upper(DOUBLES, 1);
  private static final VectorShuffle<Double> DOUBLE_SWAP_2 = swap(DOUBLES, 2);
  private static final VectorShuffle<Double> DOUBLE_SWAP_1 = swap(DOUBLES, 1);

  private SimdSums() {}

  private static <E> VectorMask<E> upper(VectorSpecies<E> species, int apart) {
    boolean[] lanes = new boolean[species.length()];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = (lane & apart) != 0;
    }
    return VectorMask.fromArray(species, lanes, 0);
  }

  private static <E> VectorShuffle<E> swap(VectorSpecies<E> species, int apart) {
    return VectorShuffle.fromOp(species, lane -> (lane ^ apart) % species.length());
  }

  /**
   * Overwrites {@code sums} (sum, lane), which begin at FIRST: the sums lie at the front, in order.
   */
  static void addLanes(float[] sums) {
    if (FLOATS.length() == 8) {
      addLanesOfEight(sums, 0);
      addLanesOfEight(sums, 8);
    } else {
      for (int k = 0; k < SUMS; k += 4) {
        addLanesOfFour(sums, k);
      }
    }
  }

  private static void addLanesOfEight(float[] sums, int k) {
    int at = FloatLayer.FIRST + k * FloatLayer.LANES;
    FloatVector a =
        FloatVector.fromArray(FLOATS, sums, at).add(FloatVector.fromArray(FLOATS, sums, at + 8));
    FloatVector b =
        FloatVector.fromArray(FLOATS, sums, at + 16)
            .add(FloatVector.fromArray(FLOATS, sums, at + 24));
    FloatVector c =
        FloatVector.fromArray(FLOATS, sums, at + 32)
            .add(FloatVector.fromArray(FLOATS, sums, at + 40));
    FloatVector d =
        FloatVector.fromArray(FLOATS, sums, at + 48)
            .add(FloatVector.fromArray(FLOATS, sums, at + 56));
    FloatVector e =
        FloatVector.fromArray(FLOATS, sums, at + 64)
            .add(FloatVector.fromArray(FLOATS, sums, at + 72));
    FloatVector f =
        FloatVector.fromArray(FLOATS, sums, at + 80)
            .add(FloatVector.fromArray(FLOATS, sums, at + 88));
    FloatVector g =
        FloatVector.fromArray(FLOATS, sums, at + 96)
            .add(FloatVector.fromArray(FLOATS, sums, at + 104));
    FloatVector h =
        FloatVector.fromArray(FLOATS, sums, at + 112)
            .add(FloatVector.fromArray(FLOATS, sums, at + 120));
    FloatVector ae = a.blend(e, F4).add(e.blend(a, F4).rearrange(FLOAT_SWAP_4));
    FloatVector cg = c.blend(g, F4).add(g.blend(c, F4).rearrange(FLOAT_SWAP_4));
    FloatVector bf = b.blend(f, F4).add(f.blend(b, F4).rearrange(FLOAT_SWAP_4));
    FloatVector dh = d.blend(h, F4).add(h.blend(d, F4).rearrange(FLOAT_SWAP_4));
    FloatVector aceg = ae.blend(cg, F2).add(cg.blend(ae, F2).rearrange(FLOAT_SWAP_2));
    FloatVector bdfh = bf.blend(dh, F2).add(dh.blend(bf, F2).rearrange(FLOAT_SWAP_2));
    aceg.blend(bdfh, F1).add(bdfh.blend(aceg, F1).rearrange(FLOAT_SWAP_1)).intoArray(sums, k);
  }

  private static void addLanesOfFour(float[] sums, int k) {
    int at = FloatLayer.FIRST + k * FloatLayer.LANES;
    FloatVector a =
        FloatVector.fromArray(FLOATS, sums, at)
            .add(FloatVector.fromArray(FLOATS, sums, at + 8))
            .add(
                FloatVector.fromArray(FLOATS, sums, at + 4)
                    .add(FloatVector.fromArray(FLOATS, sums, at + 12)));
    FloatVector b =
        FloatVector.fromArray(FLOATS, sums, at + 16)
            .add(FloatVector.fromArray(FLOATS, sums, at + 24))
            .add(
                FloatVector.fromArray(FLOATS, sums, at + 20)
                    .add(FloatVector.fromArray(FLOATS, sums, at + 28)));
    FloatVector c =
        FloatVector.fromArray(FLOATS, sums, at + 32)
            .add(FloatVector.fromArray(FLOATS, sums, at + 40))
            .add(
                FloatVector.fromArray(FLOATS, sums, at + 36)
                    .add(FloatVector.fromArray(FLOATS, sums, at + 44)));
    FloatVector d =
        FloatVector.fromArray(FLOATS, sums, at + 48)
            .add(FloatVector.fromArray(FLOATS, sums, at + 56))
            .add(
                FloatVector.fromArray(FLOATS, sums, at + 52)
                    .add(FloatVector.fromArray(FLOATS, sums, at + 60)));
    FloatVector ac = a.blend(c, F2).add(c.blend(a, F2).rearrange(FLOAT_SWAP_2));
    FloatVector bd = b.blend(d, F2).add(d.blend(b, F2).rearrange(FLOAT_SWAP_2));
    ac.blend(bd, F1).add(bd.blend(ac, F1).rearrange(FLOAT_SWAP_1)).intoArray(sums, k);
  }

  /** Copies four sums. */
  static void copyFour(float[] sums, int from, float[] to, int at) {
    FloatVector.fromArray(FloatVector.SPECIES_128, sums, from).intoArray(to, at);
  }

  /** The same in double precision. */
  static void addLanes(double[] sums) {
    if (DOUBLES.length() == 4) {
      for (int k = 0; k < SUMS; k += 4) {
        addLanesOfFour(sums, k);
      }
    } else {
      for (int k = 0; k < SUMS; k++) {
        int at = DoubleLayer.FIRST + k * DoubleLayer.LANES;
        DoubleVector a =
            DoubleVector.fromArray(DOUBLES, sums, at)
                .add(DoubleVector.fromArray(DOUBLES, sums, at + 4))
                .add(
                    DoubleVector.fromArray(DOUBLES, sums, at + 2)
                        .add(DoubleVector.fromArray(DOUBLES, sums, at + 6)));
        sums[k] = a.lane(0) + a.lane(1); // masks of two lanes are slow
      }
    }
  }

  private static void addLanesOfFour(double[] sums, int k) {
    int at = DoubleLayer.FIRST + k * DoubleLayer.LANES;
    DoubleVector a =
        DoubleVector.fromArray(DOUBLES, sums, at)
            .add(DoubleVector.fromArray(DOUBLES, sums, at + 4));
    DoubleVector b =
        DoubleVector.fromArray(DOUBLES, sums, at + 8)
            .add(DoubleVector.fromArray(DOUBLES, sums, at + 12));
    DoubleVector c =
        DoubleVector.fromArray(DOUBLES, sums, at + 16)
            .add(DoubleVector.fromArray(DOUBLES, sums, at + 20));
    DoubleVector d =
        DoubleVector.fromArray(DOUBLES, sums, at + 24)
            .add(DoubleVector.fromArray(DOUBLES, sums, at + 28));
    DoubleVector ac = a.blend(c, D2).add(c.blend(a, D2).rearrange(DOUBLE_SWAP_2));
    DoubleVector bd = b.blend(d, D2).add(d.blend(b, D2).rearrange(DOUBLE_SWAP_2));
    ac.blend(bd, D1).add(bd.blend(ac, D1).rearrange(DOUBLE_SWAP_1)).intoArray(sums, k);
  }

  /** Copies four sums. */
  static void copyFour(double[] sums, int from, double[] to, int at) {
    DoubleVector.fromArray(DoubleVector.SPECIES_128, sums, from).intoArray(to, at);
    DoubleVector.fromArray(DoubleVector.SPECIES_128, sums, from + 2).intoArray(to, at + 2);
  }
}
