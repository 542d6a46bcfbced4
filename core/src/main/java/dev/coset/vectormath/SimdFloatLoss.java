package dev.coset.vectormath;

import static dev.coset.vectormath.FloatLayer.BLOCK;
import static dev.coset.vectormath.FloatLayer.LANES;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The losses of {@link SimdFloatLayer} that need exponentials, in passes over rows that stay in the
 * cache: {@link SimdExp} and {@link SimdLog} are passes of their own. No method takes a vector:
 * where it is compiled first, its callers box. Masks are few, for some machines box them: {@code [k
 * = y]} is {@code 1 - min(|y - k|, 1)}. The file of one precision is generated from that of the
 * other; a test compares them.
 */
final class SimdFloatLoss {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private final float[] lanes = new float[LANES];
  private final float[] shapeLanes = new float[LANES];
  private final float[] a = new float[BLOCK]; // a row
  private final float[] b = new float[BLOCK]; // a row
  private final float[] c = new float[BLOCK]; // a row
  private final float[] d = new float[BLOCK]; // a row

  /** See {@link FloatLayer#heteroscedastic}. */
  double heteroscedastic(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    int logSigma = outAt + BLOCK;
    SimdExp.of(-2, out, logSigma, a, 0, points);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector residual =
            FloatVector.fromArray(SPECIES, y, yAt + p)
                .sub(FloatVector.fromArray(SPECIES, out, outAt + p));
        FloatVector weighted = residual.mul(FloatVector.fromArray(SPECIES, a, p));
        FloatVector square = residual.mul(weighted);
        FloatVector weight = FloatVector.fromArray(SPECIES, w, wAt + p);
        sum =
            square
                .div(2)
                .add(FloatVector.fromArray(SPECIES, out, logSigma + p))
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

  /** See {@link FloatLayer#student}. */
  double student(
      float[] y,
      int yAt,
      float[] w,
      int wAt,
      float n,
      float[] out,
      int outAt,
      int points,
      double[] byShape) {
    int logScale = outAt + BLOCK;
    SimdExp.of(-1, out, logScale, a, 0, points);
    studentResiduals(y, yAt, n, out, outAt, points);
    SimdLog.of(c, 0, d, 0, points);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector q = FloatVector.fromArray(SPECIES, b, p);
      FloatVector above = FloatVector.fromArray(SPECIES, c, p);
      FloatVector lost = q.sub(above.sub(1)).div(above);
      FloatVector.fromArray(SPECIES, d, p).add(lost).intoArray(d, p);
      q.div(above).intoArray(b, p);
    }
    float half = (n + 1) / 2;
    double value = studentSums(half, half / n, w, wAt, out, logScale, points);
    byShape[0] = LaneSum.inDouble(shapeLanes);
    studentDerivatives(half, half / n, w, wAt, out, outAt, points);
    return value;
  }

