/**
 * Checks whether the chains are long enough and whether there are enough of them. Across chains,
 * R-hat and ESS (package {@code statistics}) mean nothing for single parameters, because symmetry
 * puts chains into different copies of a mode. They are meaningful for predictions, and for
 * parameters after symmetry removal. Novelty compares whole functions over chains, also for chains
 * of one draw. Read: {@link ChainFunction}, {@link Novelty}, {@link UnseenMass}, {@link
 * NoveltyLooks}, {@link Clusters}; then, of a whole run, {@link RunDiagnostics} and its {@link
 * Finding}s.
 */
@NullMarked
package dev.coset.diagnostics;

import org.jspecify.annotations.NullMarked;
