/**
 * Predicts new targets from the draws of a run, and scores the predictions. Read: {@link
 * Predictor}, {@link PointScores}, {@link Scores}, {@link Scoring}, {@link LppdJackknife}, {@link
 * PitCalibration}, {@link PartialDependence}, {@link PredictiveConvergence}; of held-out points,
 * {@link LeaveOneOut} with {@link ParetoSmoothing}, and {@link Stacking}.
 */
@NullMarked
package dev.coset.predictive;

import org.jspecify.annotations.NullMarked;
