package dev.coset.laplace;

import dev.coset.data.Points;
import java.util.stream.IntStream;

/**
 * Bayesian linear regression {@code y = X theta + noise} in closed form, by plain elimination: the
 * truth that a Laplace approximation of a network without hidden layer must equal.
 */
record LinearRegression(double[][] design, double[] y, double sigma, double priorPrecision) {

  static LinearRegression of(Points points, double sigma, double priorPrecision) {
    int features = points.features();
    double[][] design = new double[points.count()][features + 1];
    for (int i = 0; i < design.length; i++) {
      for (int j = 0; j < features; j++) {
        design[i][j] = points.x()[j][i];
      }
      design[i][features] = 1;
    }
    return new LinearRegression(design, points.y().values(), sigma, priorPrecision);
  }

  LinearRegression without(int point) {
    int[] rows = IntStream.range(0, y.length).filter(i -> i != point).toArray();
    return new LinearRegression(
        IntStream.of(rows).mapToObj(i -> design[i]).toArray(double[][]::new),
        IntStream.of(rows).mapToDouble(i -> y[i]).toArray(),
        sigma,
        priorPrecision);
  }

  /** {@code (X'X / sigma^2 + d I)^-1}. */
  double[][] covariance() {
    int n = design[0].length;
    double[][] precision = new double[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        for (double[] row : design) {
          precision[a][b] += row[a] * row[b] / (sigma * sigma);
        }
      }
      precision[a][a] += priorPrecision;
    }
    return inverse(precision);
  }

  double[] mean() {
    double[][] covariance = covariance();
    int n = covariance.length;
    double[] xy = new double[n];
    for (int i = 0; i < y.length; i++) {
      for (int a = 0; a < n; a++) {
        xy[a] += design[i][a] * y[i] / (sigma * sigma);
      }
    }
    double[] mean = new double[n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        mean[a] += covariance[a][b] * xy[b];
      }
    }
    return mean;
  }

  /** {@code log Normal(y; 0, sigma^2 I + X X' / d)}. */
  double logEvidence() {
    int n = y.length;
    double[][] marginal = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        marginal[i][k] = dot(design[i], design[k]) / priorPrecision;
      }
      marginal[i][i] += sigma * sigma;
    }
    double[][] inverse = inverse(marginal);
    double square = 0;
    for (int i = 0; i < n; i++) {
      square += y[i] * dot(inverse[i], y);
    }
    return -n * Math.log(2 * Math.PI) / 2 - logDeterminant(marginal) / 2 - square / 2;
  }

  double predictiveMean(double[] row) {
    return dot(row, mean());
  }

  double predictiveVariance(double[] row) {
    double[][] covariance = covariance();
    double variance = sigma * sigma;
    for (int a = 0; a < row.length; a++) {
      variance += row[a] * dot(covariance[a], row);
    }
    return variance;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  /** Gauss-Jordan; the matrices here are positive definite and need no pivots. */
  static double[][] inverse(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(matrix[i], 0, a[i], 0, n);
      a[i][n + i] = 1;
    }
    for (int k = 0; k < n; k++) {
      double pivot = a[k][k];
      for (int j = 0; j < 2 * n; j++) {
        a[k][j] /= pivot;
      }
      for (int i = 0; i < n; i++) {
        double factor = a[i][k];
        for (int j = 0; i != k && j < 2 * n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    double[][] inverse = new double[n][n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(a[i], n, inverse[i], 0, n);
    }
    return inverse;
  }

  static double logDeterminant(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
    }
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += Math.log(a[k][k]);
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j < n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    return sum;
  }
}
