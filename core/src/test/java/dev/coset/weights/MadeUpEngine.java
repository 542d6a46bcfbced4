package dev.coset.weights;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.Job;
import dev.coset.chains.JobQueue;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.WarmupSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** An engine that samples nothing: a function makes up every chain. It remembers what it ran. */
final class MadeUpEngine implements Engine {
  /** The chains that ran, in order. */
  final List<Job.Chain> ran = new ArrayList<>();

  private final BiFunction<ChainRecipe, Integer, ChainOutcome> outcome;

  MadeUpEngine(BiFunction<ChainRecipe, Integer, ChainOutcome> outcome) {
    this.outcome = outcome;
  }

  /** Chains that stay where they start. */
  static MadeUpEngine still() {
    return new MadeUpEngine(
        (recipe, chain) -> at(recipe, chain, recipe.start(chain, () -> false).q()));
  }

  /** Chains that all fail. */
  static MadeUpEngine failing() {
    return new MadeUpEngine((recipe, chain) -> failed(chain));
  }

  static ChainOutcome failed(int chain) {
    return new ChainOutcome.Failed(chain, "Made up.", 0);
  }

  /** A chain of one draw. */
  static ChainOutcome at(ChainRecipe recipe, int chain, double[] q) {
    Draws draw = Draws.ofSize(1, q.length, recipe.plan().sampler().schema()).withValues(q);
    draw.chain()[0] = chain;
    var warmup = new WarmupSummary(1, new double[q.length], 0, 0);
    return new ChainOutcome.Finished(chain, draw, warmup, 0, 0);
  }

  EngineSession session() {
    return new EngineSession(this, SamplerMonitor.NONE);
  }

  /** Transitions of all chains that ran. */
  long transitions() {
    return ran.stream().mapToLong(c -> c.batch().recipe().plan().sampler().transitions()).sum();
  }

  @Override
  public String name() {
    return "made up";
  }

  @Override
  public Engine with(Map<String, String> options) {
    return this;
  }

  @Override
  public void run(JobQueue queue, SamplerMonitor monitor) {
    try {
      for (var job = queue.take(batch -> true); job.isPresent(); job = queue.take(batch -> true)) {
        run(job);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void run(Optional<Job> job) {
    switch (job.orElseThrow()) {
      case Job.Chain chain -> {
        ran.add(chain);
        chain.batch().deliver(List.of(outcome.apply(chain.batch().recipe(), chain.chain())));
      }
      case Job.Task<?> task -> task.run();
      case Job.Help help -> throw new IllegalStateException("There is one thread.");
    }
  }
}
