package dev.coset.comparison;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.data.InputException;
import dev.coset.model.Study;
import dev.coset.parallel.StoppedException;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import dev.coset.store.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The environment in which methods run: on how many threads, watched by whom, and in which folder
 * their chains are kept, if any. Chains that one method sampled serve the next: nothing is sampled
 * twice. For one method at a time.
 */
public final class Workbench {
  private final Engine engine;
  private final int threads;
  private final @Nullable Path folder;
  private final MethodMonitor monitor;
  private final Map<String, Kept> kept = new HashMap<>(); // by method

  private record Kept(Study study, SampledChains chains) {}

  private Workbench(Engine engine, int threads, @Nullable Path folder, MethodMonitor monitor) {
    this.engine = engine;
    this.threads = threads;
    this.folder = folder;
    this.monitor = monitor;
  }

  /** In memory, on threads of this machine. */
  public static Workbench local(int threads) {
    return on(Engine.local(threads), threads);
  }

  /**
   * In memory.
   *
   * @param engine runs chains
   * @param threads for all else
   */
  public static Workbench on(Engine engine, int threads) {
    return new Workbench(engine, threads, null, MethodMonitor.NONE);
  }

  /**
   * Keeps chains in a folder, a run for each method that samples; what is there already is not
   * sampled again.
   */
  public Workbench in(Path place) {
    return new Workbench(engine, threads, place, monitor);
  }

  public Workbench watchedBy(MethodMonitor watcher) {
    return new Workbench(engine, threads, folder, watcher);
  }

  int threads() {
    return threads;
  }

  MethodMonitor monitor() {
    return monitor;
  }

  Engine engine() {
    return engine;
  }

  /** Does the work of a method in its folder, or in a temporary one where nothing is kept. */
  <T> T inFolder(String method, Function<Path, T> work) {
    return TemporaryFolder.unless(folder, place -> work.apply(place.resolve(method)));
  }

  /** The chains of a study, sampled where they have not been. */
  SampledChains chains(String method, Study study) {
    if (study.configuration().until() != null) {
      throw new InputException(
          "A comparison needs a fixed number of chains: give that instead of a stopping rule.");
    }
    Kept before = kept.get(method);
    if (before != null && before.study() == study) {
      return before.chains();
    }
    SampledChains chains = folder == null ? sample(method, study) : sample(method, study, folder);
    kept.put(method, new Kept(study, chains));
    return chains;
  }

  private SampledChains sample(String method, Study study) {
    ChainPlan plan = study.configuration().plan();
    List<ChainOutcome> outcomes = new ArrayList<>();
    long began = System.nanoTime();
    monitor.begins(method, transitions(plan, new BitSet()));
    var recipe = ChainRecipe.of(study.posterior(), plan);
    var all = IntStream.range(0, plan.chains());
    EngineSession.run(engine, recipe, all, monitor, outcomes::addAll);
    return sampled(study, outcomes, 0, began);
  }

  private SampledChains sample(String method, Study study, Path place) {
    ChainPlan plan = study.configuration().plan();
    try (var run = RunStore.create(place.resolve(method), study, method)) {
      double before =
          run.outcomes().stream().mapToDouble(ChainOutcome::seconds).filter(Double::isFinite).sum();
      long began = System.nanoTime();
      long missing = transitions(plan, run.stored());
      monitor.begins(method, missing);
      if (missing > 0) { // a run that is to have more chains, later, is left alone
        MissingChains.sample(run, engine, monitor);
      }
      List<ChainOutcome> outcomes =
          run.outcomes().stream().filter(o -> o.chain() < plan.chains()).toList();
      return sampled(study, outcomes, before, began);
    }
  }

  private static long transitions(ChainPlan plan, BitSet stored) {
    return plan.missingFrom(stored).count() * plan.sampler().transitions();
  }

  private SampledChains sampled(
      Study study, List<ChainOutcome> outcomes, double secondsBefore, long began) {
    int chains = study.configuration().plan().chains();
    if (outcomes.size() < chains) {
      throw new StoppedException();
    }
    double seconds = Fitted.secondsSince(began) + secondsBefore / Math.min(threads, chains);
    return SampledChains.of(study.posterior().dimension(), outcomes, seconds);
  }
}
