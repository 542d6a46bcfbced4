package dev.coset.vectormath;

/**
 * The one order in which lanes are added: those half of all lanes apart first, then a quarter, down
 * to neighbours.
 */
final class LaneSum {

  private LaneSum() {}

  /** The sum of sixteen lanes. */
  static float of(float[] l) {
    float l0 = l[0] + l[8];
    float l1 = l[1] + l[9];
    float l2 = l[2] + l[10];
    float l3 = l[3] + l[11];
    float l4 = l[4] + l[12];
    float l5 = l[5] + l[13];
    float l6 = l[6] + l[14];
    float l7 = l[7] + l[15];
    return ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7));
  }

  /** The sum of eight lanes. */
  static double of(double[] l) {
    return ofEight(l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7]);
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
    return of(l);
  }

  static double ofEight(
      double l0, double l1, double l2, double l3, double l4, double l5, double l6, double l7) {
    return ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7));
  }
}
