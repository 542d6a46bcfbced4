package dev.coset.posteriordb;

import static dev.coset.posteriordb.Distributions.cauchy;
import static dev.coset.posteriordb.Distributions.normal;

import dev.coset.posteriordb.Program.Blocks;
import dev.coset.posteriordb.Tape.Var;

/** Effects of eight schools around a common mean, sampled as standard normals. */
final class EightSchools {
  private EightSchools() {}

  static Blocks noncentered(ReferencePosterior data) {
    double[] y = data.vector("y");
    double[] sigma = data.vector("sigma");
    return p -> {
      Var[] thetaTrans = p.reals(y.length);
      Var mu = p.real();
      Var tau = p.positive();
      p.add(normal(mu, 0, 5));
      p.add(cauchy(tau, 5));
      for (int j = 0; j < y.length; j++) {
        Var theta = thetaTrans[j].times(tau).plus(mu);
        p.add(normal(thetaTrans[j], 0, 1));
        p.add(normal(theta, y[j], sigma[j]));
        p.report(theta);
      }
      p.report(mu, tau);
    };
  }
}
