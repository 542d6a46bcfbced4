/**
 * The one way to use several threads, but for chains, which have engines: {@link Parallel}. Work
 * that is asked to stop ends with {@link StoppedException}.
 */
@NullMarked
package dev.coset.parallel;

import org.jspecify.annotations.NullMarked;
