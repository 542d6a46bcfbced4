/**
 * Held-out folds of training rows, and what chains that are given the other folds say of them.
 * Read: {@link HeldOutFolds}.
 */
@NullMarked
package dev.coset.validation;

import org.jspecify.annotations.NullMarked;
