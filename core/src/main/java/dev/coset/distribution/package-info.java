/**
 * Distributions of one target: {@code p(y) = sum_g w_g p_g(y)}, a mixture over the draws of a
 * posterior. Numbers have mixtures of normals, {@code Normal(y; m_g, s_g)}, or of lognormals;
 * classes have mixtures of probabilities. Everything is read off the mixture (moments, quantiles,
 * log density, CRPS, entropies), never off random numbers. Read: {@link PredictiveDistribution},
 * {@link NumberDistribution}, {@link GaussianMixture}, {@link LogMixture}, {@link
 * ClassProbabilities}, {@link Predictive}; then, inside a mixture, {@link Components}, {@link
 * MixtureScan}, {@link MixtureTails}, {@link Quantiles}, {@link Spread}.
 */
@NullMarked
package dev.coset.distribution;

import org.jspecify.annotations.NullMarked;
