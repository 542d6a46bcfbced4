package dev.coset.benchmarks;

import dev.coset.network.Precision;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/**
 * The most multiply-adds that one core does, as measured: twelve independent chains in registers.
 */
final class PeakRate {
  private static final int ROUNDS = 1000;
  private static final int CHAINS = 12;

  private PeakRate() {}

  /** Multiply-adds per nanosecond. */
  static double measure(Precision precision, double seconds) {
    int lanes =
        precision == Precision.SINGLE
            ? FloatVector.SPECIES_PREFERRED.length()
            : DoubleVector.SPECIES_PREFERRED.length();
    float[] floats = new float[lanes];
    double[] doubles = new double[lanes];
    double nanos =
        Fastest.nanos(
            seconds, precision == Precision.SINGLE ? () -> chains(floats) : () -> chains(doubles));
    return (double) ROUNDS * CHAINS * lanes / nanos;
  }

  private static void chains(float[] values) {
    FloatVector a = FloatVector.fromArray(FloatVector.SPECIES_PREFERRED, values, 0);
    FloatVector b = a.add(0.5f);
    FloatVector s0 = a,
        s1 = b,
        s2 = a,
        s3 = b,
        s4 = a,
        s5 = b,
        s6 = a,
        s7 = b,
        s8 = a,
        s9 = b,
        s10 = a,
        s11 = b;
    for (int i = 0; i < ROUNDS; i++) {
      s0 = s0.fma(b, a);
      s1 = s1.fma(b, a);
      s2 = s2.fma(b, a);
      s3 = s3.fma(b, a);
      s4 = s4.fma(b, a);
      s5 = s5.fma(b, a);
      s6 = s6.fma(b, a);
      s7 = s7.fma(b, a);
      s8 = s8.fma(b, a);
      s9 = s9.fma(b, a);
      s10 = s10.fma(b, a);
      s11 = s11.fma(b, a);
    }
    s0.add(s1)
        .add(s2)
        .add(s3)
        .add(s4)
        .add(s5)
        .add(s6)
        .add(s7)
        .add(s8)
        .add(s9)
        .add(s10)
        .add(s11)
        .mul(0)
        .intoArray(values, 0);
  }

  private static void chains(double[] values) {
    DoubleVector a = DoubleVector.fromArray(DoubleVector.SPECIES_PREFERRED, values, 0);
    DoubleVector b = a.add(0.5);
    DoubleVector s0 = a,
        s1 = b,
        s2 = a,
        s3 = b,
        s4 = a,
        s5 = b,
        s6 = a,
        s7 = b,
        s8 = a,
        s9 = b,
        s10 = a,
        s11 = b;
    for (int i = 0; i < ROUNDS; i++) {
      s0 = s0.fma(b, a);
      s1 = s1.fma(b, a);
      s2 = s2.fma(b, a);
      s3 = s3.fma(b, a);
      s4 = s4.fma(b, a);
      s5 = s5.fma(b, a);
      s6 = s6.fma(b, a);
      s7 = s7.fma(b, a);
      s8 = s8.fma(b, a);
      s9 = s9.fma(b, a);
      s10 = s10.fma(b, a);
      s11 = s11.fma(b, a);
    }
    s0.add(s1)
        .add(s2)
        .add(s3)
        .add(s4)
        .add(s5)
        .add(s6)
        .add(s7)
        .add(s8)
        .add(s9)
        .add(s10)
        .add(s11)
        .mul(0)
        .intoArray(values, 0);
  }
}
