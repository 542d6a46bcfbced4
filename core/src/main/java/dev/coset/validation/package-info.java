/**
 * Held-out folds of training rows, and their predictions by chains on the other folds. Read: {@link
 * HeldOutFolds}.
 */
@NullMarked
package dev.coset.validation;

import org.jspecify.annotations.NullMarked;
