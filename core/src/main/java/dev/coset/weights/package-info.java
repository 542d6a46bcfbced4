/**
 * The weights of a run's chains. Equally weighted chains average over the modes of the posterior by
 * how often chains end in them. That is the width of their basins for the sampler, not the mass of
 * the modes, and not what predicts best. Read: {@link RunWeights}, {@link ChainModes}; {@link
 * ModeStacking} with {@link Refits}; {@link ModeEvidence}.
 */
@NullMarked
package dev.coset.weights;

import org.jspecify.annotations.NullMarked;
