/**
 * Fits a table from end to end: reads it, chooses the model by cross-validation, samples the chains
 * of the models that are kept, weights them and checks the result. Every front end calls {@link
 * Fit}, so that all of them do the same.
 *
 * <p>Read: {@link Fit}, {@link Model}, {@link FitListener}, {@link ModelSettings}, {@link
 * Sampling}.
 */
@NullMarked
package dev.coset.fit;

import org.jspecify.annotations.NullMarked;
