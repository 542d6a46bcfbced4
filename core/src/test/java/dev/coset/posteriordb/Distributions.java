package dev.coset.posteriordb;

import dev.coset.posteriordb.Tape.Var;

/** Log densities up to constants, named as in Stan. */
final class Distributions {
  private Distributions() {}

  /** As a function of {@code x}, or of the mean with {@code mean} for the observation. */
  static Var normal(Var x, double mean, double sd) {
    double z = (x.value() - mean) / sd;
    return x.tape().number(-z * z / 2).by(x, -z / sd);
  }

  static Var normal(double y, Var mean, Var sd) {
    double z = (y - mean.value()) / sd.value();
    return sd.tape()
        .number(-z * z / 2 - Math.log(sd.value()))
        .by(mean, z / sd.value())
        .by(sd, (z * z - 1) / sd.value());
  }

  /** Cauchy around 0. */
  static Var cauchy(Var x, double scale) {
    double z = x.value() / scale;
    return x.tape().number(-Math.log1p(z * z)).by(x, -2 * z / (1 + z * z) / scale);
  }

  static Var gamma(Var x, double shape, double rate) {
    return x.log().times(shape - 1).minus(x.times(rate));
  }

  static Var beta(Var x, double a, double b) {
    return x.log().times(a - 1).plus(x.from(1).log().times(b - 1));
  }

  /** Poisson with the given logarithm of its mean. */
  static Var poissonLog(int count, Var logMean) {
    return logMean.times(count).minus(logMean.exp());
  }

  /** {@code log(share normal(y | a) + (1 - share) normal(y | b))}, summed over all y. */
  static Var logMix(double[] y, Var share, Var meanA, Var sdA, Var meanB, Var sdB) {
    double logA = Math.log(share.value()) - Math.log(sdA.value());
    double logB = Math.log1p(-share.value()) - Math.log(sdB.value());
    double sum = 0;
    double shares = 0;
    double[] byA = new double[2]; // by mean and sd, in units of sd
    double[] byB = new double[2];
    for (double each : y) {
      double zA = (each - meanA.value()) / sdA.value();
      double zB = (each - meanB.value()) / sdB.value();
      double inB = logB - zB * zB / 2;
      double logOdds = logA - zA * zA / 2 - inB;
      double odds = Math.exp(-Math.abs(logOdds));
      double ofA = logOdds < 0 ? odds / (1 + odds) : 1 / (1 + odds);
      sum += inB + Math.max(0, logOdds) + Math.log1p(odds);
      shares += ofA;
      byA[0] += ofA * zA;
      byA[1] += ofA * (zA * zA - 1);
      byB[0] += (1 - ofA) * zB;
      byB[1] += (1 - ofA) * (zB * zB - 1);
    }
    return share
        .tape()
        .number(sum)
        .by(share, shares / share.value() - (y.length - shares) / (1 - share.value()))
        .by(meanA, byA[0] / sdA.value())
        .by(sdA, byA[1] / sdA.value())
        .by(meanB, byB[0] / sdB.value())
        .by(sdB, byB[1] / sdB.value());
  }
}
