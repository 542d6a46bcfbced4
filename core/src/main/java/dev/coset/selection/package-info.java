/**
 * Chooses the model by cross-validation: candidates from a linear model to three layers, scored by
 * how well each predicts held-out training rows, and stacked. Read: {@link CandidateModels}, {@link
 * CrossValidation}, {@link Selection}, {@link CostModel}.
 */
@NullMarked
package dev.coset.selection;

import org.jspecify.annotations.NullMarked;
