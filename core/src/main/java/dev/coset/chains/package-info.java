/**
 * Decides which chains run, on which engine, and with which random numbers. Read: {@link
 * ChainPlan}, {@link RandomStream}, {@link ChainStart}, {@link ChainOutcome}, {@link Engine},
 * {@link LocalEngine}.
 */
@NullMarked
package dev.coset.chains;

import org.jspecify.annotations.NullMarked;
