package dev.coset.vectormath;

import static dev.coset.vectormath.DoubleLayer.BLOCK;
import static dev.coset.vectormath.DoubleLayer.LANES;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The losses of {@link SimdDoubleLayer} that need exponentials, in passes over rows that stay in
 * the cache: {@link SimdExp} and {@link SimdLog} are passes of their own. No method takes a vector:
 * where it is compiled first, its callers box. Masks are few, for some machines box them: {@code [k
 * = y]} is {@code 1 - min(|y - k|, 1)}. The file of one precision is generated from that of the
 * other; a test compares them.
 */
final class SimdDoubleLoss {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private final double[] lanes = new double[LANES];
  private final double[] shapeLanes = new double[LANES];
  private final double[] a = new double[BLOCK]; // a row
  private final double[] b = new double[BLOCK]; // a row
  private final double[] c = new double[BLOCK]; // a row
  private final double[] d = new double[BLOCK]; // a row

  /** See {@link DoubleLayer#heteroscedastic}. */
  double heteroscedastic(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    int logSigma = outAt + BLOCK;
    SimdExp.of(-2, out, logSigma, a, 0, points);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        DoubleVector residual =
            DoubleVector.fromArray(SPECIES, y, yAt + p)
                .sub(DoubleVector.fromArray(SPECIES, out, outAt + p));
        DoubleVector weighted = residual.mul(DoubleVector.fromArray(SPECIES, a, p));
        DoubleVector square = residual.mul(weighted);
        DoubleVector weight = DoubleVector.fromArray(SPECIES, w, wAt + p);
        sum =
            square
                .div(2)
                .add(DoubleVector.fromArray(SPECIES, out, logSigma + p))
                .mul(weight)
                .neg()
                .add(sum);
        weighted.mul(weight).intoArray(out, outAt + p);
        square.sub(1).mul(weight).intoArray(out, logSigma + p);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }

