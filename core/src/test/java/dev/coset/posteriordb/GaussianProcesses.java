package dev.coset.posteriordb;

import static dev.coset.posteriordb.Distributions.gamma;
import static dev.coset.posteriordb.Distributions.normal;
import static dev.coset.posteriordb.Distributions.poissonLog;

import dev.coset.posteriordb.Program.Blocks;
import dev.coset.posteriordb.Tape.Var;

/** Regressions on a Gaussian process with the squared exponential kernel. */
final class GaussianProcesses {
  private GaussianProcesses() {}

  static Blocks regression(ReferencePosterior data) {
    double[] x = data.vector("x");
    double[] y = data.vector("y");
    return p -> {
      Var rho = p.positive();
      Var alpha = p.positive();
      Var sigma = p.positive();
      p.add(gamma(rho, 25, 4));
      p.add(normal(alpha, 0, 2));
      p.add(normal(sigma, 0, 1));
      Var[][] covariance = covariance(x, alpha, rho);
      for (int i = 0; i < x.length; i++) {
        covariance[i][i] = covariance[i][i].plus(sigma); // the variance, though its name is sigma
      }
      Var[][] l = cholesky(p, covariance);
      Var[] z = new Var[y.length]; // L z = y
      for (int i = 0; i < z.length; i++) {
        z[i] = p.dot(l[i], z, i).from(y[i]).over(l[i][i]);
        p.add(normal(z[i], 0, 1));
        p.add(l[i][i].log().times(-1));
      }
      p.report(rho, alpha, sigma);
    };
  }

  static Blocks poisson(ReferencePosterior data) {
    double[] x = data.vector("x");
    double[] k = data.vector("k");
    return p -> {
      Var rho = p.positive();
      Var alpha = p.positive();
      Var[] fTilde = p.reals(x.length);
      Var[][] covariance = covariance(x, alpha, rho);
      for (int i = 0; i < x.length; i++) {
        covariance[i][i] = covariance[i][i].plus(1e-10);
      }
      Var[][] l = cholesky(p, covariance);
      p.add(gamma(rho, 25, 4));
      p.add(normal(alpha, 0, 2));
      p.report(rho, alpha);
      for (int i = 0; i < x.length; i++) {
        p.add(normal(fTilde[i], 0, 1));
        Var f = p.dot(l[i], fTilde, i + 1);
        p.add(poissonLog((int) k[i], f));
        p.report(f);
      }
    };
  }

  /** {@code alpha^2 exp(-(x - x')^2 / 2 rho^2)}, on and below the diagonal. */
  private static Var[][] covariance(double[] x, Var alpha, Var rho) {
    Var scale = alpha.square();
    Var precision = rho.log().times(-2).exp();
    Var[][] covariance = new Var[x.length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j <= i; j++) {
        double distance = x[i] - x[j];
        covariance[i][j] = scale.times(precision.times(-distance * distance / 2).exp());
      }
    }
    return covariance;
  }

  /** The lower triangular L with {@code L L' = a}. */
  private static Var[][] cholesky(Program p, Var[][] a) {
    Var[][] l = new Var[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j <= i; j++) {
        Var rest = a[i][j].minus(p.dot(l[i], l[j], j));
        l[i][j] = i == j ? rest.sqrt() : rest.over(l[j][j]);
      }
    }
    return l;
  }
}
