/**
 * Laplace approximations: normals that replace the posterior around its maxima, {@code q ~
 * Normal(q*, A^-1)}, where {@code A} is the curvature of the likelihood, such as {@code J'J /
 * sigma^2}, plus the prior's precision; and their evidence, {@code log p(D) = log p(D, q*) + d/2
 * log(2 pi) - 1/2 log det A}. Read: {@link LaplaceSettings}, {@link LikelihoodCurvature}, {@link
 * LaplaceFit}, {@link Laplace}; {@link MixtureOfLaplace}, {@link EvidenceShares}. Inside: {@link
 * SymmetricMatrix}, {@link Factor}, {@link Normal}.
 */
@NullMarked
package dev.coset.laplace;

import org.jspecify.annotations.NullMarked;
