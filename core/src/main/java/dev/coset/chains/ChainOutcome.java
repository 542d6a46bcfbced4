package dev.coset.chains;

import dev.coset.message.Printable;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.WarmupSummary;
import java.util.stream.IntStream;

/** The outcome of one chain: draws, or the reason of its failure. */
public sealed interface ChainOutcome {
  int chain();

  /** Wall-clock time; no part of what makes two outcomes equal. */
  double seconds();

  /**
   * A chain that ran to its end.
   *
   * @param startGradients evaluations of the density's gradient that it took to find the start
   */
  record Finished(int chain, Draws draws, WarmupSummary warmup, long startGradients, double seconds)
      implements ChainOutcome {

    /** Gradients of the start, of warm-up and of all draws. */
    public long gradients() {
      return startGradients + warmup.steps() + draws.total(DrawSchema.STEPS);
    }

    /** What the chain would have been with so few draws, but for the time it took. */
    public Finished first(int number) {
      Draws firstDraws = draws.select(IntStream.range(0, number));
      return new Finished(chain, firstDraws, warmup, startGradients, seconds);
    }
  }

  /**
   * A chain that gave no draws.
   *
   * @param reason for a person to read; it may come from a file or another machine, and shows in
   *     terminals
   */
  record Failed(int chain, String reason, double seconds) implements ChainOutcome {
    public Failed {
      reason = Printable.line(reason);
    }
  }
}
