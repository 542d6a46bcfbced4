package dev.coset.sampler;

import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import dev.coset.posterior.Draws;
import java.util.List;

/**
 * The statistics that NUTS records for each draw; the arrays are those of the draws.
 *
 * @param energy the Hamiltonian at the draw
 * @param acceptance mean acceptance probability over the trajectory that led to the draw
 * @param depth doublings of that trajectory
 * @param steps its leapfrog steps
 * @param diverged 1 where it diverged, else 0
 */
public record NutsStatistics(
    double[] energy, double[] acceptance, double[] depth, double[] steps, double[] diverged) {
  private static final String ENERGY = "energy";
  private static final String ACCEPTANCE = "acceptance_rate";
  private static final String DEPTH = "tree_depth";

  /** In the order of the record. */
  public static final DrawSchema SCHEMA =
      new DrawSchema(
          List.of(
              new Statistic(ENERGY, Type.NUMBER),
              new Statistic(ACCEPTANCE, Type.NUMBER),
              new Statistic(DEPTH, Type.COUNT),
              new Statistic(DrawSchema.STEPS, Type.COUNT),
              new Statistic(DrawSchema.DIVERGING, Type.TRUTH)));

  /** The statistics of draws that NUTS made. */
  public static NutsStatistics of(Draws draws) {
    return new NutsStatistics(
        draws.statistic(ENERGY),
        draws.statistic(ACCEPTANCE),
        draws.statistic(DEPTH),
        draws.statistic(DrawSchema.STEPS),
        draws.statistic(DrawSchema.DIVERGING));
  }
}
