/**
 * What the draws say of a new target: {@code p(y | x, D) = 1/G sum_g Normal(y; f_g(x), sigma_g)},
 * at every input a mixture of normals. Everything here is read off that mixture (moments,
 * quantiles, log density, CRPS), never off random numbers. Read: {@link GaussianMixture}, {@link
 * FunctionValues}, {@link Predictive}, {@link PointSummary}, {@link PointScores}, {@link Scores},
 * {@link Scoring}, {@link LppdJackknife}, {@link PitHistogram}, {@link PartialDependence}, {@link
 * PredictiveConvergence}; of points left out, {@link LeaveOneOut} with {@link ParetoSmoothing}, and
 * {@link Stacking}; then, inside the mixture, {@link Components}, {@link MixtureScan}, {@link
 * MixtureTails}, {@link Quantiles}, {@link Spread}.
 */
@NullMarked
package dev.coset.predictive;

import org.jspecify.annotations.NullMarked;
