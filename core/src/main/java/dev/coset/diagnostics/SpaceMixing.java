package dev.coset.diagnostics;

import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.statistics.MixingSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The mixing of chains in several quantities. In function space (predictions, noise, log density)
 * agreement of chains means something. In parameter space it does not, as long as each chain sits
 * in a copy of its own of what may be the same mode: there only what is said of one chain by itself
 * does. Of draws whose symmetry was removed, both do.
 */
public record SpaceMixing(List<Quantity> quantities) {

  /** The most inputs at which predictions are followed. */
  private static final int MOST_INPUTS = 64;

  public record Quantity(String name, MixingSummary mixing) {}

  public SpaceMixing {
    quantities = List.copyOf(quantities);
  }

  /**
   * Every weight and bias, and the nuisance parameters as they were sampled.
   *
   * @param superchain the superchain of each chain by its number, where superchains share a start
   */
  public static SpaceMixing ofParameters(
      Posterior posterior, Draws draws, int @Nullable [] superchain, int threads) {
    return of(
        ChainedDraws.of(draws, superchain),
        posterior.names(),
        j -> g -> draws.value(g, j),
        threads);
  }

  /** Functions at up to 64 training inputs, nuisance parameters, and log density. */
  public static SpaceMixing ofFunctions(
      Posterior posterior, Draws draws, int @Nullable [] superchain, int threads) {
    int train = posterior.data().count();
    double[][] x = posterior.data().evenly(MOST_INPUTS).x();
    int inputs = x[0].length;
    int outputs = posterior.network().outputs();
    double[][][] functions = OutputValues.of(posterior, draws, x, threads).outputs();
    Arrays.stream(functions).forEach(posterior.likelihood()::toFunctions);
    List<String> names = new ArrayList<>();
    for (String function : posterior.likelihood().functionNames(outputs)) {
      for (int i = 0; i < inputs; i++) {
        names.add(function + "(x[" + (long) i * train / inputs + "])");
      }
    }
    int parameters = posterior.network().parameters();
    List<String> all = posterior.names();
    names.addAll(all.subList(parameters, all.size()));
    names.add("log_density");
    return of(
        ChainedDraws.of(draws, superchain),
        names,
        q -> {
          if (q < outputs * inputs) {
            return g -> functions[g][q / inputs][q % inputs];
          }
          int nuisance = parameters + q - outputs * inputs;
          return nuisance < draws.dimension()
              ? g -> draws.value(g, nuisance)
              : g -> draws.logDensity()[g];
        },
        threads);
  }

  private static SpaceMixing of(
      ChainedDraws chained,
      List<String> names,
      IntFunction<IntToDoubleFunction> quantity,
      int threads) {
    Quantity[] quantities = new Quantity[names.size()];
    Parallel.tasks(
        threads,
        quantities.length,
        q -> quantities[q] = new Quantity(names.get(q), chained.mixing(quantity.apply(q))));
    return new SpaceMixing(Arrays.asList(quantities));
  }

  /** The quantity of the largest R-hat across chains, where it exists. */
  public Optional<Quantity> worstRhat() {
    return quantities.stream()
        .filter(q -> q.mixing().rhat().isPresent())
        .max(Comparator.comparingDouble(q -> q.mixing().rhat().orElseThrow()));
  }

  /** The largest of a diagnostic over the quantities that have it. */
  public OptionalDouble largest(Function<MixingSummary, OptionalDouble> diagnostic) {
    return quantities.stream()
        .map(q -> diagnostic.apply(q.mixing()))
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  /** The smallest of a diagnostic over the quantities that have it. */
  public OptionalDouble smallest(Function<MixingSummary, OptionalDouble> diagnostic) {
    return quantities.stream()
        .map(q -> diagnostic.apply(q.mixing()))
        .flatMapToDouble(OptionalDouble::stream)
        .min();
  }
}
