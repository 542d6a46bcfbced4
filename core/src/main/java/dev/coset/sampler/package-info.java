/**
 * Draws from {@code p(q)}. A {@link Sampler} holds the settings of a chain and runs it; a {@link
 * Check} evaluates its statistics over all chains. There are three samplers, and others can be
 * added.
 *
 * <p>The No-U-Turn sampler, as NumPyro does it: Hamiltonian motion keeps {@code H(z) = -log p(q) +
 * r'M^-1 r / 2} over {@code z = (q, r)}; a path stops doubling when its ends approach each other.
 * Read: {@link Hamiltonian}, {@link Trajectory}, {@link Warmup}, {@link Nuts}.
 *
 * <p>Microcanonical Langevin Monte Carlo, for many gradients: motion at constant speed, whose
 * direction follows the gradient and slowly forgets. Read: {@link Microcanonical}, {@link
 * MclmcWarmup}, {@link Mclmc}.
 *
 * <p>Kinetic Langevin dynamics by the UBU splitting, for many rows: each step takes the gradient of
 * one batch of rows, whose noise control variates reduce. Read: {@link FreeMotion}, {@link
 * KineticLangevin}, {@link ControlVariates}, {@link SymmetricSweeps}, {@link BatchPasses}, {@link
 * Thermostat}, {@link Ubu}.
 */
@NullMarked
package dev.coset.sampler;

import org.jspecify.annotations.NullMarked;
