/**
 * What is cheaper than sampling: a maximum of the posterior, several of them as an ensemble, and
 * normal approximations around them. Read: {@link Objective}, {@link Optimiser}, {@link
 * MapTraining}.
 */
@NullMarked
package dev.coset.approximation;

import org.jspecify.annotations.NullMarked;
