/**
 * Thins a run to few weighted draws that predict nearly as well as all of them. With {@code p} the
 * predictive of all draws and {@code q = sum_k v_k p_k} that of some, the mean over inputs of
 * {@code KL(p || q)} is convex in the weights {@code v}: draws are taken one by one, the steepest
 * first, until it is below a bound. Read: {@link Compression}, {@link Candidates}, {@link
 * Quadrature}, {@link SparseMixture}, {@link FunctionSpread}.
 */
@NullMarked
package dev.coset.compression;

import org.jspecify.annotations.NullMarked;
