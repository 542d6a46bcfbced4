package dev.coset.chains;

import dev.coset.posterior.Draws;
import dev.coset.sampler.WarmupSummary;

/** What became of one chain. */
public sealed interface ChainOutcome {
  int chain();

  /** Wall-clock time; no part of what makes two outcomes equal. */
  double seconds();

  record Finished(int chain, Draws draws, WarmupSummary warmup, double seconds)
      implements ChainOutcome {}

  record Failed(int chain, String reason, double seconds) implements ChainOutcome {}
}
