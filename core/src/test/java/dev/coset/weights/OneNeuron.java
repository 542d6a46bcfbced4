package dev.coset.weights;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Studies of {@code y = v tanh(w x + b) + c + N(0, sigma^2)}, and draws {@code (w, b, v, c, log
 * sigma)} that a test makes up. Targets are -1 and 1, as many of each: standardised they stay as
 * they are.
 */
final class OneNeuron {
  private OneNeuron() {}

  /** A study of which all rows train. */
  static Study study(double[] x, double[] y, ChainPlan plan) {
    return study(Dataset.of(column(x), y), plan);
  }

  /** The same of rows in groups of two, one after another. */
  static Study inPairs(double[] x, double[] y, ChainPlan plan) {
    int[] pair = IntStream.range(0, y.length).map(row -> row / 2).toArray();
    return study(Dataset.of(column(x), y).in(Blocks.groups(pair)), plan);
  }

  private static Study study(Dataset data, ChainPlan plan) {
    int[] all = IntStream.range(0, data.rows()).toArray();
    return Study.of(
        data,
        new Split(all, new int[0]),
        Configuration.of(new int[] {1}, plan).with(Precision.DOUBLE));
  }

  private static double[][] column(double[] x) {
    return Arrays.stream(x).mapToObj(value -> new double[] {value}).toArray(double[][]::new);
  }

  /** Targets -1 and 1 in turn. */
  static double[] targets(int rows) {
    return IntStream.range(0, rows).mapToDouble(row -> row % 2 == 0 ? -1 : 1).toArray();
  }

  /**
   * Draws as if NUTS had made them.
   *
   * @param chain of each
   */
  static Draws draws(List<double[]> q, int[] chain) {
    Draws draws =
        Draws.ofSize(q.size(), 5, NutsStatistics.SCHEMA)
            .withValues(q.stream().flatMapToDouble(Arrays::stream).toArray());
    System.arraycopy(chain, 0, draws.chain(), 0, chain.length);
    return draws;
  }
}
