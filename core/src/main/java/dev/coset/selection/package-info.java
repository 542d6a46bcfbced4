/**
 * The model chosen by the data: candidates from a linear model to three layers, judged by how well
 * each foretells training rows that it was not shown, and stacked. Read: {@link CandidateModels},
 * {@link CrossValidation}, {@link Selection}, {@link CostModel}.
 */
@NullMarked
package dev.coset.selection;

import org.jspecify.annotations.NullMarked;
