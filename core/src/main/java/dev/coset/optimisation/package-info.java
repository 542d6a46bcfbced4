/**
 * Finds a maximum of the posterior, {@code q* = argmax log p(q | D)}, or a point on the way there
 * with early stopping on held-out points. Read: {@link Objective}, {@link Optimiser}, {@link Lbfgs}
 * with {@link LineSearch}, {@link Adam}; {@link WeightStart}, {@link EarlyStopping}, {@link
 * MapTraining}, {@link MapEstimate}.
 */
@NullMarked
package dev.coset.optimisation;

import org.jspecify.annotations.NullMarked;
