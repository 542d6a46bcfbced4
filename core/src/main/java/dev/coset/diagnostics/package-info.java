/**
 * Have the chains been long enough, and have there been enough of them? R-hat and ESS (package
 * {@code statistics}) mean nothing for single parameters across chains (chains sit in different
 * copies of a mode, which symmetry makes equal), and something for predictions, or after the
 * symmetry was removed. Novelty looks at whole functions over chains, also of one draw. Read:
 * {@link ChainFunction}, {@link Novelty}, {@link UnseenMass}, {@link NoveltyLooks}, {@link
 * Clusters}; then, of a whole run, {@link RunDiagnostics} and its {@link Finding}s.
 */
@NullMarked
package dev.coset.diagnostics;

import org.jspecify.annotations.NullMarked;
