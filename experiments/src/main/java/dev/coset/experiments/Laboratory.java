package dev.coset.experiments;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.chains.Engine;
import dev.coset.comparison.Method;
import dev.coset.comparison.MethodMonitor;
import dev.coset.comparison.MethodResult;
import dev.coset.comparison.Workbench;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.predictive.LppdJackknife;
import dev.coset.store.RunStore;
import dev.coset.store.Version;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The environment in which experiments run: the datasets, a folder for results, an engine. Runs of
 * chains lie in its folder {@code runs} and serve every experiment that asks for them; measurements
 * lie in {@code measurements}.
 */
public final class Laboratory {
  private final Path data;
  private final Path out;
  private final Scope scope;
  private final Engine engine;
  private final int threads;
  private final MethodMonitor monitor;
  private final Measurements measurements;

  /**
   * @param data folder of the datasets
   * @param out folder of the results
   * @param threads for all but chains, which the engine runs
   */
  public Laboratory(
      Path data, Path out, Scope scope, Engine engine, int threads, MethodMonitor monitor) {
    this.data = data;
    this.out = out;
    this.scope = scope;
    this.engine = engine;
    this.threads = threads;
    this.monitor = monitor;
    this.measurements = new Measurements(out.resolve("measurements"));
  }

  Scope scope() {
    return scope;
  }

  int threads() {
    return threads;
  }

  /** The folder of an experiment's results. */
  Path folder(Experiment experiment) {
    return out.resolve(experiment.name());
  }

  Path dataFolder() {
    return data;
  }

  /** A plan with the warm-up that was asked for. */
  ChainPlan plan(int chains, int draws, long seed) {
    return ChainPlan.of(chains, scope.warmup().orElse(Paper.WARMUP), draws, seed);
  }

  /** As the paper's code has it: standardised on all rows. */
  Study study(PaperData set, PaperNetwork network, ChainPlan plan) {
    var configuration = Configuration.of(network.hidden(), plan).with(Standardise.ALL);
    return set.study(data, configuration);
  }

  /** Where the chains of a plan are sampled and kept; a plan that the paper has not is named. */
  Workbench bench(PaperData set, PaperNetwork network, ChainPlan plan) {
    return Workbench.on(engine, threads).in(runs(set, network, plan)).watchedBy(monitor);
  }

  private Path runs(PaperData set, PaperNetwork network, ChainPlan plan) {
    var sampler = plan.sampler();
    boolean papers =
        sampler.warmup() == Paper.WARMUP
            && sampler.draws() == 1
            && plan.start().equals(ChainStart.UNIFORM);
    String more =
        papers ? "" : "-%s-w%d-d%d".formatted(plan.start(), sampler.warmup(), sampler.draws());
    return out.resolve("runs").resolve(set + "-" + network + "-" + plan.seed() + more);
  }

  /**
   * Draws of many chains of one draw each, sampled where they have not been: of as many chains as
   * were asked for, else of all there are and at least the experiment's own number.
   */
  SampledPosterior sampled(PaperData set, PaperNetwork network, int usual) {
    ChainPlan plan = plan(scope.chains().orElse(usual), 1, Paper.SEED);
    Study study = study(set, network, plan);
    Method chains = Method.manyChains();
    chains.fit(study, bench(set, network, plan));
    try (var run = RunStore.read(runs(set, network, plan).resolve(chains.name()))) {
      List<ChainOutcome> outcomes =
          run.outcomes().stream()
              .filter(outcome -> scope.chains().isEmpty() || outcome.chain() < plan.chains())
              .toList();
      return SampledPosterior.of(study, outcomes);
    }
  }

  /**
   * Keeps the first draws of chains that were run as the chains of a plan with fewer draws. They
   * are what that plan would sample: a chain does not know how many draws are to follow.
   */
  void shorten(PaperData set, PaperNetwork network, ChainPlan plan, int draws) {
    ChainPlan shorter = plan(plan.chains(), draws, plan.seed());
    String chains = Method.manyChains().name();
    Study study = study(set, network, shorter);
    try (var from = RunStore.read(runs(set, network, plan).resolve(chains));
        var to = RunStore.create(runs(set, network, shorter).resolve(chains), study, chains)) {
      BitSet stored = to.stored();
      for (ChainOutcome outcome : from.outcomes()) {
        if (outcome instanceof ChainOutcome.Finished chain && !stored.get(chain.chain())) {
          to.append(chain.first(draws));
        }
      }
    }
  }

  /** What was measured, of whichever scope. */
  List<Measurement> measured() {
    return measurements.all();
  }

  /**
   * Fits and scores, unless that was done before.
   *
   * @param name of the method in tables
   * @param parts of the predictive that are independent: chains, members
   * @param draws of each part
   * @param steps of warm-up or of training, part of the name under which the result is kept
   */
  Measurement measure(
      PaperData set,
      PaperNetwork network,
      String name,
      Method method,
      ChainPlan plan,
      int parts,
      int draws,
      int steps) {
    var sought =
        new Measurement(set, network, name, parts, draws, steps, plan.seed(), 0, 0, 0, 0, 0, 0, "");
    Optional<Measurement> before = measurements.find(sought.key());
    if (before.isPresent()) {
      return before.get();
    }
    Study study = study(set, network, plan);
    MethodResult result = method.run(study, bench(set, network, plan));
    var scores = result.scores();
    double error =
        parts < 2
            ? Double.NaN
            : LppdJackknife.error(result.predictive(study.test().x()), study.test().y(), parts);
    return measurements.keep(
        new Measurement(
            set,
            network,
            name,
            parts,
            draws,
            steps,
            plan.seed(),
            scores.lppd(),
            scores.lppdSe(),
            error,
            scores.regression().rmse(),
            result.gradients(),
            result.seconds(),
            Version.CURRENT));
  }
}
