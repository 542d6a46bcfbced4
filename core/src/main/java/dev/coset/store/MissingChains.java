package dev.coset.store;

import dev.coset.chains.ChainQueue;
import dev.coset.chains.ChainsInOrder;
import dev.coset.chains.Engine;
import dev.coset.chains.StoppingRule;
import dev.coset.sampler.SamplerMonitor;

/** Runs the chains that a run lacks, on any engine; each is kept soon after it finishes. */
public final class MissingChains {
  private MissingChains() {}

  /** Returns early, with nothing lost, where the monitor says stop. */
  public static void sample(RunStore run, Engine engine, SamplerMonitor monitor) {
    sample(run, engine, monitor, StoppingRule.NEVER);
  }

  /** The same until the rule has enough of them, or none is missing. */
  public static void sample(
      RunStore run, Engine engine, SamplerMonitor monitor, StoppingRule rule) {
    var plan = run.study().configuration().plan();
    var queue = new ChainQueue(plan.missingFrom(run.stored()));
    var inOrder = new ChainsInOrder(rule, queue);
    run.outcomes().forEach(inOrder::add);
    if (inOrder.enough().isEmpty()) {
      long began = System.nanoTime();
      // Apart, for a rule that takes long must not keep finished chains from the disk.
      try (var watching = new GroupCommit(queue, outcomes -> outcomes.forEach(inOrder::add));
          var keeping =
              new GroupCommit(
                  queue,
                  outcomes -> {
                    run.append(outcomes);
                    watching.accept(outcomes);
                  })) {
        var watched = keeping.watch(watching.watch(inOrder.watch(monitor)));
        engine.run(run.study().posterior(), plan, queue, watched, keeping);
      }
      run.addWait((System.nanoTime() - began) * 1e-9);
    }
    inOrder.enough().ifPresent(run::limitTo);
  }
}
