/**
 * A maximum of the posterior, {@code q* = argmax log p(q | D)}, or how far one gets towards it
 * before other points say stop. Read: {@link Objective}, {@link Optimiser}, {@link Lbfgs} with
 * {@link LineSearch}, {@link Adam}; {@link WeightStart}, {@link EarlyStopping}, {@link
 * MapTraining}, {@link MapEstimate}.
 */
@NullMarked
package dev.coset.optimisation;

import org.jspecify.annotations.NullMarked;
