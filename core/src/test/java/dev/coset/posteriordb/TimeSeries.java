package dev.coset.posteriordb;

import static dev.coset.posteriordb.Distributions.cauchy;
import static dev.coset.posteriordb.Distributions.normal;

import dev.coset.posteriordb.Program.Blocks;
import dev.coset.posteriordb.Tape.Var;
import java.util.Arrays;

/** Models of one value after another. */
final class TimeSeries {
  private TimeSeries() {}

  static Blocks arK(ReferencePosterior data) {
    int lags = data.integer("K");
    double[] series = data.vector("y");
    double[] y = Arrays.copyOfRange(series, lags, series.length);
    double[][] x = new double[y.length][1 + lags]; // (time, 1 and lags)
    for (int t = 0; t < y.length; t++) {
      x[t][0] = 1;
      for (int k = 1; k <= lags; k++) {
        x[t][k] = series[lags + t - k];
      }
    }
    var likelihood = LinearLikelihood.of(y, x);
    return p -> {
      Var[] alphaAndBeta = p.reals(1 + lags);
      Var sigma = p.positive();
      for (Var coefficient : alphaAndBeta) {
        p.add(normal(coefficient, 0, 10));
      }
      p.add(cauchy(sigma, 2.5));
      p.add(likelihood.logDensity(alphaAndBeta, sigma));
      p.report(alphaAndBeta);
      p.report(sigma);
    };
  }

  static Blocks arma11(ReferencePosterior data) {
    double[] y = data.vector("y");
    return p -> {
      Var mu = p.real();
      Var phi = p.real();
      Var theta = p.real();
      Var sigma = p.positive();
      p.add(normal(mu, 0, 10));
      p.add(normal(phi, 0, 2));
      p.add(normal(theta, 0, 2));
      p.add(cauchy(sigma, 2.5));
      Var error = mu.plus(phi, mu).from(y[0]);
      p.add(normal(0, error, sigma));
      for (int t = 1; t < y.length; t++) {
        error = mu.plus(phi, y[t - 1]).plus(theta, error).from(y[t]);
        p.add(normal(0, error, sigma));
      }
      p.report(mu, phi, theta, sigma);
    };
  }

  static Blocks garch11(ReferencePosterior data) {
    double[] y = data.vector("y");
    double sigma1 = data.real("sigma1");
    return p -> {
      Var mu = p.real();
      Var alpha0 = p.positive();
      Var alpha1 = p.unit();
      Var beta1 = p.between0And(alpha1.from(1));
      Var variance = p.constant(sigma1 * sigma1);
      p.add(normal(mu, y[0], sigma1));
      for (int t = 1; t < y.length; t++) {
        variance = alpha0.plus(alpha1, mu.from(y[t - 1]).square()).plus(beta1, variance);
        p.add(normal(y[t], mu, variance.sqrt()));
      }
      p.report(mu, alpha0, alpha1, beta1);
    };
  }
}
