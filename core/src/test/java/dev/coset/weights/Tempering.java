package dev.coset.weights;

import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Parallel tempering from a standard normal to a density, by plain Hamiltonian steps and exchanges
 * of neighbours, and the integral of the density by stepping stones. It shares no code with the
 * samplers.
 *
 * @param logEvidence the logarithm of the density's integral
 * @param meanLogDensity over the draws of the density itself
 */
record Tempering(double logEvidence, double meanLogDensity) {
  private static final int MOST_STEPS = 40;
  private static final double ACCEPTANCE = 0.8;

  /**
   * @param densities a density for each rung of the ladder
   * @param iterations of which the first quarter is not kept
   */
  static Tempering run(Supplier<LogDensity> densities, int rungs, int iterations, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    Rung[] ladder = new Rung[rungs];
    for (int k = 0; k < rungs; k++) {
      double share = (double) k / (rungs - 1);
      ladder[k] = new Rung(densities.get(), Math.pow(share, 4), random);
    }
    double[] largest = new double[rungs - 1];
    double[] sum = new double[rungs - 1];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    double level = 0;
    int kept = 0;
    for (int i = 0; i < iterations; i++) {
      boolean keep = i >= iterations / 4;
      for (Rung rung : ladder) {
        rung.move(random, !keep);
      }
      for (int k = i % 2; k + 1 < rungs; k += 2) {
        exchange(ladder[k], ladder[k + 1], random);
      }
      if (!keep) {
        continue;
      }
      kept++;
      level += ladder[rungs - 1].logDensity;
      for (int k = 0; k + 1 < rungs; k++) {
        double log = (ladder[k + 1].beta - ladder[k].beta) * ladder[k].logRatio();
        if (log > largest[k]) {
          sum[k] *= Math.exp(largest[k] - log);
          largest[k] = log;
        }
        sum[k] += Math.exp(log - largest[k]);
      }
    }
    double evidence = 0;
    for (int k = 0; k + 1 < rungs; k++) {
      evidence += largest[k] + Math.log(sum[k] / kept);
    }
    return new Tempering(evidence, level / kept);
  }

  private static void exchange(Rung low, Rung high, UniformRandomProvider random) {
    double log = (high.beta - low.beta) * (low.logRatio() - high.logRatio());
    if (Math.log(random.nextDouble()) < log) {
      double[] q = low.q;
      low.q = high.q;
      high.q = q;
      low.evaluate();
      high.evaluate();
    }
  }

  /** {@code normal^(1 - beta) density^beta}. */
  private static final class Rung {
    private final LogDensity density;
    private final double beta;
    private final double[] gradient;
    private double[] q;
    private double logDensity;
    private double logNormal;
    private double stepSize = 0.1;

    Rung(LogDensity density, double beta, UniformRandomProvider random) {
      this.density = density;
      this.beta = beta;
      gradient = new double[density.dimension()];
      q = normals(density.dimension(), random);
      evaluate();
    }

    double logRatio() {
      return logDensity - logNormal;
    }

    /** The tempered log density; {@code gradient} becomes its gradient. */
    double evaluate() {
      logDensity = density.valueAndGradient(q, gradient);
      logNormal = -0.5 * q.length * Math.log(2 * Math.PI);
      for (int i = 0; i < q.length; i++) {
        logNormal -= 0.5 * q[i] * q[i];
        gradient[i] = beta * gradient[i] - (1 - beta) * q[i];
      }
      return beta * logDensity + (1 - beta) * logNormal;
    }

    void move(UniformRandomProvider random, boolean adapt) {
      double[] before = q.clone();
      double[] p = normals(q.length, random);
      double energy = -evaluate() + kinetic(p);
      double step = stepSize * (0.8 + 0.4 * random.nextDouble());
      int steps = 1 + random.nextInt(MOST_STEPS);
      double log = 0;
      for (int s = 0; s < steps; s++) {
        kick(p, step / 2);
        for (int i = 0; i < q.length; i++) {
          q[i] += step * p[i];
        }
        log = evaluate();
        kick(p, step / 2);
      }
      double change = energy - (-log + kinetic(p));
      double acceptance = Double.isNaN(change) ? 0 : Math.min(1, Math.exp(change));
      if (!(random.nextDouble() < acceptance)) {
        q = before;
        evaluate();
      }
      if (adapt) {
        stepSize *= Math.exp(0.05 * (acceptance - ACCEPTANCE));
      }
    }

    private void kick(double[] p, double step) {
      for (int i = 0; i < p.length; i++) {
        p[i] += step * gradient[i];
      }
    }

    private static double kinetic(double[] p) {
      return 0.5 * Arrays.stream(p).map(each -> each * each).sum();
    }

    private static double[] normals(int count, UniformRandomProvider random) {
      var normal = ZigguratSampler.NormalizedGaussian.of(random);
      double[] values = new double[count];
      Arrays.setAll(values, i -> normal.sample());
      return values;
    }
  }
}
