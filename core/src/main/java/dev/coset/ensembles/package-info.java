/**
 * Networks trained from different starts: as a predictive distribution, {@code p(y | x) = 1/M sum_m
 * Normal(y; f_m(x), sigma_m)}, and as starts for chains. Read: {@link DeepEnsemble}, {@link
 * EnsembleStart}.
 */
@NullMarked
package dev.coset.ensembles;

import org.jspecify.annotations.NullMarked;
