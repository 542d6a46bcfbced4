package dev.coset.diagnostics;

import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.FunctionValues;
import dev.coset.statistics.MixingSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How chains mix in each of a number of quantities. In function space (predictions, noise, log
 * density) agreement of chains means something. In parameter space it does not, as long as each
 * chain sits in a copy of its own of what may be the same mode: there only what is said of one
 * chain by itself does. Of draws whose symmetry was removed, both do.
 */
public record SpaceMixing(List<Quantity> quantities) {

  /** The most inputs at which predictions are followed. */
  private static final int MOST_INPUTS = 64;

  public record Quantity(String name, MixingSummary mixing) {}

  public SpaceMixing {
    quantities = List.copyOf(quantities);
  }

  /**
   * Every weight and bias, and log sigma.
   *
   * @param superchain the superchain of each chain by its number, where superchains share a start
   */
  public static SpaceMixing ofParameters(
      Network network, Draws draws, int @Nullable [] superchain, int threads) {
    var chained = ChainedDraws.of(draws, superchain);
    List<String> names = new ArrayList<>(ParameterNames.of(network));
    names.add("log_sigma");
    return of(chained, names, j -> g -> draws.value(g, j), threads);
  }

  /** Predictions at up to 64 training inputs, log sigma, and log density. */
  public static SpaceMixing ofFunctions(
      Posterior posterior, Draws draws, int @Nullable [] superchain, int threads) {
    var chained = ChainedDraws.of(draws, superchain);
    int train = posterior.data().count();
    double[][] x = posterior.data().evenly(MOST_INPUTS).x();
    int inputs = x[0].length;
    var values = FunctionValues.of(posterior.network(), posterior.precision(), draws, x, threads);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < inputs; i++) {
      names.add("f(x[" + (long) i * train / inputs + "])");
    }
    names.add("log_sigma");
    names.add("log_density");
    int last = draws.dimension() - 1;
    return of(
        chained,
        names,
        q -> {
          if (q < inputs) {
            return g -> values.f()[g][q];
          }
          return q == inputs ? g -> draws.value(g, last) : g -> draws.logDensity()[g];
        },
        threads);
  }

  private static SpaceMixing of(
      ChainedDraws chained,
      List<String> names,
      IntFunction<IntToDoubleFunction> quantity,
      int threads) {
    IntStream places = IntStream.range(0, names.size());
    return new SpaceMixing(
        (threads > 1 ? places.parallel() : places)
            .mapToObj(q -> new Quantity(names.get(q), chained.mixing(quantity.apply(q))))
            .toList());
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
