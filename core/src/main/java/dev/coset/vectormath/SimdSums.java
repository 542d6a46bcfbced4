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

  // Of the width of all other kernels: what the compiler makes of a call in the Vector API depends
  // on which classes of vectors it has seen there, and more than one has it box them.
  static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  static final VectorMask<Float> F8 = upper(FLOATS, 8);
  static final VectorMask<Float> F4 = upper(FLOATS, 4);
  static final VectorMask<Float> F2 = upper(FLOATS, 2);
  static final VectorMask<Float> F1 = upper(FLOATS, 1);
  static final VectorShuffle<Float> FLOAT_SWAP_8 = swap(FLOATS, 8);
  static final VectorShuffle<Float> FLOAT_SWAP_4 = swap(FLOATS, 4);
  static final VectorShuffle<Float> FLOAT_SWAP_2 = swap(FLOATS, 2);
  static final VectorShuffle<Float> FLOAT_SWAP_1 = swap(FLOATS, 1);

  static final VectorMask<Double> D4 = upper(DOUBLES, 4);
  static final VectorMask<Double> D2 = upper(DOUBLES, 2);
  static final VectorMask<Double> D1 = upper(DOUBLES, 1);
  static final VectorShuffle<Double> DOUBLE_SWAP_4 = swap(DOUBLES, 4);
  static final VectorShuffle<Double> DOUBLE_SWAP_2 = swap(DOUBLES, 2);
  static final VectorShuffle<Double> DOUBLE_SWAP_1 = swap(DOUBLES, 1);

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
    switch (FLOATS.length()) {
      case 16 -> addLanesOfSixteen(sums);
      case 8 -> {
        addLanesOfEight(sums, 0);
        addLanesOfEight(sums, 8);
      }
      default -> {
        for (int k = 0; k < SUMS; k += 4) {
          addLanesOfFour(sums, k);
        }
      }
    }
  }

  private static void addLanesOfSixteen(float[] sums) {
    int at = FloatLayer.FIRST;
    FloatVector a = FloatVector.fromArray(FLOATS, sums, at);
    FloatVector b = FloatVector.fromArray(FLOATS, sums, at + 16);
    FloatVector c = FloatVector.fromArray(FLOATS, sums, at + 32);
    FloatVector d = FloatVector.fromArray(FLOATS, sums, at + 48);
    FloatVector e = FloatVector.fromArray(FLOATS, sums, at + 64);
    FloatVector f = FloatVector.fromArray(FLOATS, sums, at + 80);
    FloatVector g = FloatVector.fromArray(FLOATS, sums, at + 96);
    FloatVector h = FloatVector.fromArray(FLOATS, sums, at + 112);
    FloatVector i = FloatVector.fromArray(FLOATS, sums, at + 128);
    FloatVector j = FloatVector.fromArray(FLOATS, sums, at + 144);
    FloatVector k = FloatVector.fromArray(FLOATS, sums, at + 160);
    FloatVector l = FloatVector.fromArray(FLOATS, sums, at + 176);
    FloatVector m = FloatVector.fromArray(FLOATS, sums, at + 192);
    FloatVector n = FloatVector.fromArray(FLOATS, sums, at + 208);
    FloatVector o = FloatVector.fromArray(FLOATS, sums, at + 224);
    FloatVector p = FloatVector.fromArray(FLOATS, sums, at + 240);
    FloatVector ai = a.blend(i, F8).add(i.blend(a, F8).rearrange(FLOAT_SWAP_8));
    FloatVector bj = b.blend(j, F8).add(j.blend(b, F8).rearrange(FLOAT_SWAP_8));
    FloatVector ck = c.blend(k, F8).add(k.blend(c, F8).rearrange(FLOAT_SWAP_8));
    FloatVector dl = d.blend(l, F8).add(l.blend(d, F8).rearrange(FLOAT_SWAP_8));
    FloatVector em = e.blend(m, F8).add(m.blend(e, F8).rearrange(FLOAT_SWAP_8));
    FloatVector fn = f.blend(n, F8).add(n.blend(f, F8).rearrange(FLOAT_SWAP_8));
    FloatVector go = g.blend(o, F8).add(o.blend(g, F8).rearrange(FLOAT_SWAP_8));
    FloatVector hp = h.blend(p, F8).add(p.blend(h, F8).rearrange(FLOAT_SWAP_8));
    FloatVector aeim = ai.blend(em, F4).add(em.blend(ai, F4).rearrange(FLOAT_SWAP_4));
    FloatVector bfjn = bj.blend(fn, F4).add(fn.blend(bj, F4).rearrange(FLOAT_SWAP_4));
    FloatVector cgko = ck.blend(go, F4).add(go.blend(ck, F4).rearrange(FLOAT_SWAP_4));
    FloatVector dhlp = dl.blend(hp, F4).add(hp.blend(dl, F4).rearrange(FLOAT_SWAP_4));
    FloatVector even = aeim.blend(cgko, F2).add(cgko.blend(aeim, F2).rearrange(FLOAT_SWAP_2));
    FloatVector odd = bfjn.blend(dhlp, F2).add(dhlp.blend(bfjn, F2).rearrange(FLOAT_SWAP_2));
    even.blend(odd, F1).add(odd.blend(even, F1).rearrange(FLOAT_SWAP_1)).intoArray(sums, 0);
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
    to[at] = sums[from];
    to[at + 1] = sums[from + 1];
    to[at + 2] = sums[from + 2];
    to[at + 3] = sums[from + 3];
  }

  /** The same in double precision. */
  static void addLanes(double[] sums) {
    switch (DOUBLES.length()) {
      case 8 -> {
        addLanesOfEight(sums, 0);
        addLanesOfEight(sums, 8);
      }
      case 4 -> {
        for (int k = 0; k < SUMS; k += 4) {
          addLanesOfFour(sums, k);
        }
      }
      default -> {
        for (int k = 0; k < SUMS; k++) {
          addLanesOfTwo(sums, k);
        }
      }
    }
  }

  private static void addLanesOfEight(double[] sums, int k) {
    int at = DoubleLayer.FIRST + k * DoubleLayer.LANES;
    DoubleVector a = DoubleVector.fromArray(DOUBLES, sums, at);
    DoubleVector b = DoubleVector.fromArray(DOUBLES, sums, at + 8);
    DoubleVector c = DoubleVector.fromArray(DOUBLES, sums, at + 16);
    DoubleVector d = DoubleVector.fromArray(DOUBLES, sums, at + 24);
    DoubleVector e = DoubleVector.fromArray(DOUBLES, sums, at + 32);
    DoubleVector f = DoubleVector.fromArray(DOUBLES, sums, at + 40);
    DoubleVector g = DoubleVector.fromArray(DOUBLES, sums, at + 48);
    DoubleVector h = DoubleVector.fromArray(DOUBLES, sums, at + 56);
    DoubleVector ae = a.blend(e, D4).add(e.blend(a, D4).rearrange(DOUBLE_SWAP_4));
    DoubleVector cg = c.blend(g, D4).add(g.blend(c, D4).rearrange(DOUBLE_SWAP_4));
    DoubleVector bf = b.blend(f, D4).add(f.blend(b, D4).rearrange(DOUBLE_SWAP_4));
    DoubleVector dh = d.blend(h, D4).add(h.blend(d, D4).rearrange(DOUBLE_SWAP_4));
    DoubleVector aceg = ae.blend(cg, D2).add(cg.blend(ae, D2).rearrange(DOUBLE_SWAP_2));
    DoubleVector bdfh = bf.blend(dh, D2).add(dh.blend(bf, D2).rearrange(DOUBLE_SWAP_2));
    aceg.blend(bdfh, D1).add(bdfh.blend(aceg, D1).rearrange(DOUBLE_SWAP_1)).intoArray(sums, k);
  }

  private static void addLanesOfTwo(double[] sums, int k) {
    int at = DoubleLayer.FIRST + k * DoubleLayer.LANES;
    DoubleVector a =
        DoubleVector.fromArray(DOUBLES, sums, at)
            .add(DoubleVector.fromArray(DOUBLES, sums, at + 4))
            .add(
                DoubleVector.fromArray(DOUBLES, sums, at + 2)
                    .add(DoubleVector.fromArray(DOUBLES, sums, at + 6)));
    sums[k] = a.lane(0) + a.lane(1); // masks of two lanes are slow
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
    to[at] = sums[from];
    to[at + 1] = sums[from + 1];
    to[at + 2] = sums[from + 2];
    to[at + 3] = sums[from + 3];
  }
}
