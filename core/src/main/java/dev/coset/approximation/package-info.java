/**
 * What is cheaper than sampling: a maximum of the posterior, several of them as an ensemble, and
 * normals around them, {@code q ~ Normal(q*, (J'J / sigma^2 + I)^-1)}. All are scored as the same
 * Gaussian mixtures that the draws of chains yield. Read: {@link Objective}, {@link Optimiser},
 * {@link Lbfgs}, {@link EarlyStopping}, {@link MapTraining}, {@link MapEstimate}; {@link
 * DeepEnsemble}, {@link EnsembleStart}; {@link LaplaceSettings}, {@link LikelihoodCurvature},
 * {@link LaplaceFit}, {@link Laplace}; {@link MixtureOfLaplace}, {@link EvidenceShares}. Inside:
 * {@link OutputJacobian}, {@link HessianProduct}, {@link SymmetricMatrix}, {@link Factor}, {@link
 * Normal}.
 */
@NullMarked
package dev.coset.approximation;

import org.jspecify.annotations.NullMarked;
