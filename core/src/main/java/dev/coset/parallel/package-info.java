/**
 * Runs work in several threads with {@link Parallel}; chains have engines instead. Work that is
 * asked to stop ends with {@link StoppedException}.
 */
@NullMarked
package dev.coset.parallel;

import org.jspecify.annotations.NullMarked;
