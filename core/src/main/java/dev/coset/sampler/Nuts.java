package dev.coset.sampler;

import dev.coset.parallel.StoppedException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** One chain of the No-U-Turn sampler: warm-up, then draws. */
public final class Nuts {
  public static final String NAME = "nuts";

  /**
   * @param warmup transitions that adapt and are not kept
   * @param draws transitions that are kept
   * @param targetAcceptance what the step size adapts to
   * @param maxDepth the greatest number of doublings of one trajectory
   */
  public record Settings(int warmup, int draws, double targetAcceptance, int maxDepth)
      implements Sampler {
    public Settings {
      check(warmup >= 0, "Warm-up must be 0 steps or more, but was " + warmup + ".");
      check(draws >= 1, "A chain must make at least 1 draw, but was asked for " + draws + ".");
      check(
          targetAcceptance > 0 && targetAcceptance < 1,
          "The target acceptance must lie between 0 and 1, but was " + targetAcceptance + ".");
      check(
          maxDepth >= 1 && maxDepth <= 20,
          "The maximum depth must lie between 1 and 20, but was " + maxDepth + ".");
    }

    /** The usual chain: one draw, after a warm-up that finds a mode from anywhere. */
    public Settings() {
      this(1024, 1, 0.8, 10);
    }

    /** NumPyro's defaults. */
    public static Settings of(int warmup, int draws) {
      return new Settings().ofLength(warmup, draws, 1);
    }

    /**
     * The lengths of warm-up's windows; all but the first and the last end in a new mass matrix.
     */
    public List<Integer> windows() {
      return Warmup.windows(warmup);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Settings ofLength(int steps, int number, int apart) {
      check(apart == 1, "NUTS keeps every draw: they are 1 step apart, not " + apart + ".");
      return new Settings(steps, number, targetAcceptance, maxDepth);
    }

    @Override
    public Settings brief(int number) {
      return ofLength(150, number, 1);
    }

    @Override
    public DrawSchema schema() {
      return NutsStatistics.SCHEMA;
    }

    @Override
    public List<Check> checks(List<Draws> chains) {
      return new NutsChecks(this, chains).all();
    }

    @Override
    public int workspace() {
      int phasePoints = 5; // z, both ends, and two candidates: q, r and gradient each
      int sums = 3;
      int checkpoints = 2 * (maxDepth + 1);
      int adaptation = 2;
      int hamiltonian = 2;
      return 3 * phasePoints + sums + checkpoints + adaptation + hamiltonian;
    }

    @Override
    public Chain run(
        LogDensity density,
        int chain,
        double[] start,
        UniformRandomProvider random,
        SamplerMonitor monitor) {
      return new Nuts(density, this, monitor).sample(chain, start, random);
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException(otherwise);
      }
    }
  }

  private final LogDensity density;
  private final Settings settings;
  private final SamplerMonitor monitor;

  public Nuts(LogDensity density, Settings settings, SamplerMonitor monitor) {
    this.density = density;
    this.settings = settings;
    this.monitor = monitor;
  }

  /** Runs the chain from {@code start}; the draws bear the number {@code chain}. */
  public Sampler.Chain sample(int chain, double[] start, UniformRandomProvider random) {
    int dimension = density.dimension();
    var hamiltonian = new Hamiltonian(density);
    var trajectory = new Trajectory(hamiltonian, settings.maxDepth());
    var warmup = new Warmup(settings.warmup(), dimension, settings.targetAcceptance());

    var z = new PhasePoint(dimension);
    System.arraycopy(start, 0, z.q, 0, dimension);
    hamiltonian.evaluate(z);

    long steps = 0;
    int divergences = 0;
    for (int i = 0; i < settings.warmup(); i++) {
      transition(hamiltonian, trajectory, z, warmup.stepSize(), random);
      report(true, trajectory);
      warmup.learn(trajectory.acceptance(), z.q, hamiltonian.inverseMass());
      steps += trajectory.steps();
      divergences += trajectory.diverged() ? 1 : 0;
    }
    var summary =
        new WarmupSummary(warmup.stepSize(), hamiltonian.inverseMass().clone(), steps, divergences);

    Draws draws = Draws.ofSize(settings.draws(), dimension, NutsStatistics.SCHEMA);
    var statistics = NutsStatistics.of(draws);
    for (int i = 0; i < settings.draws(); i++) {
      transition(hamiltonian, trajectory, z, warmup.stepSize(), random);
      report(false, trajectory);
      System.arraycopy(z.q, 0, draws.values(), i * dimension, dimension);
      draws.chain()[i] = chain;
      draws.logDensity()[i] = z.logDensity;
      statistics.energy()[i] = trajectory.energy();
      statistics.acceptance()[i] = trajectory.acceptance();
      statistics.depth()[i] = trajectory.depth();
      statistics.steps()[i] = trajectory.steps();
      statistics.diverged()[i] = trajectory.diverged() ? 1 : 0;
    }
    return new Sampler.Chain(draws, summary);
  }

  private static void transition(
      Hamiltonian hamiltonian,
      Trajectory trajectory,
      PhasePoint z,
      double stepSize,
      UniformRandomProvider random) {
    hamiltonian.drawMomentum(z, random);
    trajectory.transition(z, stepSize, random);
  }

  private void report(boolean warmup, Trajectory trajectory) {
    monitor.transition(warmup, trajectory.steps(), trajectory.diverged());
    if (monitor.stopped()) {
      throw new StoppedException();
    }
  }
}
