/**
 * Draws from {@code p(q)}. A {@link Sampler} holds the settings of a chain and runs it; a {@link
 * Check} evaluates its statistics over all chains. There are two samplers, and others can be added.
 *
 * <p>The No-U-Turn sampler, as NumPyro does it: Hamiltonian motion keeps {@code H(z) = -log p(q) +
 * r'M^-1 r / 2} over {@code z = (q, r)}; a path stops doubling when its ends approach each other.
 * Read: {@link Hamiltonian}, {@link Trajectory}, {@link Warmup}, {@link Nuts}.
 *
 * <p>Microcanonical Langevin Monte Carlo, for many gradients: motion at constant speed, whose
 * direction follows the gradient and slowly forgets. Read: {@link Microcanonical}, {@link
 * MclmcWarmup}, {@link Mclmc}.
 */
@NullMarked
package dev.coset.sampler;

import org.jspecify.annotations.NullMarked;
