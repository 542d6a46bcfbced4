/**
 * The modes of a posterior whose symmetry has been removed. Draws are clustered by the spectrum of
 * a nearest-neighbour graph; the same on function values tells whether two modes are different
 * functions or copies of one that the removal left apart. A mode is valued by {@link
 * dev.coset.predictive.Stacking}. Read: {@link SpectralClustering} with {@link SimilarityGraph},
 * {@link LaplacianSpectrum} and {@link LargestEigenvalues}, {@link FunctionOverlap}, {@link Mode},
 * {@link Findings}.
 */
@NullMarked
package dev.coset.modes;

import org.jspecify.annotations.NullMarked;
