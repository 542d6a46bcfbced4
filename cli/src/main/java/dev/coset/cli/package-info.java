/**
 * The command line: parses arguments, calls the library and prints. It contains no mathematics.
 * Read: {@link Main}, {@link FitCommand}, {@link RunSummary}.
 */
@NullMarked
package dev.coset.cli;

import org.jspecify.annotations.NullMarked;
