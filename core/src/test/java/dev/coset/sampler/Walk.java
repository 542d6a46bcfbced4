package dev.coset.sampler;

import dev.coset.message.Setting;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import dev.coset.sampler.Check.Remedy;
import dev.coset.sampler.Check.Result;
import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A random walk of Metropolis, which only the tests know: a sampler is one class.
 *
 * @param stepSize of a proposal, in every parameter
 */
public record Walk(int warmup, int draws, int thinning, double stepSize, Pace pace)
    implements Sampler {
  public static final String NAME = "walk";
  private static final String ACCEPTED = "accepted";
  private static final DrawSchema SCHEMA =
      new DrawSchema(
          List.of(
              new Statistic(ACCEPTED, Type.NUMBER),
              new Statistic(DrawSchema.STEPS, Type.COUNT),
              new Statistic(DrawSchema.DIVERGING, Type.TRUTH)));

  /** Whether steps are as long as the settings say. */
  public enum Pace {
    HALF,
    WHOLE
  }

  public Walk {
    if (!(stepSize > 0)) {
      throw new IllegalArgumentException("The step size must be positive, not " + stepSize + ".");
    }
  }

  public Walk() {
    this(400, 30, 20, 0.05, Pace.WHOLE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Walk ofLength(int steps, int number, int apart) {
    return new Walk(steps, number, apart, stepSize, pace);
  }

  @Override
  public Walk brief(int number) {
    return ofLength(50, number, 2);
  }

  @Override
  public OptionalLong gradients() {
    return OptionalLong.of(1 + transitions());
  }

  @Override
  public DrawSchema schema() {
    return SCHEMA;
  }

  @Override
  public List<Check> checks(List<Draws> chains) {
    double accepted =
        chains.stream()
            .flatMapToDouble(chain -> Arrays.stream(chain.statistic(ACCEPTED)))
            .average()
            .orElse(Double.NaN);
    boolean few = accepted < 0.1;
    Check check =
        Check.of(
            "accepted",
            few ? Result.FAILED : Result.PASSED,
            "Of 100 steps " + Math.round(100 * accepted) + " are accepted");
    return List.of(
        (few ? check.or(Remedy.lower(Setting.named("step size"))) : check)
            .with(ACCEPTED, accepted));
  }

  @Override
  public int workspace() {
    return 3;
  }

  @Override
  public Chain run(
      LogDensity density,
      int chain,
      double[] start,
      UniformRandomProvider random,
      SamplerMonitor monitor) {
    int d = density.dimension();
    double length = pace == Pace.HALF ? stepSize / 2 : stepSize;
    double[] q = start.clone();
    double[] proposal = new double[d];
    double[] unused = new double[d];
    double level = density.valueAndGradient(q, unused);
    Draws drawn = Draws.ofSize(draws, d, SCHEMA);
    int accepted = 0;
    for (int i = 0; i < transitions(); i++) {
      for (int j = 0; j < d; j++) {
        proposal[j] = q[j] + length * StandardNormal.sample(random);
      }
      double there = density.valueAndGradient(proposal, unused);
      if (random.nextDouble() < Elementary.exp(Math.min(0, there - level))) {
        System.arraycopy(proposal, 0, q, 0, d);
        level = there;
        accepted++;
      }
      boolean adapts = i < warmup;
      monitor.transition(adapts, 1, false);
      if (monitor.stopped()) {
        throw new StoppedException();
      }
      if (!adapts && (i - warmup) % thinning == thinning - 1) {
        int g = (i - warmup) / thinning;
        System.arraycopy(q, 0, drawn.values(), g * d, d);
        drawn.chain()[g] = chain;
        drawn.logDensity()[g] = level;
        drawn.statistic(ACCEPTED)[g] = (double) accepted / (i + 1);
        drawn.statistic(DrawSchema.STEPS)[g] = thinning;
      }
    }
    double[] mass = new double[d];
    Arrays.fill(mass, 1);
    return new Chain(drawn, new WarmupSummary(length, mass, 1L + warmup, 0));
  }
}
