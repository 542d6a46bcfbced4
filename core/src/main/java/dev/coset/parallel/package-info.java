/** The one way to use several threads, but for chains, which have engines: {@link Parallel}. */
@NullMarked
package dev.coset.parallel;

import org.jspecify.annotations.NullMarked;
