package dev.coset.posteriordb;

import static dev.coset.posteriordb.Distributions.beta;
import static dev.coset.posteriordb.Distributions.logMix;
import static dev.coset.posteriordb.Distributions.normal;

import dev.coset.posteriordb.Program.Blocks;
import dev.coset.posteriordb.Tape.Var;

/** Two normals, told apart by the order of their means. */
final class Mixture {
  private Mixture() {}

  static Blocks lowDimGaussMix(ReferencePosterior data) {
    double[] y = data.vector("y");
    return p -> {
      Var[] mu = p.ordered(2);
      Var[] sigma = {p.positive(), p.positive()};
      Var theta = p.unit();
      for (int k = 0; k < 2; k++) {
        p.add(normal(sigma[k], 0, 2));
        p.add(normal(mu[k], 0, 2));
      }
      p.add(beta(theta, 5, 5));
      p.add(logMix(y, theta, mu[0], sigma[0], mu[1], sigma[1]));
      p.report(mu);
      p.report(sigma);
      p.report(theta);
    };
  }
}
