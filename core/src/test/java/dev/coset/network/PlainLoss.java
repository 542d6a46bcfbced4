package dev.coset.network;

/**
 * The kernels as losses over any block of points, in double precision, as their formulas read.
 *
 * @param y (target, point)
 * @param weights (point)
 * @param shape of the kernel
 * @param byShape to which derivatives by the shape are added
 */
record PlainLoss(
    OutputKernel kernel, double[][] y, double[] weights, double[] shape, double[] byShape)
    implements OutputLoss {

  @Override
  public double valueAndDerivative(int first, int points, double[][] outputs) {
    double sum = 0;
    for (int p = 0; p < points; p++) {
      double weight = weights[first + p];
      sum +=
          weight
              * switch (kernel) {
                case SQUARED_ERROR -> squaredError(first + p, p, outputs);
                case HETEROSCEDASTIC -> heteroscedastic(y[0][first + p], p, outputs[0], outputs[1]);
                case STUDENT -> student(first + p, p, outputs[0], outputs[1]);
                case LOGISTIC -> logistic(y[0][first + p], p, outputs[0]);
                case SOFTMAX -> softmax((int) y[0][first + p], p, outputs);
              };
      for (double[] output : outputs) {
        output[p] *= weight;
      }
    }
    return sum;
  }

  private double squaredError(int point, int p, double[][] outputs) {
    double sum = 0;
    for (int i = 0; i < outputs.length; i++) {
      double residual = y[i][point] - outputs[i][p];
      outputs[i][p] = residual;
      sum -= residual * residual / 2;
    }
    return sum;
  }

  private static double heteroscedastic(double target, int p, double[] mean, double[] logSigma) {
    double residual = target - mean[p];
    double precision = StrictMath.exp(-2 * logSigma[p]);
    double value = -logSigma[p] - residual * residual * precision / 2;
    mean[p] = residual * precision;
    logSigma[p] = residual * residual * precision - 1;
    return value;
  }

  private double student(int point, int p, double[] location, double[] logScale) {
    double n = shape[0];
    double scale = StrictMath.exp(logScale[p]);
    double r = (y[0][point] - location[p]) / scale;
    double log = StrictMath.log1p(r * r / n);
    double value = -logScale[p] - (n + 1) / 2 * log;
    byShape[0] += weights[point] * ((n + 1) / (2 * n) * r * r / (n + r * r) - log / 2);
    location[p] = (n + 1) * r / (n + r * r) / scale;
    logScale[p] = (n + 1) * r * r / (n + r * r) - 1;
    return value;
  }

  private static double logistic(double target, int p, double[] logit) {
    double z = logit[p];
    logit[p] = target - 1 / (1 + StrictMath.exp(-z));
    double t = target == 1 ? z : -z;
    return Math.min(t, 0) - StrictMath.log1p(StrictMath.exp(-Math.abs(t)));
  }

  private static double softmax(int target, int p, double[][] outputs) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double[] output : outputs) {
      largest = Math.max(largest, output[p]);
    }
    double sum = 0;
    for (double[] output : outputs) {
      sum += StrictMath.exp(output[p] - largest);
    }
    double value = outputs[target][p] - largest - StrictMath.log(sum);
    for (int k = 0; k < outputs.length; k++) {
      double probability = StrictMath.exp(outputs[k][p] - largest) / sum;
      outputs[k][p] = (k == target ? 1 : 0) - probability;
    }
    return value;
  }
}
