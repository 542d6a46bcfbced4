package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.distribution.Predictive;
import dev.coset.predictive.PredictiveConvergence;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Estimates what twice the chains would improve. The predictive of n independent chains falls short
 * of that of very many by {@code V / 2n} nats to first order, where V is the chi-squared distance
 * of one chain's density from the mean; {@code KL(all || first half)} is {@code V / 2n} to first
 * order as well. So it estimates what is missing, and twice the chains gain half of that. For
 * several models the weighted sum bounds it, since the divergence is convex.
 *
 * @param nats by which the expected log density of a new row would rise, at most
 */
public record FurtherChains(double nats) {
  private static final int MOST_DRAWS = 20; // of a chain
  private static final double SHOWS = 0.001;

  /** Empty where a model has fewer than two chains. */
  public static Optional<FurtherChains> of(Mixture mixture) {
    double nats = 0;
    for (Mixture.Part part : mixture.parts()) {
      nats += part.weight() * missing(part.run()) / 2;
    }
    return Double.isFinite(nats) ? Optional.of(new FurtherChains(nats)) : Optional.empty();
  }

  private static double missing(RunStore run) {
    var posterior = run.study().posterior();
    double[][] grid = PredictiveConvergence.inputsFor(posterior.data().x());
    List<Supplier<Predictive>> chains = new ArrayList<>();
    for (ChainOutcome outcome : run.outcomes()) {
      if (outcome instanceof ChainOutcome.Finished finished) {
        chains.add(() -> posterior.predictive(finished.draws().evenly(MOST_DRAWS), grid, 1));
      }
    }
    return PredictiveConvergence.halfToAll(grid[0].length, chains);
  }

  /** In words for whoever waited for these chains. */
  public String sentence() {
    return nats < SHOWS
        ? "Doubling the run time improves the log score by less than 0.001 nats."
        : String.format(
            Locale.ROOT,
            "Doubling the run time improves the log score by at most about %.3f nats.",
            nats);
  }
}
