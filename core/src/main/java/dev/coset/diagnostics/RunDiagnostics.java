package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.store.RunStore;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that the chains of a run say of themselves, and what to do about it.
 *
 * @param planned the chains the run is to have
 * @param finished the chains that have draws
 * @param drawsPerChain of each finished chain
 * @param superchains how many groups of chains share their start; 0 where none do
 * @param parameters mixing of weights and biases; across chains it means nothing as long as their
 *     symmetry is in them
 * @param functions mixing of predictions, noise and log density
 */
public record RunDiagnostics(
    int planned,
    int finished,
    int drawsPerChain,
    int superchains,
    List<ChainOutcome.Failed> failed,
    SamplerStatistics sampler,
    LogDensityLevels logDensity,
    FunctionCoverage coverage,
    SpaceMixing functions,
    SpaceMixing parameters) {

  /** Of chains that each have a start of their own. */
  public static RunDiagnostics of(RunStore run, int threads) {
    return of(run, null, threads);
  }

  /**
   * @param superchain the superchain of each chain by its number, where superchains share a start
   * @throws InputException where no chain has finished
   */
  public static RunDiagnostics of(RunStore run, int @Nullable [] superchain, int threads) {
    List<ChainOutcome> outcomes = run.outcomes();
    var finished = only(ChainOutcome.Finished.class, outcomes);
    var failed = only(ChainOutcome.Failed.class, outcomes);
    Posterior posterior = run.study().posterior();
    ChainPlan plan = run.study().configuration().plan();
    if (finished.isEmpty()) {
      throw new InputException(noneFinished(run, failed));
    }
    Draws draws =
        Draws.concatenate(
            posterior.dimension(), finished.stream().map(ChainOutcome.Finished::draws).toList());
    var chained = ChainedDraws.of(draws, superchain);
    return new RunDiagnostics(
        plan.chains(),
        finished.size(),
        chained.perChain(),
        chained.wholeSuperchains(),
        failed,
        SamplerStatistics.of(chained, finished, plan.sampler()),
        LogDensityLevels.of(chained),
        FunctionCoverage.of(posterior, chained, threads),
        SpaceMixing.ofFunctions(posterior, draws, superchain, threads),
        parameters(posterior.network(), draws, superchain, threads));
  }

  /**
   * The same run with other draws' parameters, such as those whose symmetry was removed, where
   * agreement of chains means something.
   */
  public RunDiagnostics withParameters(Network network, Draws draws, int threads) {
    return new RunDiagnostics(
        planned,
        finished,
        drawsPerChain,
        superchains,
        failed,
        sampler,
        logDensity,
        coverage,
        functions,
        parameters(network, draws, null, threads));
  }

  private static SpaceMixing parameters(
      Network network, Draws draws, int @Nullable [] superchain, int threads) {
    return SpaceMixing.ofParameters(network, draws, superchain, threads);
  }

  /** What a practitioner should know, worst first. */
  public List<Finding> findings() {
    return Stream.of(new ChainVerdict(this).findings(), new MixingVerdict(this).findings())
        .flatMap(List::stream)
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  private static String noneFinished(RunStore run, List<ChainOutcome.Failed> failed) {
    if (failed.isEmpty()) {
      return "The run %s has no finished chain yet: go on with 'coset resume %s'."
          .formatted(run.folder(), run.folder());
    }
    return "All %d chains of the run %s so far failed, the first because: %s"
        .formatted(failed.size(), run.folder(), failed.getFirst().reason());
  }

  private static <T extends ChainOutcome> List<T> only(Class<T> kind, List<ChainOutcome> outcomes) {
    return outcomes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
