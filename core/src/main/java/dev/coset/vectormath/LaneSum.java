package dev.coset.vectormath;

/**
 * The one order in which lanes are added: those half of all lanes apart first, then a quarter, down
 * to neighbours.
 */
final class LaneSum {

  private LaneSum() {}

  /** Overwrites the lanes. */
  static float of(float[] lanes) {
    for (int apart = lanes.length / 2; apart > 0; apart /= 2) {
      for (int lane = 0; lane < apart; lane++) {
        lanes[lane] += lanes[lane + apart];
      }
    }
    return lanes[0];
  }

  /** Overwrites the lanes. */
  static double of(double[] lanes) {
    for (int apart = lanes.length / 2; apart > 0; apart /= 2) {
      for (int lane = 0; lane < apart; lane++) {
        lanes[lane] += lanes[lane + apart];
      }
    }
    return lanes[0];
  }

  /** The sum of sixteen lanes, rounded as double. */
  static double inDouble(float[] l) {
    return ofEight(
        (double) l[0] + l[8],
        (double) l[1] + l[9],
        (double) l[2] + l[10],
        (double) l[3] + l[11],
        (double) l[4] + l[12],
        (double) l[5] + l[13],
        (double) l[6] + l[14],
        (double) l[7] + l[15]);
  }

  /** The sum of eight lanes. */
  static double inDouble(double[] l) {
    return ofEight(l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7]);
  }

  static double ofEight(
      double l0, double l1, double l2, double l3, double l4, double l5, double l6, double l7) {
    return ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7));
  }
}
