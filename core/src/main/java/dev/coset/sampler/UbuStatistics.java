package dev.coset.sampler;

import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import dev.coset.posterior.Draws;
import java.util.List;

/**
 * The statistics that UBU records for each draw; the arrays are those of the draws.
 *
 * @param temperature the mean of squared velocities over the steps that led to the draw
 * @param step the size of these steps
 * @param friction of these steps
 * @param reductions how often the chain had shortened its step and raised its friction
 * @param gradients of all rows since the draw before
 * @param diverged 1 where a pass led to no finite density and was taken back, else 0
 */
public record UbuStatistics(
    double[] temperature,
    double[] step,
    double[] friction,
    double[] reductions,
    double[] gradients,
    double[] diverged) {
  private static final String TEMPERATURE = "kinetic_temperature";
  private static final String STEP = "step_size";
  private static final String FRICTION = "friction";
  private static final String REDUCTIONS = "step_reductions";

  /** In the order of the record. */
  public static final DrawSchema SCHEMA =
      new DrawSchema(
          List.of(
              new Statistic(TEMPERATURE, Type.NUMBER),
              new Statistic(STEP, Type.NUMBER),
              new Statistic(FRICTION, Type.NUMBER),
              new Statistic(REDUCTIONS, Type.COUNT),
              new Statistic(DrawSchema.STEPS, Type.COUNT),
              new Statistic(DrawSchema.DIVERGING, Type.TRUTH)));

  /** The statistics of draws that UBU made. */
  public static UbuStatistics of(Draws draws) {
    return new UbuStatistics(
        draws.statistic(TEMPERATURE),
        draws.statistic(STEP),
        draws.statistic(FRICTION),
        draws.statistic(REDUCTIONS),
        draws.statistic(DrawSchema.STEPS),
        draws.statistic(DrawSchema.DIVERGING));
  }
}
