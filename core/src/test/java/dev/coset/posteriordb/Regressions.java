package dev.coset.posteriordb;

import static dev.coset.posteriordb.Distributions.cauchy;
import static dev.coset.posteriordb.Distributions.normal;

import dev.coset.posteriordb.Program.Blocks;
import dev.coset.posteriordb.Tape.Var;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Linear models, {@code y ~ normal(X beta, sigma)}. */
final class Regressions {
  private Regressions() {}

  static Blocks kidscoreInteraction(ReferencePosterior data) {
    double[] score = data.vector("kid_score");
    double[] school = data.vector("mom_hs");
    double[] iq = data.vector("mom_iq");
    var likelihood = LinearLikelihood.of(score, withIntercept(school, iq, product(school, iq)));
    return p -> {
      Var[] beta = p.reals(4);
      Var sigma = p.positive();
      p.add(cauchy(sigma, 2.5));
      p.add(likelihood.logDensity(beta, sigma));
      p.report(beta);
      p.report(sigma);
    };
  }

  static Blocks logearnInteraction(ReferencePosterior data) {
    double[] height = data.vector("height");
    double[] male = data.vector("male");
    return flat(map(data.vector("earn"), Math::log), height, male, product(height, male));
  }

  static Blocks logmesquite(ReferencePosterior data) {
    return flat(
        map(data.vector("weight"), Math::log),
        map(data.vector("diam1"), Math::log),
        map(data.vector("diam2"), Math::log),
        map(data.vector("canopy_height"), Math::log),
        map(data.vector("total_height"), Math::log),
        map(data.vector("density"), Math::log),
        data.vector("group"));
  }

  static Blocks nes(ReferencePosterior data) {
    double[] age = data.vector("age_discrete");
    return flat(
        data.vector("partyid7"),
        data.vector("real_ideo"),
        data.vector("race_adj"),
        map(age, a -> a == 2 ? 1 : 0),
        map(age, a -> a == 3 ? 1 : 0),
        map(age, a -> a == 4 ? 1 : 0),
        data.vector("educ1"),
        data.vector("gender"),
        data.vector("income"));
  }

  static Blocks kilpisjarvi(ReferencePosterior data) {
    var likelihood = LinearLikelihood.of(data.vector("y"), withIntercept(data.vector("x")));
    double meanOfAlpha = data.real("pmualpha");
    double sdOfAlpha = data.real("psalpha");
    double meanOfBeta = data.real("pmubeta");
    double sdOfBeta = data.real("psbeta");
    return p -> {
      Var alpha = p.real();
      Var beta = p.real();
      Var sigma = p.positive();
      p.add(normal(alpha, meanOfAlpha, sdOfAlpha));
      p.add(normal(beta, meanOfBeta, sdOfBeta));
      p.add(likelihood.logDensity(new Var[] {alpha, beta}, sigma));
      p.report(alpha, beta, sigma);
    };
  }

  static Blocks blr(ReferencePosterior data) {
    var likelihood = LinearLikelihood.of(data.vector("y"), data.matrix("X"));
    return p -> {
      Var[] beta = p.reals(data.integer("D"));
      Var sigma = p.positive();
      for (Var b : beta) {
        p.add(normal(b, 0, 10));
      }
      p.add(normal(sigma, 0, 10));
      p.add(likelihood.logDensity(beta, sigma));
      p.report(beta);
      p.report(sigma);
    };
  }

  /** With no prior but Stan's flat one. */
  private static Blocks flat(double[] y, double[]... columns) {
    var likelihood = LinearLikelihood.of(y, withIntercept(columns));
    return p -> {
      Var[] beta = p.reals(1 + columns.length);
      Var sigma = p.positive();
      p.add(likelihood.logDensity(beta, sigma));
      p.report(beta);
      p.report(sigma);
    };
  }

  /** Rows of a one and the columns' entries. */
  private static double[][] withIntercept(double[]... columns) {
    double[][] x = new double[columns[0].length][1 + columns.length]; // (row, column)
    for (int i = 0; i < x.length; i++) {
      x[i][0] = 1;
      for (int j = 0; j < columns.length; j++) {
        x[i][1 + j] = columns[j][i];
      }
    }
    return x;
  }

  private static double[] product(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).toArray();
  }

  private static double[] map(double[] values, DoubleUnaryOperator function) {
    return Arrays.stream(values).map(function).toArray();
  }
}
