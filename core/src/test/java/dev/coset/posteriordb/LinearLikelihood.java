package dev.coset.posteriordb;

import dev.coset.posteriordb.Tape.Var;

/**
 * {@code y ~ normal(X beta, sigma)} for all rows at once, in the time of a few: the sum of squares
 * is {@code v'Gv} with G the Gram matrix of (X, y) and {@code v = (-beta, 1)}.
 */
record LinearLikelihood(int rows, double[][] gram) {

  /**
   * @param x (row, column)
   */
  static LinearLikelihood of(double[] y, double[][] x) {
    int last = x[0].length;
    double[][] gram = new double[last + 1][last + 1];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j <= last; j++) {
        for (int k = 0; k <= last; k++) {
          gram[j][k] += (j < last ? x[i][j] : y[i]) * (k < last ? x[i][k] : y[i]);
        }
      }
    }
    return new LinearLikelihood(y.length, gram);
  }

  Var logDensity(Var[] beta, Var sigma) {
    int last = beta.length;
    double[] v = new double[last + 1];
    for (int j = 0; j < last; j++) {
      v[j] = -beta[j].value();
    }
    v[last] = 1;
    double[] product = new double[last + 1]; // Gv
    double squares = 0;
    for (int j = 0; j <= last; j++) {
      for (int k = 0; k <= last; k++) {
        product[j] += gram[j][k] * v[k];
      }
      squares += v[j] * product[j];
    }
    double sd = sigma.value();
    double variance = sd * sd;
    Var sum = sigma.tape().number(-squares / variance / 2 - rows * Math.log(sd));
    for (int j = 0; j < last; j++) {
      sum.by(beta[j], product[j] / variance);
    }
    return sum.by(sigma, (squares / variance - rows) / sd);
  }
}
