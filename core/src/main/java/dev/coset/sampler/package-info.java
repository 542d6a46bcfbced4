/**
 * Draws from {@code p(q)} with the No-U-Turn sampler, as NumPyro does it. Hamiltonian motion keeps
 * {@code H(z) = -log p(q) + r'M^-1 r / 2} over {@code z = (q, r)}; a path stops doubling when its
 * ends approach each other. Read: {@link Hamiltonian}, {@link Trajectory}, {@link Warmup}, {@link
 * Nuts}.
 */
@NullMarked
package dev.coset.sampler;

import org.jspecify.annotations.NullMarked;
