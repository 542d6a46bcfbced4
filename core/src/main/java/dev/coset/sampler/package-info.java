/**
 * Draws from {@code p(q)}. A {@link Sampler} is settings that know how to run a chain; what its
 * statistics say of all chains is a {@link Check}. There are two, and others may be added.
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
