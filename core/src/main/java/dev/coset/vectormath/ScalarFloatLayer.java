package dev.coset.vectormath;

import java.util.Arrays;

/** {@link FloatLayer} without the Vector API, as its formulas read. */
final class ScalarFloatLayer implements FloatLayer {
  private final float[] sum = new float[BLOCK]; // a row
  private final float[] lanes = new float[LANES];
  private final float[] shapeLanes = new float[LANES];

  @Override
  public void forward(
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] in,
      int inAt,
      float[] out,
      int outAt,
      int points) {
    for (int i = 0; i < neurons; i++) {
      int row = outAt + i * BLOCK;
      Arrays.fill(out, row, row + points, theta[at + neurons * inputs + i]);
      for (int j = 0; j < inputs; j++) {
        addScaled(out, row, theta[at + i * inputs + j], in, inAt + j * BLOCK, points);
      }
    }
  }

  private static void addScaled(float[] y, int yAt, float s, float[] x, int xAt, int points) {
    for (int p = 0; p < points; p++) {
      y[yAt + p] = Math.fma(s, x[xAt + p], y[yAt + p]);
    }
  }

  @Override
  public void forwardTanh(
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] in,
      int inAt,
      float[] largest,
      float[] out,
      int outAt,
      int points) {
    forward(theta, at, neurons, inputs, in, inAt, out, outAt, points);
    tanh(out, outAt, neurons, points);
  }

  @Override
  public void tanh(float[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = Elementary.tanh(z[p]);
      }
    }
  }

  @Override
  public void addRows(
      float[] rows, int[] at, int groups, float[] out, int outAt, int neurons, int points) {
    for (int p = 0; p < points; p++) {
      for (int i = 0; i < neurons; i++) {
        float sum = rows[at[p] + i];
        for (int g = 1; g < groups; g++) {
          sum += rows[at[g * BLOCK + p] + i];
        }
        out[outAt + i * BLOCK + p] += sum;
      }
    }
  }

  @Override
  public void addToRows(
      float[] delta, int deltaAt, int neurons, int points, int[] at, int groups, float[] sums) {
    for (int g = 0; g < groups; g++) {
      for (int p = 0; p < points; p++) {
        int row = at[g * BLOCK + p];
        for (int i = 0; i < neurons; i++) {
          sums[row + i] += delta[deltaAt + i * BLOCK + p];
        }
      }
    }
  }

  @Override
  public void relu(float[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = z[p] <= 0 ? 0 : z[p];
      }
    }
  }

  @Override
  public double residual(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      float residual = y[yAt + p] - out[outAt + p];
      float weighted = residual * w[wAt + p];
      lanes[p % LANES] = Math.fma(residual, weighted, lanes[p % LANES]);
      out[outAt + p] = weighted;
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double heteroscedastic(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      int mean = outAt + p;
      int logSigma = mean + BLOCK;
      float residual = y[yAt + p] - out[mean];
      float weighted = residual * FloatExp.of(-2 * out[logSigma]);
      float square = residual * weighted;
      lanes[p % LANES] -= (square / 2 + out[logSigma]) * w[wAt + p];
      out[mean] = weighted * w[wAt + p];
      out[logSigma] = (square - 1) * w[wAt + p];
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double student(
      float[] y,
      int yAt,
      float[] w,
      int wAt,
      float n,
      float[] out,
      int outAt,
      int points,
      double[] byShape) {
    float half = (n + 1) / 2;
    float perN = half / n;
    Arrays.fill(lanes, 0);
    Arrays.fill(shapeLanes, 0);
    for (int p = 0; p < points; p++) {
      int location = outAt + p;
      int logScale = location + BLOCK;
      float inverse = FloatExp.of(-out[logScale]);
      float r = (y[yAt + p] - out[location]) * inverse;
      float q = r * r / n;
      float above = q + 1;
      float log = FloatLog.of(above) + (q - (above - 1)) / above;
      float share = q / above;
      lanes[p % LANES] -= Math.fma(half, log, out[logScale]) * w[wAt + p];
      shapeLanes[p % LANES] += (perN * share - log / 2) * w[wAt + p];
      out[location] = r * inverse / above * (2 * perN) * w[wAt + p];
      out[logScale] = Math.fma(2 * half, share, -1) * w[wAt + p];
    }
    byShape[0] = LaneSum.inDouble(shapeLanes);
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double logistic(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      float sign = 2 * y[yAt + p] - 1;
      float t = sign * out[outAt + p];
      float below = Math.min(t, 0);
      float e = FloatExp.of(FloatExp.orZero(-Math.max(t, 0)));
      float sum = FloatExp.of(below) + e; // one of them is 1
      lanes[p % LANES] += (below - FloatLog.of(sum)) * w[wAt + p];
      out[outAt + p] = sign * e / sum * w[wAt + p];
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double softmax(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int classes, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      int first = outAt + p;
      float largest = out[first];
      for (int k = 1; k < classes; k++) {
        largest = Math.max(largest, out[first + k * BLOCK]);
      }
      float ofClass = 0;
      float sum = 0;
      for (int k = 0; k < classes; k++) {
        float below = out[first + k * BLOCK] - largest;
        ofClass = Math.fma(y[yAt + p] == k ? 1 : 0, below, ofClass);
        out[first + k * BLOCK] = FloatExp.of(FloatExp.orZero(below));
        sum += out[first + k * BLOCK];
      }
      lanes[p % LANES] += (ofClass - FloatLog.of(sum)) * w[wAt + p];
      float scale = -1 / sum;
      for (int k = 0; k < classes; k++) {
        int at = first + k * BLOCK;
        out[at] = Math.fma(out[at], scale, y[yAt + p] == k ? 1 : 0) * w[wAt + p];
      }
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public void gradient(
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int neurons,
      int inputs,
      int points,
      float[] gradient,
      int at) {
    for (int i = 0; i < neurons; i++) {
      int row = deltaAt + i * BLOCK;
      for (int j = 0; j < inputs; j++) {
        dot(delta, row, z, zAt + j * BLOCK, points);
        gradient[at + i * inputs + j] = LaneSum.of(lanes);
      }
      Arrays.fill(lanes, 0);
      for (int p = 0; p < points; p++) {
        lanes[p % LANES] += delta[row + p];
      }
      gradient[at + neurons * inputs + i] = LaneSum.of(lanes);
    }
  }

  /** Leaves {@code sum_p a_p b_p} in the lanes. */
  private void dot(float[] a, int aAt, float[] b, int bAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      lanes[p % LANES] = Math.fma(a[aAt + p], b[bAt + p], lanes[p % LANES]);
    }
  }

  @Override
  public void backward(
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int points) {
    for (int j = 0; j < inputs; j++) {
      Arrays.fill(sum, 0, points, 0);
      for (int i = 0; i < neurons; i++) {
        addScaled(sum, 0, theta[at + i * inputs + j], delta, deltaAt + i * BLOCK, points);
      }
      int row = zAt + j * BLOCK;
      for (int p = 0; p < points; p++) {
        z[row + p] = (1 - z[row + p] * z[row + p]) * sum[p];
      }
    }
  }

  @Override
  public void inactive(float[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = z[p] <= 0 ? 1 : 0;
      }
    }
  }
}
