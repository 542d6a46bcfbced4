/**
 * How much each chain of a run counts. Chains that count alike average over the modes of the
 * posterior by how often chains end in them: by the width of their basins for the sampler, which is
 * not the mass of the modes, nor what predicts best. Read: {@link RunWeights}, {@link ChainModes};
 * {@link ModeStacking} with {@link Refits}; {@link ModeEvidence}.
 */
@NullMarked
package dev.coset.weights;

import org.jspecify.annotations.NullMarked;
