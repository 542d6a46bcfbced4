/**
 * The command line: parses arguments, calls the library, prints; no mathematics. Read: {@link
 * Main}, {@link FitCommand}, {@link Sampling}.
 */
@NullMarked
package dev.coset.cli;

import org.jspecify.annotations.NullMarked;
