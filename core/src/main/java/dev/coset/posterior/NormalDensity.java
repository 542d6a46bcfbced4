package dev.coset.posterior;

import dev.coset.data.Targets;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/** The one place that writes {@code log Normal(y; m, s)}. */
public final class NormalDensity {
  /** Half the logarithm of two pi. */
  public static final double HALF_LOG_2_PI = 0.91893853320467274178;

  /**
   * Far from the data a scale may be beyond what a number holds; held so, its square is one too.
   */
  private static final double FARTHEST = 300; // of its logarithm from 0

  private NormalDensity() {}

  /** Scales by their logarithms, (draw, point). */
  static double[][] scales(double[][] logarithms) {
    double[][] scales = new double[logarithms.length][];
    for (int g = 0; g < scales.length; g++) {
      scales[g] =
          Arrays.stream(logarithms[g])
              .map(log -> Elementary.exp(Math.clamp(log, -FARTHEST, FARTHEST)))
              .toArray();
    }
    return scales;
  }

  /** The log density, given the logarithm of the standard deviation too. */
  static double log(double y, double mean, double sd, double logSd) {
    double z = (y - mean) / sd;
    return -logSd - HALF_LOG_2_PI - z * z / 2;
  }

  /** Of every target, with one standard deviation. */
  static double[] log(Targets targets, double[] means, double sd) {
    double logSd = StrictMath.log(sd);
    double[] log = new double[targets.count()];
    for (int i = 0; i < log.length; i++) {
      log[i] = log(targets.at(i), means[i], sd, logSd);
    }
    return log;
  }
}
