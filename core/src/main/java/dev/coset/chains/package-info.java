/**
 * Which chains run, where, and with which randomness. Read: {@link ChainPlan}, {@link
 * RandomStream}, {@link ChainStart}, {@link ChainOutcome}, {@link Engine}, {@link LocalEngine}.
 */
@NullMarked
package dev.coset.chains;

import org.jspecify.annotations.NullMarked;
