package dev.coset.posteriordb;

import dev.coset.chains.RandomStream;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.statistics.EffectiveSampleSize;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws of chains, each from a start of its own, uniform on (-1, 1): where the moving average of an
 * ARMA exceeds 1, its errors grow without bounds, and a chain from there does not come back.
 *
 * @param values (parameter, chain, draw) on the reference's scales
 */
record Sample(double[][][] values, long warmupSteps, long steps, int divergences) {

  static Sample of(StanModel model, int chains, Sampler sampler, long seed) {
    List<Sampler.Chain> sampled =
        IntStream.range(0, chains)
            .parallel()
            .mapToObj(c -> chain(model, sampler, seed, c))
            .toList();
    Program density = model.density();
    int draws = sampler.draws();
    double[][][] values = new double[density.dimension()][chains][draws];
    for (int c = 0; c < chains; c++) {
      for (int g = 0; g < draws; g++) {
        double[] constrained = density.constrained(sampled.get(c).draws().draw(g));
        for (int j = 0; j < constrained.length; j++) {
          values[j][c][g] = constrained[j];
        }
      }
    }
    return new Sample(
        values,
        sampled.stream().mapToLong(chain -> chain.warmup().steps()).sum(),
        sampled.stream().mapToLong(chain -> chain.draws().total(DrawSchema.STEPS)).sum(),
        sampled.stream().mapToInt(chain -> divergences(chain.draws())).sum());
  }

  private static Sampler.Chain chain(StanModel model, Sampler sampler, long seed, int chain) {
    Program density = model.density();
    var uniform = RandomStream.START.of(seed, chain);
    double[] start =
        DoubleStream.generate(() -> 2 * uniform.nextDouble() - 1)
            .limit(density.dimension())
            .toArray();
    var random = RandomStream.TRANSITIONS.of(seed, chain);
    return sampler.run(density, chain, start, random, SamplerMonitor.NONE);
  }

  private static int divergences(Draws draws) {
    return (int) draws.total(DrawSchema.DIVERGING);
  }

  int dimension() {
    return values.length;
  }

  /** The least bulk ESS of a parameter. */
  double effectiveDraws() {
    return Arrays.stream(values).mapToDouble(EffectiveSampleSize::bulk).min().orElseThrow();
  }
}
