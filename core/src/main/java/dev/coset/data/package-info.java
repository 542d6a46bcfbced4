/**
 * From a CSV file or arrays to standardised numbers. Read: {@link Dataset}, {@link Encoding},
 * {@link Split}, {@link Scaling}, {@link Points}.
 */
@NullMarked
package dev.coset.data;

import org.jspecify.annotations.NullMarked;
