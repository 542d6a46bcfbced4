package dev.coset.fit;

import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import dev.coset.selection.CostModel;
import java.util.Arrays;
import java.util.List;

/** How fast this machine is, from the time of a few gradients. */
final class MachineSpeed {
  /** By then the compiler has done its work. */
  private static final int WARM_CALLS = 20_000;

  /** How many times slower than on a reference core a gradient is before it is compiled. */
  private static final double COLD = 5;

  /** Seconds of a step beside its gradient, by parameter: directions, sums. */
  private static final double BESIDE = 3e-9;

  private static final long CALM_NANOS = 200_000_000;
  private static final long MOST_NANOS = 2_000_000_000L;

  private MachineSpeed() {}

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
      this.common = CostModel.gradient(posterior);
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
