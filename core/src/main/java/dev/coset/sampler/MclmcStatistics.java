package dev.coset.sampler;

import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import dev.coset.posterior.Draws;
import java.util.List;

/**
 * The statistics that MCLMC records for each draw; the arrays are those of the draws.
 *
 * @param energyError mean squared energy error per dimension over the steps that led to the draw
 * @param decoherence the path after which little is left of a direction
 * @param gradients evaluations of the gradient since the draw before
 * @param diverged 1 where a step led to no finite density and was taken back, else 0
 */
public record MclmcStatistics(
    double[] energyError, double[] decoherence, double[] gradients, double[] diverged) {
  private static final String ENERGY_ERROR = "energy_error";
  private static final String DECOHERENCE = "decoherence_length";

  /** In the order of the record. */
  public static final DrawSchema SCHEMA =
      new DrawSchema(
          List.of(
              new Statistic(ENERGY_ERROR, Type.NUMBER),
              new Statistic(DECOHERENCE, Type.NUMBER),
              new Statistic(DrawSchema.STEPS, Type.COUNT),
              new Statistic(DrawSchema.DIVERGING, Type.TRUTH)));

  /** The statistics of draws that MCLMC made. */
  public static MclmcStatistics of(Draws draws) {
    return new MclmcStatistics(
        draws.statistic(ENERGY_ERROR),
        draws.statistic(DECOHERENCE),
        draws.statistic(DrawSchema.STEPS),
        draws.statistic(DrawSchema.DIVERGING));
  }
}
