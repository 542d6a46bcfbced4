package dev.coset.sampler;

import dev.coset.parallel.StoppedException;
import dev.coset.posterior.BatchedDensity;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One chain of kinetic Langevin dynamics by the UBU splitting, for many rows: a step takes the
 * gradient of one batch of rows, and a transition is a pass of steps over all batches. No step is
 * rejected; the kinetic temperature shows the bias.
 *
 * <p>Reference: D. Paulin, P. Whalley, N. Chada, B. Leimkuhler (2024), Sampling from Bayesian
 * neural network posteriors with symmetric minibatch splitting Langevin dynamics.
 */
public final class Ubu {
  public static final String NAME = "ubu";

  /** The usual step, times the inverse root of the greatest curvature. */
  public static final double STEP = 0.25;

  /** The usual friction, times the root of the greatest curvature. */
  public static final double FRICTION = 0.1;

  /**
   * @param warmup passes over the rows that adapt and are not kept; some measure curvature
   * @param draws how many are kept
   * @param thinning passes from one draw to the next
   * @param step times the inverse root of the greatest curvature of the log density
   * @param friction times that root
   */
  public record Settings(int warmup, int draws, int thinning, double step, double friction)
      implements Sampler {

    public Settings {
      check(warmup >= 20, "Warm-up must be 20 passes or more for UBU, but was " + warmup + ".");
      check(draws >= 1, "A chain must make at least 1 draw, but was asked for " + draws + ".");
      check(thinning >= 1, "Draws must be at least 1 pass apart, but were " + thinning + ".");
      check(step > 0 && step <= 1, "The step must lie between 0 and 1, but was " + step + ".");
      check(
          friction > 0 && friction <= 10,
          "The friction must lie between 0 and 10, but was " + friction + ".");
    }

    /** The usual chain, from a start near a mode. */
    public Settings() {
      this(1000, 20, 50, STEP, FRICTION);
    }

    /** The usual step and friction. */
    public static Settings of(int warmup, int draws, int thinning) {
      return new Settings(warmup, draws, thinning, STEP, FRICTION);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Settings ofLength(int passes, int number, int apart) {
      return new Settings(passes, number, apart, step, friction);
    }

    @Override
    public Settings brief(int number) {
      return ofLength(200, number, 10);
    }

    @Override
    public OptionalLong gradients() {
      return OptionalLong.of(warmup + draws * (thinning + 1L));
    }

    @Override
    public boolean reachesOneLevel() {
      return false;
    }

    @Override
    public DrawSchema schema() {
      return UbuStatistics.SCHEMA;
    }

    @Override
    public List<Check> checks(List<Draws> chains) {
      return UbuChecks.of(chains);
    }

    @Override
    public int workspace() {
      int motion = 6;
      int centre = 3; // and a float for each batch and parameter
      int curvature = 4;
      return motion + centre + curvature;
    }

    @Override
    public Chain run(
        LogDensity density,
        int chain,
        double[] start,
        UniformRandomProvider random,
        SamplerMonitor monitor) {
      return new Ubu(WholeDensity.of(density), this, start, random, monitor).sample(chain);
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }

  /** Of warm-up, for each measurement of the curvature: one iteration in so many passes. */
  private static final int PASSES_PER_ITERATION = 20;

  private static final int MOST_ITERATIONS = 10;
  private static final int HALVES = 2;
  private static final int ROUNDS = 5; // of half a warm-up

  private final BatchedDensity density;
  private final Settings settings;
  private final UniformRandomProvider random;
  private final SamplerMonitor monitor;
  private final BatchPasses passes;
  private final Thermostat thermostat;
  private int takenBack;

  private Ubu(
      BatchedDensity density,
      Settings settings,
      double[] start,
      UniformRandomProvider random,
      SamplerMonitor monitor) {
    this.density = density;
    this.settings = settings;
    this.random = random;
    this.monitor = monitor;
    this.passes = new BatchPasses(new ControlVariates(density), start, random);
    this.thermostat = new Thermostat(settings.step(), settings.friction(), density.dimension());
  }

  private Sampler.Chain sample(int chain) {
    int dimension = density.dimension();
    double lowest = passes.logDensity() - Tuning.FAR * dimension;
    report(true, 1, false);
    int left = settings.warmup() - 1;
    for (int half = 0; half < HALVES; half++) {
      int length = left / (HALVES - half);
      warmUp(length, half > 0);
      left -= length;
    }
    double[] ones = new double[dimension];
    Arrays.fill(ones, 1);
    var summary = new WarmupSummary(thermostat.step(), ones, settings.warmup(), takenBack);

    Draws draws = Draws.ofSize(settings.draws(), dimension, UbuStatistics.SCHEMA);
    var statistics = UbuStatistics.of(draws);
    for (int i = 0; i < settings.draws(); i++) {
      passes.begin(thermostat);
      statistics.step()[i] = thermostat.step();
      statistics.friction()[i] = thermostat.friction();
      statistics.reductions()[i] = thermostat.reductions();
      int before = takenBack;
      for (int k = 1; k < settings.thinning(); k++) {
        boolean well = passes.pass();
        report(false, 1, !well);
      }
      boolean moved = passes.pass();
      boolean well = passes.centre() && moved;
      report(false, 2, !well);
      if (passes.steps() == 0) {
        throw new IllegalStateException(
            "The chain could not move: every pass led to a density that is not finite.");
      }
      if (passes.logDensity() < lowest) {
        throw new IllegalStateException(
            "The chain left the region of its start: its log density fell from %.3g to %.3g."
                .formatted(lowest + Tuning.FAR * dimension, passes.logDensity()));
      }
      statistics.temperature()[i] = passes.temperature();
      statistics.gradients()[i] = settings.thinning() + 1.0;
      statistics.diverged()[i] = takenBack > before ? 1 : 0;
      System.arraycopy(passes.x(), 0, draws.values(), i * dimension, dimension);
      draws.chain()[i] = chain;
      draws.logDensity()[i] = passes.logDensity();
      adapt(takenBack > before);
    }
    return new Sampler.Chain(draws, summary);
  }

  /**
   * Half of a warm-up: measures the curvature at the centre, then moves in rounds, each of which
   * ends with a new centre. The first half may be on its way to the typical set, which heats it, so
   * only the second adapts to its temperature.
   */
  private void warmUp(int length, boolean adapts) {
    int iterations = Math.clamp(length / PASSES_PER_ITERATION, 1, MOST_ITERATIONS);
    var curvature = new Curvature(density, random);
    for (int i = 0; i < iterations; i++) {
      curvature.iterate(passes.x());
      report(true, 1, false);
      report(true, 1, false);
    }
    thermostat.frequency(curvature.frequency());
    int left = length - Curvature.GRADIENTS * iterations;
    int rounds = Math.min(ROUNDS, left / 2);
    for (int round = 0; round < rounds; round++) {
      int before = takenBack;
      int passesOfRound = left / (rounds - round);
      left -= passesOfRound;
      passes.begin(thermostat);
      for (int i = 1; i < passesOfRound; i++) {
        boolean well = passes.pass();
        report(true, 1, !well);
      }
      boolean well = passes.centre();
      report(true, 1, !well);
      if (takenBack > before || adapts) {
        adapt(takenBack > before);
      }
    }
  }

  private void adapt(boolean wentWrong) {
    thermostat.learn(passes.temperature(), passes.steps());
    if (wentWrong || thermostat.isTooHot()) {
      thermostat.reduce();
    }
  }

  private void report(boolean warmup, int gradients, boolean wentWrong) {
    takenBack += wentWrong ? 1 : 0;
    monitor.transition(warmup, gradients, wentWrong);
    if (monitor.stopped()) {
      throw new StoppedException();
    }
  }
}
