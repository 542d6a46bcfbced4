package dev.coset.fit;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.fit.FitMonitor.Counts;
import dev.coset.message.Message;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.parallel.StoppedException;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.selection.CostModel;
import dev.coset.store.MissingChains;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.DoubleAdder;

/** The chains that a run lacks. Those of all its models share the engine. */
final class Sampling implements FitPhase {
  private final Mixture run;
  private final OptionalInt atOnce;
  private final List<Part> parts; // as the run's
  private final Counts counts = new Counts();
  private final Chains chains;
  private final Forecast forecast;
  private final long transitions;
  private volatile long began = System.nanoTime();

  /** A model, and what its chains have taken, in reference core-seconds. */
  private static final class Part {
    final RunStore run;
    final ChainConvergence convergence;
    final int before; // chains that were there
    final int missing;
    final double gradientSeconds;
    final DoubleAdder work = new DoubleAdder();

    Part(RunStore run) {
      Study study = run.study();
      this.run = run;
      this.convergence = ChainConvergence.of(study);
      this.before = run.size();
      this.missing = (int) study.configuration().plan().missingFrom(run.stored()).count();
      this.gradientSeconds = CostModel.gradient(study.posterior());
    }

    ChainPlan plan() {
      return run.study().configuration().plan();
    }

    /** Missing chains after which the model may have enough. */
    int fewest() {
      Until until = run.study().configuration().until();
      return until == null || !until.anyMayBeUnseen() || missing == 0
          ? missing
          : Math.clamp(ChainConvergence.FEWEST_TO_SETTLE - before, 1, missing);
    }

    double secondsOfChain() {
      return CostModel.seconds(run.study()) / plan().chains();
    }

    /** Counts the work of its chains. */
    SamplerMonitor watch() {
      return new SamplerMonitor() {
        @Override
        public void transition(boolean warmup, int steps, boolean diverged) {
          work.add(steps * gradientSeconds);
        }
      };
    }
  }

  /**
   * @param atOnce how many chains run at one time, where that is known
   * @param slowness of this machine, where it has shown: see {@link MachineSpeed#slowness}
   */
  Sampling(Mixture run, OptionalInt atOnce, OptionalDouble slowness) {
    this.run = run;
    this.atOnce = atOnce;
    this.parts = run.parts().stream().map(part -> new Part(part.run())).toList();
    int missing = parts.stream().mapToInt(part -> part.missing).sum();
    int fewest = parts.stream().mapToInt(Part::fewest).sum();
    this.transitions =
        parts.stream().mapToLong(p -> p.missing * p.plan().sampler().transitions()).sum();
    Optional<TimeRange> expected =
        slowness.isPresent()
            ? Optional.of(
                new TimeRange(
                    seconds(slowness.getAsDouble(), true), seconds(slowness.getAsDouble(), false)))
            : Optional.empty();
    this.chains =
        new Chains(
            (int) parts.stream().filter(part -> part.missing > 0).count(),
            missing,
            fewest,
            atOnce,
            expected);
    this.forecast = new Forecast(parts.getFirst().plan(), atOnce);
  }

  /** Seconds of all chains, or of as few as may be enough; each chain has one thread. */
  private double seconds(double slowness, boolean fewest) {
    double all = 0;
    double longest = 0;
    for (Part part : parts) {
      int some = fewest ? part.fewest() : part.missing;
      all += some * part.secondsOfChain();
      longest = some > 0 ? Math.max(longest, part.secondsOfChain()) : longest;
    }
    int threads = atOnce.orElse(1);
    return slowness
        * (parts.size() == 1
            ? Math.ceil(all / longest / threads - 1e-9) * longest
            : Math.max(longest, all / threads));
  }

  /**
   * Samples what is missing. Every chain is kept soon after it finishes.
   *
   * @return what the chains of the highest-weight model say of convergence
   * @throws StoppedException where the monitor stopped them before
   */
  ChainConvergence run(EngineSession session, FitMonitor monitor) {
    if (chains.missing() == 0) {
      sample(session);
    } else {
      monitor.during(
          this,
          counts,
          () -> {
            began = System.nanoTime();
            sample(session);
            return true;
          });
    }
    return parts.getFirst().convergence;
  }

  private void sample(EngineSession session) {
    List<MissingChains> all = new ArrayList<>();
    long since = System.nanoTime();
    try {
      MissingChains[] ofPart = new MissingChains[parts.size()];
      List<Part> longestFirst =
          parts.stream()
              .sorted(Comparator.comparingDouble((Part p) -> -p.gradientSeconds))
              .toList();
      for (Part part : longestFirst) {
        var missing = MissingChains.submit(part.run, session, part.convergence, part.watch());
        all.add(missing);
        ofPart[parts.indexOf(part)] = missing;
      }
      for (int k = 0; k < ofPart.length; k++) {
        ofPart[k].await();
        if (parts.get(k).missing > 0) {
          long now = System.nanoTime();
          parts.get(k).run.addWait((now - since) * 1e-9);
          since = now;
        }
      }
    } finally {
      all.forEach(MissingChains::close);
    }
  }

  /** Says which chains failed. */
  void warnOfFailures(FitListener listener) {
    for (Mixture.Part part : run.parts()) {
      List<ChainOutcome> outcomes = part.run().outcomes();
      long failed = outcomes.stream().filter(ChainOutcome.Failed.class::isInstance).count();
      part.run()
          .failure()
          .ifPresent(
              reason ->
                  listener.warn(
                      Message.of("%d of %d chains failed: %s", failed, outcomes.size(), reason)));
    }
  }

  @Override
  public Kind kind() {
    return Kind.SAMPLING;
  }

  @Override
  public Chains chains() {
    return chains;
  }

  @Override
  public long transitions() {
    return transitions;
  }

  @Override
  public synchronized State state() {
    double seconds = (System.nanoTime() - began) * 1e-9;
    int there = parts.stream().mapToInt(part -> part.run.size()).sum();
    int before = parts.stream().mapToInt(part -> part.before).sum();
    boolean one = parts.size() == 1;
    double done =
        one ? counts.gradients.sum() : parts.stream().mapToDouble(part -> part.work.sum()).sum();
    forecast.observe(seconds, counts.transitions.sum(), done, there - before);
    Optional<TimeRange> time = one ? forecast.of(chains.missing()) : forecast.ofWork(work());
    return new State(
        seconds,
        counts.transitions.sum(),
        counts.gradients.sum(),
        counts.divergences.sum(),
        there,
        parts.stream().mapToInt(part -> part.plan().chains()).sum(),
        parts.getFirst().convergence.functions(),
        time,
        one && chains.fewest() < chains.missing()
            ? forecast.of(chains.fewest())
            : Optional.empty());
  }

  /** The work of all missing chains; of a model that ended early, what it did. */
  private double work() {
    return parts.stream()
        .mapToDouble(
            part -> part.run.complete() ? part.work.sum() : part.missing * part.secondsOfChain())
        .sum();
  }
}
