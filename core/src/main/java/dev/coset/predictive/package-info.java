/**
 * What the draws of a run say of new targets, and how well. Read: {@link Predictor}, {@link
 * PointScores}, {@link Scores}, {@link Scoring}, {@link LppdJackknife}, {@link PitCalibration},
 * {@link PartialDependence}, {@link PredictiveConvergence}; of points left out, {@link LeaveOneOut}
 * with {@link ParetoSmoothing}, and {@link Stacking}.
 */
@NullMarked
package dev.coset.predictive;

import org.jspecify.annotations.NullMarked;
