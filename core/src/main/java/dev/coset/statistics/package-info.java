/**
 * Diagnoses one quantity over the draws of several chains, {@code (chain, draw)}: whether chains
 * agree, and how many independent draws theirs are worth. {@code ESS = N / tau} with {@code tau = 1
 * + 2 sum_t rho_t} over autocorrelations. All agree with ArviZ. Read: {@link ChainArray}, {@link
 * RankNormalisation}, {@link EffectiveSampleSize}, {@link Rhat} with {@link Superchains}, {@link
 * Ebfmi}, {@link MixingSummary}. Of rows with weights: {@link Weighted}, {@link Ordered}.
 */
@NullMarked
package dev.coset.statistics;

import org.jspecify.annotations.NullMarked;
