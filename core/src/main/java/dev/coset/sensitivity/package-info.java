/**
 * Which columns matter: how much of the variance of each draw's function comes of each column, the
 * columns taken as independent with the values that training rows have. Read: {@link Sensitivity},
 * {@link Design}, {@link SobolIndices}, {@link CorrelatedColumns}.
 */
@NullMarked
package dev.coset.sensitivity;

import org.jspecify.annotations.NullMarked;
