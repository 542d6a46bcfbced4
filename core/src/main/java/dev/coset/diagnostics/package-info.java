/**
 * Have the chains been long enough, and have there been enough of them? R-hat, ESS and E-BFMI look
 * at one quantity over draws of several chains; they mean nothing for single parameters across
 * chains (chains sit in different copies of a mode, which symmetry makes equal), and something for
 * predictions, or after the symmetry was removed. Novelty looks at whole functions over chains,
 * also of one draw. Read: {@link Rhat}, {@link EffectiveSampleSize}, {@link Ebfmi}, {@link
 * MixingSummary}; {@link ChainFunction}, {@link Novelty}, {@link UnseenMass}, {@link NoveltyLooks},
 * {@link Clusters}; then, of a whole run, {@link RunDiagnostics} and its {@link Finding}s.
 */
@NullMarked
package dev.coset.diagnostics;

import org.jspecify.annotations.NullMarked;
