package dev.coset.fit;

import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.MemoryNeed;
import dev.coset.data.Duplicates;
import dev.coset.data.TargetOutliers;
import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.message.Message;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Study;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Likelihood;
import dev.coset.selection.CandidateModels;
import dev.coset.selection.CostModel;
import dev.coset.store.FoldScores;
import dev.coset.store.Mixture;
import dev.coset.store.MixtureRun;
import dev.coset.store.RunStore;
import dev.coset.store.Source;
import dev.coset.weights.RunWeights;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The steps of a fit: the target's scale, candidates, cross-validation, chains, weights, verdict.
 *
 * @param engine runs all chains
 * @param threads for all else
 * @param makesReport whether a time limit leaves room for a report
 */
record Procedure(Engine engine, int threads, FitListener listener, boolean makesReport) {

  /**
   * Fits a study, or continues the same fit in a folder.
   *
   * @param began when it did, by {@link System#nanoTime}
   */
  FittedRun fit(Study study, Source source, ModelSettings model, Path folder, long began) {
    Budget budget = model.budget(study);
    Optional<TimeLimit> time = Optional.empty();
    Duration given = model.time;
    if (given != null) {
      double slowness = MachineSpeed.slowness(study.posterior());
      TimeLimit limit =
          TimeLimit.of(given.toMillis() * 1e-3, began, study, makesReport, threads, slowness);
      double least = model.auto() ? CostModel.shortestChoice(study) : CostModel.shortest(study);
      budget = limit.budget(least, threads, slowness);
      time = Optional.of(limit);
    }
    VectorModule.warning().ifPresent(listener::warn);
    var monitor = new FitMonitor(listener);
    try (var session = new EngineSession(engine, monitor)) {
      return model.auto()
          ? chosen(study, source, model, folder, budget, time, began, session, monitor)
          : one(study, source, model, folder, budget, session, monitor);
    } catch (StoppedException stopped) {
      throw new FitStopped("Stopped before anything was kept.", null);
    }
  }

  private FittedRun one(
      Study study,
      Source source,
      ModelSettings model,
      Path folder,
      Budget budget,
      EngineSession session,
      FitMonitor monitor) {
    Study sized = model.sized(study, budget);
    engine.requireRuns(sized.posterior(), sized.configuration().plan().sampler());
    MemoryNeed.requireFits(
        sized.posterior(), sized.configuration().plan(), engine.atOnce().orElse(1));
    RunStore run = RunStore.create(folder, sized, source, model.weights());
    tell(sized, listener);
    return complete(
        Mixture.of(run), () -> {}, OptionalDouble.empty(), System.nanoTime(), session, monitor);
  }

  private FittedRun chosen(
      Study study,
      Source source,
      ModelSettings model,
      Path folder,
      Budget budget,
      Optional<TimeLimit> time,
      long began,
      EngineSession session,
      FitMonitor monitor) {
    // before chains run to choose the scale
    engine.requireRuns(study.posterior(), study.configuration().plan().sampler());
    Study scaled = model.scaled(study, budget, session);
    var candidates =
        CandidateModels.of(scaled, model.likelihoods(scaled), model.otherPriors(), budget);
    var choice = new Choice(candidates, model.otherPriors(), budget, "");
    MixtureRun run = MixtureRun.create(folder, scaled, source, choice, model.weights());
    tell(scaled, listener);
    if (scaled.configuration().targetScale() != study.configuration().targetScale()) {
      listener.note(
          Message.text(
              "Models see the logarithm of the skewed target: it predicts held-out rows better."));
    }
    return chosen(run, 0, time, began, session, monitor);
  }

  /**
   * Continues a run to its end.
   *
   * @param chains the run, or each of its models, gets at least so many
   */
  FittedRun resume(Path folder, int chains) {
    long began = System.nanoTime();
    var monitor = new FitMonitor(listener);
    try (var session = new EngineSession(engine, monitor)) {
      Optional<MixtureRun> several = MixtureRun.open(folder);
      return several.isPresent()
          ? chosen(several.get(), chains, Optional.empty(), began, session, monitor)
          : complete(
              Mixture.of(RunStore.extend(folder, chains)),
              () -> {},
              OptionalDouble.empty(),
              began,
              session,
              monitor);
    }
  }

