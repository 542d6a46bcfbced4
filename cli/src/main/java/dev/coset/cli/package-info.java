/** The command line: parses arguments, calls the library, prints. Read: {@link Main}. */
@NullMarked
package dev.coset.cli;

import org.jspecify.annotations.NullMarked;
