package dev.coset.sampler;

import dev.coset.parallel.StoppedException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One chain of unadjusted microcanonical Langevin Monte Carlo: warm-up, then draws a number of
 * steps apart. No step is rejected, so that draws have a bias, which the energy error bounds.
 *
 * <p>Reference: E. Sommer, J. Robnik, G. Nozadze, U. Seljak, D. Ruegamer (2025), Microcanonical
 * Langevin ensembles.
 */
public final class Mclmc {
  public static final String NAME = "mclmc";

  /** Where the bias does not show in predictions beside what chains differ by. */
  public static final double ENERGY_VARIANCE = 5e-3;

  /** In which units of parameters a chain moves at constant speed. */
  public enum Mass {
    /** The same for all: for weights, which are of one prior. */
    IDENTITY,
    /** Of each its standard deviation, learned in warm-up: for parameters of different scales. */
    DIAGONAL
  }

  /**
   * @param warmup steps that adapt and are not kept
   * @param draws how many are kept
   * @param thinning steps from one draw to the next
   * @param energyVariance the wanted variance of a step's energy error per dimension
   * @param mass the mass matrix: that of networks stays the identity, see docs/lab/results.md,
   *     "MCLMC"
   */
  public record Settings(int warmup, int draws, int thinning, double energyVariance, Mass mass)
      implements Sampler {

    public Settings {
      check(warmup >= 20, "Warm-up must be 20 steps or more for MCLMC, but was " + warmup + ".");
      check(draws >= 1, "A chain must make at least 1 draw, but was asked for " + draws + ".");
      check(thinning >= 1, "Draws must be at least 1 step apart, but were " + thinning + ".");
      check(
          energyVariance > 0 && energyVariance <= 1,
          "The energy variance must lie between 0 and 1, but was " + energyVariance + ".");
      mass = Objects.requireNonNullElse(mass, Mass.IDENTITY); // runs of before say nothing of it
    }

    /** The usual chain, from a start near a mode. */
    public Settings() {
      this(8000, 20, 150, ENERGY_VARIANCE);
    }

    public Settings(int warmup, int draws, int thinning, double energyVariance) {
      this(warmup, draws, thinning, energyVariance, Mass.IDENTITY);
    }

    /** An energy variance whose bias does not show in predictions. */
    public static Settings of(int warmup, int draws, int thinning) {
      return new Settings(warmup, draws, thinning, ENERGY_VARIANCE);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Settings ofLength(int steps, int number, int apart) {
      return new Settings(steps, number, apart, energyVariance, mass);
    }

    @Override
    public Settings brief(int number) {
      return ofLength(1000, number, 20);
    }

    public Settings with(Mass other) {
      return new Settings(warmup, draws, thinning, energyVariance, other);
    }

    @Override
    public OptionalLong gradients() {
      return OptionalLong.of(1 + GRADIENTS * transitions());
    }

    @Override
    public boolean reachesOneLevel() {
      return false;
    }

    @Override
    public DrawSchema schema() {
      return MclmcStatistics.SCHEMA;
    }

    @Override
    public List<Check> checks(List<Draws> chains) {
      return MclmcChecks.of(this, chains);
    }

    @Override
    public int workspace() {
      int motion = 7;
      int adaptation = 2; // and the path of a hundred parameters, however many there are
      return motion + adaptation;
    }

    @Override
    public Chain run(
        LogDensity density,
        int chain,
        double[] start,
        UniformRandomProvider random,
        SamplerMonitor monitor) {
      return new Mclmc(density, this, monitor).sample(chain, start, random);
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }

  private static final int GRADIENTS = 2; // of a step

  private final LogDensity density;
  private final Settings settings;
  private final SamplerMonitor monitor;

  private Mclmc(LogDensity density, Settings settings, SamplerMonitor monitor) {
    this.density = density;
    this.settings = settings;
    this.monitor = monitor;
  }

  private Sampler.Chain sample(int chain, double[] start, UniformRandomProvider random) {
    int dimension = density.dimension();
    var motion = new Microcanonical(density, start);
    double lowest = motion.logDensity() - Tuning.FAR * dimension;
    var warmup =
        new MclmcWarmup(settings.warmup(), dimension, settings.energyVariance(), settings.mass());
    motion.redirect(random);
    int takenBack = 0;
    for (int i = 0; i < settings.warmup(); i++) {
      double error = step(motion, warmup, random);
      warmup.learn(error, motion);
      takenBack += Double.isNaN(error) ? 1 : 0;
      report(true, error);
    }
    long gradients = 1 + (long) GRADIENTS * settings.warmup();
    var summary = new WarmupSummary(warmup.stepSize(), motion.inverseMass(), gradients, takenBack);

    Draws draws = Draws.ofSize(settings.draws(), dimension, MclmcStatistics.SCHEMA);
    var statistics = MclmcStatistics.of(draws);
    for (int i = 0; i < settings.draws(); i++) {
      double squares = 0;
      int taken = 0;
      for (int k = 0; k < settings.thinning(); k++) {
        double error = step(motion, warmup, random);
        if (!Double.isNaN(error)) {
          squares = Math.fma(error, error, squares);
          taken++;
        }
        report(false, error);
      }
      if (taken == 0) {
        throw new IllegalStateException(
            "The chain could not move: every step led to a density that is not finite.");
      }
      if (motion.logDensity() < lowest) {
        throw new IllegalStateException(
            "The chain left the region of its start: its log density fell from %.3g to %.3g."
                .formatted(lowest + Tuning.FAR * dimension, motion.logDensity()));
      }
      statistics.diverged()[i] = taken < settings.thinning() ? 1 : 0;
      System.arraycopy(motion.q(), 0, draws.values(), i * dimension, dimension);
      draws.chain()[i] = chain;
      draws.logDensity()[i] = motion.logDensity();
      statistics.energyError()[i] = squares / taken / dimension;
      statistics.decoherence()[i] = warmup.decoherence();
      statistics.gradients()[i] = (double) GRADIENTS * settings.thinning();
    }
    return new Sampler.Chain(draws, summary);
  }

  /** One step, from a direction that is partly new; wholly new after one that was taken back. */
  private static double step(
      Microcanonical motion, MclmcWarmup tuned, UniformRandomProvider random) {
    motion.refresh(tuned.stepSize(), tuned.decoherence(), random);
    double error = motion.step(tuned.stepSize());
    if (Double.isNaN(error)) {
      motion.redirect(random);
    }
    return error;
  }

  private void report(boolean warmup, double error) {
    monitor.transition(warmup, GRADIENTS, Double.isNaN(error));
    if (monitor.stopped()) {
      throw new StoppedException();
    }
  }
}
