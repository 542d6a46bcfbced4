/**
 * Measures which columns matter: the share of the variance of each draw's function that each column
 * explains. Columns are treated as independent, with the values of the training rows. Read: {@link
 * Sensitivity}, {@link Design}, {@link SobolIndices}, {@link CorrelatedColumns}.
 */
@NullMarked
package dev.coset.sensitivity;

import org.jspecify.annotations.NullMarked;
