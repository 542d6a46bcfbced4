/**
 * Messages for users. A message that says what to do names settings of a fit. Each front end words
 * them in its own way: as an option, a parameter or a method. Read: {@link Message}, {@link
 * Remedy}, {@link Dialect}.
 */
@NullMarked
package dev.coset.message;

import org.jspecify.annotations.NullMarked;
