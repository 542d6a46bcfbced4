/**
 * Simple models of the same rows, so that a reader sees what a network gains: the mean (for
 * classes, their shares), a linear model, and the nearest training rows. All are scored as a run
 * is. Read: {@link Baselines}, {@link Model}; then {@link Constant}, {@link Ridge}, {@link
 * Discriminant}, {@link NearestRows}.
 */
@NullMarked
package dev.coset.baselines;

import org.jspecify.annotations.NullMarked;