  private FittedRun chosen(
      MixtureRun run,
      int chains,
      Optional<TimeLimit> time,
      long began,
      EngineSession session,
      FitMonitor monitor) {
    try {
      OptionalDouble slowness =
          run.choice().decided()
              ? OptionalDouble.empty()
              : OptionalDouble.of(choose(run, time, session, monitor));
      return complete(run.mixture(chains), run, slowness, began, session, monitor);
    } catch (RuntimeException | Error e) {
      run.close();
      throw e;
    }
  }

  private double choose(
      MixtureRun run, Optional<TimeLimit> time, EngineSession session, FitMonitor monitor) {
    double slowness;
    try (FoldScores scores = run.scores()) {
      slowness = new Choosing(run, scores, threads).decide(session, monitor, time);
    } catch (StoppedException stopped) {
      throw new FitStopped("Stopped while choosing the model.", run.folder());
    }
    listener.chose(run.choice());
    return slowness;
  }

  /**
   * Samples what is missing, weights the chains and assesses the run.
   *
   * @param whole what is closed after the run
   * @param slowness of this machine, where it has shown: see {@link MachineSpeed#slowness}
   */
  private FittedRun complete(
      Mixture run,
      AutoCloseable whole,
      OptionalDouble slowness,
      long began,
      EngineSession session,
      FitMonitor monitor) {
    try {
      run.unboundWarning().ifPresent(listener::warn);
      var sampling = new Sampling(run, engine.atOnce(), slowness);
      boolean complete = sampling.chains().missing() == 0 && isWeighted(run);
      if (complete) {
        listener.note(Message.text("The run is complete: nothing was computed."));
      }
      ChainConvergence convergence;
      try {
        convergence = sampling.run(session, monitor);
      } catch (StoppedException stopped) {
        throw stopped(run);
      }
      requireDraws(run);
      sampling.warnOfFailures(listener);
      double seconds = (System.nanoTime() - began) * 1e-9;
      Mixture weighted;
      try {
        weighted = RunWeights.weighted(run, threads, session);
      } catch (StoppedException stopped) {
        throw new FitStopped("Stopped while weighting the chains.", run.folder());
      }
      weighted.parts().forEach(part -> part.run().weigh(part.chains()));
      return new FittedRun(
          weighted, whole, Assessment.watched(weighted, convergence, threads), seconds, complete);
    } catch (RuntimeException | Error e) {
      run.close();
      throw e;
    }
  }

  private static boolean isWeighted(Mixture run) {
    return run.parts().stream().allMatch(part -> part.chains().fit(part.run().draws()));
  }

  private static FitStopped stopped(Mixture run) {
    int kept = run.parts().stream().mapToInt(part -> part.run().size()).sum();
    int all =
        run.parts().stream()
            .mapToInt(part -> part.run().study().configuration().plan().chains())
            .sum();
    return new FitStopped("Stopped with %d of %d chains kept.".formatted(kept, all), run.folder());
  }

  private static void requireDraws(Mixture run) {
    for (Mixture.Part part : run.parts()) {
      if (part.run().draws().count() == 0) {
        throw new NoChainFinished(
            part.run().outcomes().size(), part.run().failure().orElse("there were none"));
      }
    }
  }

  /** Says what was made of the table. */
  static void tell(Study study, FitListener listener) {
    study.data().notes().forEach(listener::note);
    study.data().warnings().forEach(listener::warn);
    Duplicates.say(study.data(), study.split()).ifPresent(listener::warn);
    study.scaling().warnings().forEach(listener::warn);
    if (!study.configuration().likelihood().equals(Likelihood.STUDENT)) {
      TargetOutliers.of(study.data(), study.split().train(), study.scaling().target())
          .sentence(study.data(), study.configuration().targetScale())
          .ifPresent(listener::warn);
    }
  }
}
