/**
 * Distributions of one target: {@code p(y) = sum_g w_g p_g(y)}, a mixture over the draws of a
 * posterior. Numbers have mixtures of shifted and stretched normals or Student's t, or of their
 * exponentials; classes have mixtures of probabilities. Everything is read off the mixture
 * (moments, quantiles, log density, CRPS, entropies), never off random numbers. Read: {@link
 * PredictiveDistribution}, {@link NumberDistribution}, {@link LocationScaleMixture}, {@link Shape},
 * {@link GaussianMixture}, {@link StudentMixture}, {@link LogMixture}, {@link ClassProbabilities},
 * {@link Predictive}; then, inside a mixture of normals, {@link Components}, {@link MixtureScan},
 * {@link MixtureTails}, {@link Quantiles}, {@link Spread}, and of heavy tails {@link StudentShape},
 * {@link SquaredTails}, {@link HeavyMoments}.
 */
@NullMarked
package dev.coset.distribution;

import org.jspecify.annotations.NullMarked;
