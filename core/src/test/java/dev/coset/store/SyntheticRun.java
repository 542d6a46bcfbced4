package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.WarmupSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Runs whose draws a test makes up. Two features, a hidden layer of three, double precision. */
public final class SyntheticRun {
  /** Of a draw: 3 x 2 + 3 + 3 + 1 weights and biases, and log sigma. */
  public static final int DIMENSION = 14;

  private SyntheticRun() {}

  public static Study study(int chains, int draws, int rows) {
    return study(ChainPlan.of(chains, 60, draws, 7), rows);
  }

  public static Study study(ChainPlan plan, int rows) {
    double[][] x = new double[rows][2];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = i / 5.0 - 2;
      x[i][1] = (i * 7) % 11;
      y[i] = Math.sin(x[i][0]) + 0.1 * x[i][1] + 0.1 * ((i * 13) % 5 - 2);
    }
    var configuration = Configuration.of(new int[] {3}, plan).with(Precision.DOUBLE);
    var data = Dataset.of(List.of("länge", "b"), x, "y", y);
    return Study.of(data, Split.shuffled(rows, 0.25, 1), configuration);
  }

  /** A run with an outcome for each of its chains; none where the function says null. */
  public static RunStore create(Path folder, Study study, IntFunction<ChainOutcome> outcome) {
    return create(folder, study, Weighting.EQUAL, outcome);
  }

  /** The same whose chains are weighted by a rule. */
  static RunStore create(
      Path folder, Study study, Weighting rule, IntFunction<ChainOutcome> outcome) {
    var run = RunStore.create(folder, study, Source.of("made up"), rule);
    for (int chain = 0; chain < study.configuration().plan().chains(); chain++) {
      ChainOutcome made = outcome.apply(chain);
      if (made != null) {
        run.append(made);
      }
    }
    return run;
  }

  /**
   * Independent draws from a Gaussian mode of standard deviation 0.05 about one point: with its log
   * density, energies of independent momenta, and an acceptance of 0.8.
   */
  public static ChainOutcome.Finished chain(int chain, int count, long seed) {
    var normal =
        ZigguratSampler.NormalizedGaussian.of(
            RandomSource.XO_SHI_RO_256_PP.create(1000 * seed + chain));
    Draws draws = Draws.ofSize(count, DIMENSION, NutsStatistics.SCHEMA);
    var told = NutsStatistics.of(draws);
    for (int g = 0; g < count; g++) {
      double squares = 0;
      double momenta = 0;
      for (int j = 0; j < DIMENSION; j++) {
        double z = normal.sample();
        double r = normal.sample();
        draws.values()[g * DIMENSION + j] = Math.sin(j + 1) - (j == 13 ? 2 : 0) + 0.05 * z;
        squares += z * z;
        momenta += r * r;
      }
      draws.chain()[g] = chain;
      draws.logDensity()[g] = -squares / 2;
      told.energy()[g] = (squares + momenta) / 2;
      told.acceptance()[g] = 0.8;
      told.depth()[g] = 3;
      told.steps()[g] = 7;
    }
    var warmup = new WarmupSummary((100 + chain) / 1024.0, new double[DIMENSION], 400, 2);
    return new ChainOutcome.Finished(chain, draws, warmup, 1, 0.25);
  }
}
