package dev.coset.predictive;

import java.util.OptionalDouble;

/**
 * Scores that only two classes have. The second class counts as positive.
 *
 * @param auroc the probability that of a point of each class the positive one has the larger
 *     probability of being positive; empty where a class has no point
 * @param prAuc the area under the curve of precision over recall, as average precision; empty where
 *     no point is positive
 * @param f1 the harmonic mean of precision and recall of the most probable class; empty where no
 *     point is positive and none is taken for positive
 */
public record TwoClassScores(OptionalDouble auroc, OptionalDouble prAuc, OptionalDouble f1) {}
