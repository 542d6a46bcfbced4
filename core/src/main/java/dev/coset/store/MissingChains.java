package dev.coset.store;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.ChainsInOrder;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.chains.StoppingRule;
import dev.coset.parallel.StoppedException;
import dev.coset.sampler.SamplerMonitor;

/** The chains that a run lacks, on an engine at work; each is kept soon after it finishes. */
public final class MissingChains implements AutoCloseable {
  private final RunStore run;
  private final EngineSession session;
  private final ChainBatch batch;
  private final ChainsInOrder inOrder;
  private final GroupCommit watching;
  private final GroupCommit keeping;
  private boolean ended;

  private MissingChains(
      RunStore run, EngineSession session, StoppingRule rule, SamplerMonitor monitor) {
    this.run = run;
    this.session = session;
    var plan = run.study().configuration().plan();
    var recipe = ChainRecipe.of(run.study().posterior(), plan);
    this.batch = new ChainBatch(recipe, plan.missingFrom(run.stored())).watchedBy(monitor);
    this.inOrder = new ChainsInOrder(rule, batch::cancel);
    // Apart, for a rule that takes long must not keep finished chains from the disk.
    this.watching = new GroupCommit(batch::cancel, outcomes -> outcomes.forEach(inOrder::add));
    this.keeping =
        new GroupCommit(
            batch::cancel,
            outcomes -> {
              run.append(outcomes);
              watching.accept(outcomes);
            });
  }

  /** Has the engine run them until the rule has enough of them, or none is missing. */
  public static MissingChains submit(RunStore run, EngineSession session, StoppingRule rule) {
    return submit(run, session, rule, SamplerMonitor.NONE);
  }

  /** The same; the monitor watches these chains besides. */
  public static MissingChains submit(
      RunStore run, EngineSession session, StoppingRule rule, SamplerMonitor monitor) {
    var missing = new MissingChains(run, session, rule, monitor);
    run.outcomes().forEach(missing.inOrder::add);
    session.submit(missing.batch.to(missing.keeping));
    return missing;
  }

  /**
   * Waits until they are there and kept.
   *
   * @throws StoppedException where the session was stopped before; nothing is lost
   */
  public void await() {
    try {
      session.await(batch);
    } finally {
      close();
    }
    inOrder.enough().ifPresent(run::limitTo);
  }

  /** Gives up what still runs; returns when the rest is kept. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      try (watching;
          keeping) {
        session.cancel(batch);
      }
    }
  }

  /** Runs them alone; returns early, with nothing lost, where the monitor says stop. */
  public static void sample(RunStore run, Engine engine, SamplerMonitor monitor) {
    sample(run, engine, monitor, StoppingRule.NEVER);
  }

  /** The same until the rule has enough of them. */
  public static void sample(
      RunStore run, Engine engine, SamplerMonitor monitor, StoppingRule rule) {
    long began = System.nanoTime();
    boolean complete = run.complete();
    try (var session = new EngineSession(engine, monitor)) {
      submit(run, session, rule).await();
    } catch (StoppedException stopped) {
      return;
    } finally {
      if (!complete) {
        run.addWait((System.nanoTime() - began) * 1e-9);
      }
    }
  }
}
