package dev.coset.posterior;

import dev.coset.data.Points;
import dev.coset.network.BatchGradient;
import dev.coset.network.Precision;
import dev.coset.parallel.Parallel;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What draws compute at given inputs: each draw's network outputs and its nuisance parameters, and
 * how much it counts.
 *
 * @param outputs (draw, output, point)
 * @param nuisance (draw, parameter), their values rather than what was sampled
 * @param weights of the draws, which sum to 1
 */
public record OutputValues(double[][][] outputs, double[][] nuisance, double[] weights) {
  public OutputValues {
    if (outputs.length != nuisance.length || outputs.length != weights.length) {
      throw new IllegalArgumentException(
          "There are %d functions, %d rows of nuisance parameters and %d weights; give one of each per draw."
              .formatted(outputs.length, nuisance.length, weights.length));
    }
    for (int g = 0; g < outputs.length; g++) {
      for (double[] output : outputs[g]) {
        for (int point = 0; point < output.length; point++) {
          if (!Double.isFinite(output[point])) {
            throw new IllegalArgumentException(
                "Draw %d predicts %s at point %d; leave it out."
                    .formatted(g, output[point], point));
          }
        }
      }
    }
  }

  /** Of equally weighted draws. */
  public OutputValues(double[][][] outputs, double[][] nuisance) {
    this(outputs, nuisance, equal(outputs.length));
  }

  private static double[] equal(int draws) {
    double[] weights = new double[draws];
    Arrays.fill(weights, 1.0 / draws);
    return weights;
  }

  /**
   * Evaluates the network of every draw; in double precision where single overflows, as it does of
   * points that lie very far out.
   *
   * @param x (feature, point)
   * @param threads at most so many share the work; the values do not depend on it
   */
  public static OutputValues of(Posterior posterior, Draws draws, double[][] x, int threads) {
    if (draws.dimension() != posterior.dimension()) {
      throw new IllegalArgumentException(
          "Draws of dimension %d do not fit the network %s and its likelihood, which take %d."
              .formatted(draws.dimension(), posterior.network(), posterior.dimension()));
    }
    double[][][] outputs = new double[draws.count()][posterior.network().outputs()][x[0].length];
    double[][] nuisance = new double[draws.count()][];
    Points points = posterior.data().at(x);
    var batches = BatchGradient.forThreads(posterior.network(), posterior.precision(), points);
    Parallel.ranges(
        threads,
        draws.count(),
        (from, to) -> {
          BatchGradient batch = batches.get();
          double[] q = new double[draws.dimension()];
          for (int g = from; g < to; g++) {
            System.arraycopy(draws.values(), g * q.length, q, 0, q.length);
            batch.outputs(q, outputs[g]);
            if (!finite(outputs[g])) {
              BatchGradient.forThreads(posterior.network(), Precision.DOUBLE, points)
                  .get()
                  .outputs(q, outputs[g]);
            }
            nuisance[g] = posterior.nuisance(draws, g);
          }
        });
    return new OutputValues(outputs, nuisance);
  }

  private static boolean finite(double[][] outputs) {
    for (double[] output : outputs) {
      for (double value : output) {
        if (!Double.isFinite(value)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The same draws with other weights; those without weight are dropped. */
  public OutputValues weighted(double[] others) {
    int[] kept = IntStream.range(0, others.length).filter(g -> others[g] != 0).toArray();
    return new OutputValues(
        Arrays.stream(kept).mapToObj(g -> outputs[g]).toArray(double[][][]::new),
        Arrays.stream(kept).mapToObj(g -> nuisance[g]).toArray(double[][]::new),
        Arrays.stream(kept).mapToDouble(g -> others[g]).toArray());
  }

  public int draws() {
    return outputs.length;
  }

  public int points() {
    return outputs.length == 0 ? 0 : outputs[0][0].length;
  }

  /** One of the outputs, (draw, point). */
  public double[][] output(int place) {
    return Arrays.stream(outputs).map(of -> of[place]).toArray(double[][]::new);
  }

  /** One of the nuisance parameters, (draw). */
  public double[] nuisance(int place) {
    return Arrays.stream(nuisance).mapToDouble(of -> of[place]).toArray();
  }

  public boolean countAlike() {
    return Arrays.stream(weights).allMatch(w -> w == weights[0]);
  }
}
