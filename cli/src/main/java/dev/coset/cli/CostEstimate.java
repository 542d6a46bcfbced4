package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.model.Configuration.Until;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import dev.coset.selection.Work;
import dev.coset.store.RunStore;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** How long a run will take, from the time of a few gradients. */
final class CostEstimate {
  /** By then the compiler has done its work. */
  private static final int WARM_CALLS = 20_000;

  /** So many times slower than a common core is a gradient that is not compiled yet. */
  private static final double COLD = 5;

  /** Seconds of a step beside its gradient, by parameter: directions, sums. */
  private static final double BESIDE = 3e-9;

  private static final long CALM_NANOS = 200_000_000;
  private static final long MOST_NANOS = 2_000_000_000L;

  private CostEstimate() {}

  /** The chains that are to be run, and how many at once. */
  static String chains(RunStore run, OptionalInt threads) {
    int missing = missing(run);
    int fewest = fewest(run);
    return Texts.format(
        "%s to run%s%s",
        fewest < missing ? fewest + " to " + missing + " chains" : Texts.count(missing, "chain"),
        threads.isEmpty()
            ? ""
            : " on " + Texts.count(Math.min(threads.getAsInt(), missing), "thread"),
        fewest < missing ? ", until the predictive has settled" : "");
  }

  /**
   * The same, and the time that they take where it is known how long one does. What runs on other
   * machines or on a GPU can only be said in time of this machine's cores.
   */
  static String of(RunStore run, OptionalInt threads, double secondsPerChain) {
    int missing = missing(run);
    int fewest = fewest(run);
    return Texts.format(
        "%s; %s about %s%s.",
        chains(run, threads),
        threads.isEmpty() ? "one core of this machine would take" : "expect",
        fewest < missing ? time(fewest, threads, secondsPerChain) + " to " : "",
        time(missing, threads, secondsPerChain));
  }

  private static int missing(RunStore run) {
    return (int) run.study().configuration().plan().missingFrom(run.stored()).count();
  }

  /** The chains after which a run may be content at the earliest. */
  static int fewest(RunStore run) {
    int missing = missing(run);
    Until until = run.study().configuration().until();
    return until == null || !until.anyMayBeUnseen()
        ? missing
        : Math.clamp(ChainConvergence.FEWEST_TO_SETTLE - run.size(), 1, missing);
  }

  /** Each chain has one thread, so that the last of an odd number keep others waiting. */
  private static String time(int chains, OptionalInt threads, double secondsPerChain) {
    int atOnce = threads.orElse(1);
    return Texts.duration(Math.ceilDiv(chains, atOnce) * secondsPerChain);
  }

  /** How long this machine takes for what takes a second on a core as they are common. */
  static double slowness(Posterior posterior) {
    return slowness(List.of(posterior))[0];
  }

  /**
   * The same of each of several models: the best time of short batches, once many calls and a while
   * without better ones have passed. Calls that the compiler has not seen to say nothing: where a
   * busy machine gets no further, it is taken to be a common one.
   */
  static double[] slowness(List<Posterior> models) {
    List<Batches> all = models.stream().map(Batches::new).toList();
    long began = System.nanoTime();
    long improved = began;
    long now = began;
    long calls = 0;
    for (int turn = 0;
        now - began < MOST_NANOS && (calls < WARM_CALLS || now - improved < CALM_NANOS);
        turn++) {
      Batches one = all.get(turn % all.size());
      double before = one.best;
      calls += one.run();
      now = System.nanoTime();
      if (one.best < 0.9 * before) {
        improved = now;
      }
    }
    boolean compiled = calls >= WARM_CALLS;
    return all.stream()
        .mapToDouble(Batches::slowness)
        .map(slowness -> compiled || slowness < COLD ? slowness : 1)
        .toArray();
  }

  /** Gradients of a model, about a millisecond of them at once. */
  private static final class Batches {
    final LogDensity density;
    final double common;
    final double[] q;
    final double[] gradient;
    double best = Double.POSITIVE_INFINITY; // seconds of one

    Batches(Posterior posterior) {
      this.density = posterior.density();
      this.common = Work.gradient(posterior.data().count(), posterior.dimension());
      this.q = new double[density.dimension()];
      this.gradient = new double[density.dimension()];
      Arrays.setAll(q, j -> 0.1 * (j % 7 - 3));
    }

    double slowness() {
      return (best + BESIDE * q.length) / common;
    }

    /** Returns how many. */
    int run() {
      int repeats = (int) Math.clamp(1e-3 / best, 1, 1e6);
      long began = System.nanoTime();
      for (int i = 0; i < repeats; i++) {
        density.valueAndGradient(q, gradient);
      }
      best = Math.min(best, (System.nanoTime() - began) * 1e-9 / repeats);
      return repeats;
    }
  }
}
