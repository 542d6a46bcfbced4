package dev.coset.vectormath;

import java.util.Arrays;

/** {@link DoubleLayer} without the Vector API, as its formulas read. */
final class ScalarDoubleLayer implements DoubleLayer {
  private final double[] sum = new double[BLOCK]; // a row
  private final double[] lanes = new double[LANES];
  private final double[] shapeLanes = new double[LANES];

  @Override
  public void forward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] out,
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

  private static void addScaled(double[] y, int yAt, double s, double[] x, int xAt, int points) {
    for (int p = 0; p < points; p++) {
      y[yAt + p] = Math.fma(s, x[xAt + p], y[yAt + p]);
    }
  }

  @Override
  public void forwardTanh(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] largest,
      double[] out,
      int outAt,
      int points) {
    forward(theta, at, neurons, inputs, in, inAt, out, outAt, points);
    tanh(out, outAt, neurons, points);
  }

  @Override
  public void tanh(double[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = Elementary.tanh(z[p]);
      }
    }
  }

  @Override
  public void addRows(
      double[] rows, int[] at, int groups, double[] out, int outAt, int neurons, int points) {
    for (int p = 0; p < points; p++) {
      for (int i = 0; i < neurons; i++) {
        double sum = rows[at[p] + i];
        for (int g = 1; g < groups; g++) {
          sum += rows[at[g * BLOCK + p] + i];
        }
        out[outAt + i * BLOCK + p] += sum;
      }
    }
  }

  @Override
  public void addToRows(
      double[] delta, int deltaAt, int neurons, int points, int[] at, int groups, double[] sums) {
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
  public void relu(double[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = z[p] <= 0 ? 0 : z[p];
      }
    }
  }

  @Override
  public double residual(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      double residual = y[yAt + p] - out[outAt + p];
      double weighted = residual * w[wAt + p];
      lanes[p % LANES] = Math.fma(residual, weighted, lanes[p % LANES]);
      out[outAt + p] = weighted;
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double heteroscedastic(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      int mean = outAt + p;
      int logSigma = mean + BLOCK;
      double residual = y[yAt + p] - out[mean];
      double weighted = residual * DoubleExp.of(-2 * out[logSigma]);
      double square = residual * weighted;
      lanes[p % LANES] -= (square / 2 + out[logSigma]) * w[wAt + p];
      out[mean] = weighted * w[wAt + p];
      out[logSigma] = (square - 1) * w[wAt + p];
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double student(
      double[] y,
      int yAt,
      double[] w,
      int wAt,
      double n,
      double[] out,
      int outAt,
      int points,
      double[] byShape) {
    double half = (n + 1) / 2;
    double perN = half / n;
    Arrays.fill(lanes, 0);
    Arrays.fill(shapeLanes, 0);
    for (int p = 0; p < points; p++) {
      int location = outAt + p;
      int logScale = location + BLOCK;
      double inverse = DoubleExp.of(-out[logScale]);
      double r = (y[yAt + p] - out[location]) * inverse;
      double q = r * r / n;
      double above = q + 1;
      double log = DoubleLog.of(above) + (q - (above - 1)) / above;
      double share = q / above;
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
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      double sign = 2 * y[yAt + p] - 1;
      double t = sign * out[outAt + p];
      double below = Math.min(t, 0);
      double e = DoubleExp.of(DoubleExp.orZero(-Math.max(t, 0)));
      double sum = DoubleExp.of(below) + e; // one of them is 1
      lanes[p % LANES] += (below - DoubleLog.of(sum)) * w[wAt + p];
      out[outAt + p] = sign * e / sum * w[wAt + p];
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double softmax(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int classes, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      int first = outAt + p;
      double largest = out[first];
      for (int k = 1; k < classes; k++) {
        largest = Math.max(largest, out[first + k * BLOCK]);
      }
      double ofClass = 0;
      double sum = 0;
      for (int k = 0; k < classes; k++) {
        double below = out[first + k * BLOCK] - largest;
        ofClass = Math.fma(y[yAt + p] == k ? 1 : 0, below, ofClass);
        out[first + k * BLOCK] = DoubleExp.of(DoubleExp.orZero(below));
        sum += out[first + k * BLOCK];
      }
      lanes[p % LANES] += (ofClass - DoubleLog.of(sum)) * w[wAt + p];
      double scale = -1 / sum;
      for (int k = 0; k < classes; k++) {
        int at = first + k * BLOCK;
        out[at] = Math.fma(out[at], scale, y[yAt + p] == k ? 1 : 0) * w[wAt + p];
      }
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public void gradient(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int neurons,
      int inputs,
      int points,
      double[] gradient,
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
  private void dot(double[] a, int aAt, double[] b, int bAt, int points) {
    Arrays.fill(lanes, 0);
    for (int p = 0; p < points; p++) {
      lanes[p % LANES] = Math.fma(a[aAt + p], b[bAt + p], lanes[p % LANES]);
    }
  }

  @Override
  public void backward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
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
  public void inactive(double[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p++) {
        z[p] = z[p] <= 0 ? 1 : 0;
      }
    }
  }
}