  /** {@code b = q}, {@code c = 1 + q}, and the location is overwritten by {@code r e^-s / c}. */
  private void studentResiduals(float[] y, int yAt, float n, float[] out, int outAt, int points) {
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector inverse = FloatVector.fromArray(SPECIES, a, p);
      FloatVector r =
          FloatVector.fromArray(SPECIES, y, yAt + p)
              .sub(FloatVector.fromArray(SPECIES, out, outAt + p))
              .mul(inverse);
      FloatVector q = r.mul(r).div(n);
      FloatVector above = q.add(1);
      q.intoArray(b, p);
      above.intoArray(c, p);
      r.mul(inverse).div(above).intoArray(out, outAt + p);
    }
  }

  /** Of {@code b = q / (1 + q)} and {@code d = log(1 + q)}. */
  private double studentSums(
      float half, float perN, float[] w, int wAt, float[] out, int logScale, int points) {
    FloatVector halves = FloatVector.broadcast(SPECIES, half);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      FloatVector shapeSum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector weight = FloatVector.fromArray(SPECIES, w, wAt + p);
        FloatVector log = FloatVector.fromArray(SPECIES, d, p);
        FloatVector share = FloatVector.fromArray(SPECIES, b, p);
        sum =
            log.fma(halves, FloatVector.fromArray(SPECIES, out, logScale + p))
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
      float half, float perN, float[] w, int wAt, float[] out, int outAt, int points) {
    FloatVector twoHalves = FloatVector.broadcast(SPECIES, 2 * half);
    FloatVector minusOne = FloatVector.broadcast(SPECIES, -1);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector weight = FloatVector.fromArray(SPECIES, w, wAt + p);
      FloatVector.fromArray(SPECIES, out, outAt + p)
          .mul(2 * perN)
          .mul(weight)
          .intoArray(out, outAt + p);
      FloatVector.fromArray(SPECIES, b, p)
          .fma(twoHalves, minusOne)
          .mul(weight)
          .intoArray(out, outAt + BLOCK + p);
    }
  }

  /** See {@link FloatLayer#logistic}. */
  double logistic(float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    FloatVector zero = FloatVector.zero(SPECIES);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector sign = FloatVector.fromArray(SPECIES, y, yAt + p).mul(2).sub(1);
      FloatVector t = sign.mul(FloatVector.fromArray(SPECIES, out, outAt + p));
      t.min(zero).intoArray(a, p);
      FloatVector less = t.neg().min(zero);
      // as in FloatExp.orZero
      less.blend(FloatExp.LOWEST, less.lt(FloatExp.NEGLIGIBLE)).intoArray(b, p);
    }
    SimdExp.of(1, b, 0, b, 0, points);
    SimdExp.of(1, a, 0, c, 0, points);
    addTo(c, b, 0, points);
    SimdLog.of(c, 0, d, 0, points);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector sign = FloatVector.fromArray(SPECIES, y, yAt + p).mul(2).sub(1);
      sign.mul(FloatVector.fromArray(SPECIES, b, p))
          .div(FloatVector.fromArray(SPECIES, c, p))
          .mul(FloatVector.fromArray(SPECIES, w, wAt + p))
          .intoArray(out, outAt + p);
    }
    return sumOfDifferences(a, d, w, wAt, points);
  }

  /** See {@link FloatLayer#softmax}. */
  double softmax(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int classes, int points) {
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
    FloatVector minusOne = FloatVector.broadcast(SPECIES, -1);
    for (int p = 0; p < points; p += WIDTH) {
      minusOne.div(FloatVector.fromArray(SPECIES, b, p)).intoArray(b, p);
    }
    for (int k = 0; k < classes; k++) {
      derivative(y, yAt, k, w, wAt, out, outAt + k * BLOCK, points);
    }
    return sumOfDifferences(d, c, w, wAt, points);
  }

  /** {@code a = max_k z_k}. */
  private void largest(float[] z, int zAt, int classes, int points) {
    System.arraycopy(z, zAt, a, 0, points);
    for (int k = 1; k < classes; k++) {
      for (int p = 0; p < points; p += WIDTH) {
        FloatVector.fromArray(SPECIES, a, p)
            .max(FloatVector.fromArray(SPECIES, z, zAt + k * BLOCK + p))
            .intoArray(a, p);
      }
    }
  }

  /** {@code z -= a} of class k; {@code d += z} where k is the target. */
  private void belowLargest(float[] y, int yAt, int k, float[] z, int zAt, int points) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector below =
          FloatVector.fromArray(SPECIES, z, zAt + p).sub(FloatVector.fromArray(SPECIES, a, p));
      // as in FloatExp.orZero
      below.blend(FloatExp.LOWEST, below.lt(FloatExp.NEGLIGIBLE)).intoArray(z, zAt + p);
      FloatVector distance = FloatVector.fromArray(SPECIES, y, yAt + p).sub(k).abs();
      one.sub(distance.min(one)).fma(below, FloatVector.fromArray(SPECIES, d, p)).intoArray(d, p);
    }
  }

  /** {@code e = w ([k = y] + b e)}. */
  private void derivative(
      float[] y, int yAt, int k, float[] w, int wAt, float[] e, int eAt, int points) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector distance = FloatVector.fromArray(SPECIES, y, yAt + p).sub(k).abs();
      FloatVector.fromArray(SPECIES, e, eAt + p)
          .fma(FloatVector.fromArray(SPECIES, b, p), one.sub(distance.min(one)))
          .mul(FloatVector.fromArray(SPECIES, w, wAt + p))
          .intoArray(e, eAt + p);
    }
  }

  /** {@code sum += e}. */
  private static void addTo(float[] sum, float[] e, int eAt, int points) {
    for (int p = 0; p < points; p += WIDTH) {
      FloatVector.fromArray(SPECIES, sum, p)
          .add(FloatVector.fromArray(SPECIES, e, eAt + p))
          .intoArray(sum, p);
    }
  }

  /** {@code sum w (u - v)}. */
  private double sumOfDifferences(float[] u, float[] v, float[] w, int wAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        sum =
            FloatVector.fromArray(SPECIES, u, p)
                .sub(FloatVector.fromArray(SPECIES, v, p))
                .mul(FloatVector.fromArray(SPECIES, w, wAt + p))
                .add(sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }
}