  /** See {@link DoubleLayer#student}. */
  double student(
      double[] y,
      int yAt,
      double[] w,
      int wAt,
      double n,
      double[] out,
      int outAt,
      int points,
      double[] byShape) {
    int logScale = outAt + BLOCK;
    SimdExp.of(-1, out, logScale, a, 0, points);
    studentResiduals(y, yAt, n, out, outAt, points);
    SimdLog.of(c, 0, d, 0, points);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector q = DoubleVector.fromArray(SPECIES, b, p);
      DoubleVector above = DoubleVector.fromArray(SPECIES, c, p);
      DoubleVector lost = q.sub(above.sub(1)).div(above);
      DoubleVector.fromArray(SPECIES, d, p).add(lost).intoArray(d, p);
      q.div(above).intoArray(b, p);
    }
    double half = (n + 1) / 2;
    double value = studentSums(half, half / n, w, wAt, out, logScale, points);
    byShape[0] = LaneSum.inDouble(shapeLanes);
    studentDerivatives(half, half / n, w, wAt, out, outAt, points);
    return value;
  }

  /** {@code b = q}, {@code c = 1 + q}, and the location is overwritten by {@code r e^-s / c}. */
  private void studentResiduals(
      double[] y, int yAt, double n, double[] out, int outAt, int points) {
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector inverse = DoubleVector.fromArray(SPECIES, a, p);
      DoubleVector r =
          DoubleVector.fromArray(SPECIES, y, yAt + p)
              .sub(DoubleVector.fromArray(SPECIES, out, outAt + p))
              .mul(inverse);
      DoubleVector q = r.mul(r).div(n);
      DoubleVector above = q.add(1);
      q.intoArray(b, p);
      above.intoArray(c, p);
      r.mul(inverse).div(above).intoArray(out, outAt + p);
    }
  }

  /** Of {@code b = q / (1 + q)} and {@code d = log(1 + q)}. */
  private double studentSums(
      double half, double perN, double[] w, int wAt, double[] out, int logScale, int points) {
    DoubleVector halves = DoubleVector.broadcast(SPECIES, half);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      DoubleVector shapeSum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        DoubleVector weight = DoubleVector.fromArray(SPECIES, w, wAt + p);
        DoubleVector log = DoubleVector.fromArray(SPECIES, d, p);
        DoubleVector share = DoubleVector.fromArray(SPECIES, b, p);
        sum =
            log.fma(halves, DoubleVector.fromArray(SPECIES, out, logScale + p))
                .mul(weight)
                .neg()
                .add(sum);
        shapeSum = share.mul(perN).sub(log.div(2)).mul(weight).add(shapeSum);
      }
      sum.intoArray(lanes, lane);
      shapeSum.intoArray(shapeLanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }

  private void studentDerivatives(
      double half, double perN, double[] w, int wAt, double[] out, int outAt, int points) {
    DoubleVector twoHalves = DoubleVector.broadcast(SPECIES, 2 * half);
    DoubleVector minusOne = DoubleVector.broadcast(SPECIES, -1);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector weight = DoubleVector.fromArray(SPECIES, w, wAt + p);
      DoubleVector.fromArray(SPECIES, out, outAt + p)
          .mul(2 * perN)
          .mul(weight)
          .intoArray(out, outAt + p);
      DoubleVector.fromArray(SPECIES, b, p)
          .fma(twoHalves, minusOne)
          .mul(weight)
          .intoArray(out, outAt + BLOCK + p);
    }
  }

  /** See {@link DoubleLayer#logistic}. */
  double logistic(double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    DoubleVector zero = DoubleVector.zero(SPECIES);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector sign = DoubleVector.fromArray(SPECIES, y, yAt + p).mul(2).sub(1);
      DoubleVector t = sign.mul(DoubleVector.fromArray(SPECIES, out, outAt + p));
      t.min(zero).intoArray(a, p);
      DoubleVector less = t.neg().min(zero);
      // as in DoubleExp.orZero
      less.blend(DoubleExp.LOWEST, less.lt(DoubleExp.NEGLIGIBLE)).intoArray(b, p);
    }
    SimdExp.of(1, b, 0, b, 0, points);
    SimdExp.of(1, a, 0, c, 0, points);
    addTo(c, b, 0, points);
    SimdLog.of(c, 0, d, 0, points);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector sign = DoubleVector.fromArray(SPECIES, y, yAt + p).mul(2).sub(1);
      sign.mul(DoubleVector.fromArray(SPECIES, b, p))
          .div(DoubleVector.fromArray(SPECIES, c, p))
          .mul(DoubleVector.fromArray(SPECIES, w, wAt + p))
          .intoArray(out, outAt + p);
    }
    return sumOfDifferences(a, d, w, wAt, points);
  }

  /** See {@link DoubleLayer#softmax}. */
  double softmax(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int classes, int points) {
    largest(out, outAt, classes, points);
    Arrays.fill(b, 0, points, 0);
    Arrays.fill(d, 0, points, 0);
    for (int k = 0; k < classes; k++) {
      int row = outAt + k * BLOCK;
      belowLargest(y, yAt, k, out, row, points);
      SimdExp.of(1, out, row, out, row, points);
      addTo(b, out, row, points);
    }
    SimdLog.of(b, 0, c, 0, points);
    DoubleVector minusOne = DoubleVector.broadcast(SPECIES, -1);
    for (int p = 0; p < points; p += WIDTH) {
      minusOne.div(DoubleVector.fromArray(SPECIES, b, p)).intoArray(b, p);
    }
    for (int k = 0; k < classes; k++) {
      derivative(y, yAt, k, w, wAt, out, outAt + k * BLOCK, points);
    }
    return sumOfDifferences(d, c, w, wAt, points);
  }

  /** {@code a = max_k z_k}. */
  private void largest(double[] z, int zAt, int classes, int points) {
    System.arraycopy(z, zAt, a, 0, points);
    for (int k = 1; k < classes; k++) {
      for (int p = 0; p < points; p += WIDTH) {
        DoubleVector.fromArray(SPECIES, a, p)
            .max(DoubleVector.fromArray(SPECIES, z, zAt + k * BLOCK + p))
            .intoArray(a, p);
      }
    }
  }

  /** {@code z -= a} of class k; {@code d += z} where k is the target. */
  private void belowLargest(double[] y, int yAt, int k, double[] z, int zAt, int points) {
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector below =
          DoubleVector.fromArray(SPECIES, z, zAt + p).sub(DoubleVector.fromArray(SPECIES, a, p));
      // as in DoubleExp.orZero
      below.blend(DoubleExp.LOWEST, below.lt(DoubleExp.NEGLIGIBLE)).intoArray(z, zAt + p);
      DoubleVector distance = DoubleVector.fromArray(SPECIES, y, yAt + p).sub(k).abs();
      one.sub(distance.min(one)).fma(below, DoubleVector.fromArray(SPECIES, d, p)).intoArray(d, p);
    }
  }

  /** {@code e = w ([k = y] + b e)}. */
  private void derivative(
      double[] y, int yAt, int k, double[] w, int wAt, double[] e, int eAt, int points) {
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector distance = DoubleVector.fromArray(SPECIES, y, yAt + p).sub(k).abs();
      DoubleVector.fromArray(SPECIES, e, eAt + p)
          .fma(DoubleVector.fromArray(SPECIES, b, p), one.sub(distance.min(one)))
          .mul(DoubleVector.fromArray(SPECIES, w, wAt + p))
          .intoArray(e, eAt + p);
    }
  }

  /** {@code sum += e}. */
  private static void addTo(double[] sum, double[] e, int eAt, int points) {
    for (int p = 0; p < points; p += WIDTH) {
      DoubleVector.fromArray(SPECIES, sum, p)
          .add(DoubleVector.fromArray(SPECIES, e, eAt + p))
          .intoArray(sum, p);
    }
  }

  /** {@code sum w (u - v)}. */
  private double sumOfDifferences(double[] u, double[] v, double[] w, int wAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        sum =
            DoubleVector.fromArray(SPECIES, u, p)
                .sub(DoubleVector.fromArray(SPECIES, v, p))
                .mul(DoubleVector.fromArray(SPECIES, w, wAt + p))
                .add(sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }
}
