package dev.coset.chains;

import dev.coset.posterior.Posterior;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Computes the starting points of chains. A plan names its start, and {@link ServiceLoader} finds
 * it, so that a chain needs only posterior and plan wherever it runs. A start is a function of
 * posterior, seed, training and index alone, bit for bit.
 */
public interface ChainStart {
  /** The name of {@link UniformStart}, which runs that name no other have. */
  String UNIFORM = "uniform";

  String name();

  /**
   * Where a chain starts.
   *
   * @param plan of the chains; only its seed and its training matter
   * @param index of the start; chains of one superchain have the same
   * @param stopped asked now and then where a start takes long
   * @throws dev.coset.parallel.StoppedException once that says so
   */
  Point of(Posterior posterior, ChainPlan plan, int index, BooleanSupplier stopped);

  /**
   * A start and what it took. The array is shared, not copied.
   *
   * @param q {@code (theta, nuisance)}, where density and gradient are finite
   * @param gradients evaluations of the density's gradient
   */
  record Point(double[] q, long gradients) {}

  /** The start of that name. */
  static ChainStart named(String name) {
    var starts = ServiceLoader.load(ChainStart.class);
    for (ChainStart start : starts) {
      if (start.name().equals(name)) {
        return start;
      }
    }
    String known =
        starts.stream().map(s -> s.get().name()).sorted().collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "There is no start of chains named '" + name + "'; choose one of: " + known + ".");
  }
}
