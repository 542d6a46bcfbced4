package dev.coset.chains;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Independent random streams by name: a function of (seed, index, purpose), never of who asks or
 * when.
 */
public enum RandomStream {
  /** Where a chain starts. */
  START,
  /** The transitions of a chain. */
  TRANSITIONS,
  /** What an approximation draws, and how it cuts its data. */
  APPROXIMATION,
  /** In which order a study has its training rows. */
  ROW_ORDER;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The stream of one chain in a run with this seed. */
  public UniformRandomProvider of(long seed, int index) {
    long key = mix(mix(mix(seed) + index) + ordinal());
    long[] state = new long[4];
    for (int i = 0; i < state.length; i++) {
      state[i] = mix(key += GOLDEN);
    }
    return RandomSource.XO_SHI_RO_256_PP.create(state);
  }

  /** The finaliser of SplitMix64 (variant 13 of D. Stafford), after a step of the golden ratio. */
  private static long mix(long x) {
    x += GOLDEN;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
