/**
 * The posterior {@code p(theta, sigma | D)}: {@code y_i ~ Normal(f_theta(x_i), sigma)}, {@code
 * theta_j ~ Normal(0, s)}, {@code sigma ~ HalfNormal(1)}, sampled as {@code q = (theta, log sigma)}
 * with the Jacobian of the logarithm. Read: {@link LogDensity}, {@link Prior}, {@link Likelihood},
 * {@link Posterior}, {@link Draws}.
 */
@NullMarked
package dev.coset.posterior;

import org.jspecify.annotations.NullMarked;
