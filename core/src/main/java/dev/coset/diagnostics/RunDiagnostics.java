package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.store.RunStore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Diagnostics of a run's chains, and what to do about them.
 *
 * @param planned the chains the run is to have
 * @param finished the chains that have draws
 * @param drawsPerChain of each finished chain
 * @param superchains how many groups of chains that share their start are compared; 0 where none do
 * @param superchainSize chains of each
 * @param weights how much each chain counts
 * @param start where chains start, by name
 * @param until what the run was to be stopped by; null where nothing was asked for
 * @param convergence whether further chains bring anything new; empty for a single chain
 * @param functions mixing of predictions, noise and log density
 * @param parameters mixing of weights and biases; across chains it means nothing as long as their
 *     symmetry is in them
 */
public record RunDiagnostics(
    int planned,
    int finished,
    int drawsPerChain,
    int superchains,
    int superchainSize,
    List<ChainOutcome.Failed> failed,
    ChainWeights weights,
    String start,
    SamplerStatistics sampler,
    LogDensityLevels logDensity,
    Equipartition equipartition,
    @Nullable Until until,
    Optional<ChainConvergence.State> convergence,
    SpaceMixing functions,
    SpaceMixing parameters) {

  /**
   * @param threads at most so many share the work; the result does not depend on it
   * @throws InputException where no chain has finished
   */
  public static RunDiagnostics of(RunStore run, int threads) {
    return of(run, new ChainConvergence(run.study().posterior()), threads);
  }

  /**
   * @param convergence such as the run was stopped by, that has seen all of its chains or none
   */
  public static RunDiagnostics of(RunStore run, ChainConvergence convergence, int threads) {
    return of(run, ChainWeights.asked(Weighting.EQUAL), convergence, threads);
  }

  /**
   * @param weights how much each chain counts
   */
  public static RunDiagnostics of(
      RunStore run, ChainWeights weights, ChainConvergence convergence, int threads) {
    List<ChainOutcome> outcomes = run.outcomes();
    var finished = only(ChainOutcome.Finished.class, outcomes);
    var failed = only(ChainOutcome.Failed.class, outcomes);
    if (finished.isEmpty()) {
      throw new InputException(noneFinished(run, failed));
    }
    Posterior posterior = run.study().posterior();
    ChainPlan plan = run.study().configuration().plan();
    Draws draws =
        Draws.concatenate(
            posterior.dimension(),
            run.manifest().statistics(),
            finished.stream().map(ChainOutcome.Finished::draws).toList());
    int[] superchain = superchain(plan);
    var chained = ChainedDraws.of(draws, superchain);
    if (convergence.chains() == 0) {
      finished.forEach(convergence::isEnough);
    }
    return new RunDiagnostics(
        plan.chains(),
        finished.size(),
        chained.perChain(),
        chained.superchains(),
        chained.superchainSize(),
        failed,
        weights,
        plan.start(),
        SamplerStatistics.of(chained, finished, plan.sampler()),
        LogDensityLevels.of(chained),
        Equipartition.of(posterior, chained, threads),
        run.study().configuration().until(),
        convergence.state(),
        SpaceMixing.ofFunctions(posterior, draws, superchain, threads),
        SpaceMixing.ofParameters(posterior, draws, superchain, threads));
  }

  private static int @Nullable [] superchain(ChainPlan plan) {
    return plan.superchains() == 0
        ? null
        : IntStream.range(0, plan.chains()).map(plan::superchainOf).toArray();
  }

  /**
   * The same run with parameters of other draws, such as those whose symmetry was removed, where
   * agreement of chains means something.
   */
  public RunDiagnostics withParameters(RunStore run, Draws draws, int threads) {
    int[] superchain = superchain(run.study().configuration().plan());
    return new RunDiagnostics(
        planned,
        finished,
        drawsPerChain,
        superchains,
        superchainSize,
        failed,
        weights,
        start,
        sampler,
        logDensity,
        equipartition,
        until,
        convergence,
        functions,
        SpaceMixing.ofParameters(run.study().posterior(), draws, superchain, threads));
  }

  /** Whether further chains are needed; empty for a single chain. */
  public Optional<EnoughChains> enough() {
    return convergence.map(
        state -> new EnoughChains(state, until, planned, finished + failed.size() == planned));
  }

  /** What a practitioner should know, worst first. */
  public List<Finding> findings() {
    return Stream.of(new ChainVerdict(this).findings(), new MixingVerdict(this).findings())
        .flatMap(List::stream)
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  private static Message noneFinished(RunStore run, List<ChainOutcome.Failed> failed) {
    if (failed.isEmpty()) {
      return Message.of(
          "The run %s has no finished chain yet. Continue with %s.",
          run.folder(), Command.RESUME.of(run.folder()));
    }
    return Message.of(
        "All %d chains of the run %s failed so far. The first one reported: %s",
        failed.size(), run.folder(), failed.getFirst().reason());
  }

  private static <T extends ChainOutcome> List<T> only(Class<T> kind, List<ChainOutcome> outcomes) {
    return outcomes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
