package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.coset.distribution.ClampRange;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.LocationScaleMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.distribution.StudentMixture;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps targets of the data to the scale of the likelihood, and predictions back. Numbers are
 * standardised, after their logarithm was taken where the scale says so; classes are left as they
 * are.
 *
 * <p>Scores are given in {@linkplain #comparable comparable} units, {@code (y - mean) / sd} of y
 * itself whatever the model's scale, so that two models' densities are of the same number.
 *
 * @param kind of the target; files hold it under the name {@code classes}
 * @param center what is subtracted, from y or its logarithm
 * @param spread what it is divided by
 * @param mean of y itself on the rows the scaling was fitted on
 * @param deviation of y itself
 * @param clamp to which y, or its logarithm where models see that, is clamped where moments of y
 *     are taken that heavy tails would decide: the range of training targets, extended by its own
 *     width on each side; null where the target has classes, or that range is not known
 */
public record TargetScaling(
    TargetScale scale,
    @JsonProperty("classes") TargetKind kind,
    double center,
    double spread,
    double mean,
    double deviation,
    @Nullable ClampRange clamp) {
  private static final TargetScaling UNSCALED =
      new TargetScaling(TargetScale.LINEAR, TargetKind.NUMBER, 0, 1, 0, 1, null);

  /** Deviations at which moments are clamped where the range is not known. */
  private static final double USUAL_REACH = 10;

  /** Of numbers that are standardised already. */
  public static TargetScaling unscaled() {
    return UNSCALED;
  }

  static TargetScaling classes(Column target, TargetScale scale) {
    if (scale != TargetScale.LINEAR) {
      throw InputException.of(
          "The target %s has classes, which have no logarithm: leave out %s.",
          Quoted.text(target.name()), Setting.TARGET_SCALE.to(scale));
    }
    return new TargetScaling(scale, TargetKind.of(target), 0, 1, 0, 1, null);
  }

  static TargetScaling numbers(
      TargetScale scale, double[] y, int[] rows, double @Nullable [] weights, String name) {
    Moments moments = Scaling.moments(name, y, rows, weights);
    requireVaries(moments, name);
    if (scale == TargetScale.LINEAR) {
      return new TargetScaling(
          scale,
          TargetKind.NUMBER,
          moments.mean(),
          moments.deviation(),
          moments.mean(),
          moments.deviation(),
          null);
    }
    double[] logs = new double[y.length];
    for (int row : rows) {
      if (!(y[row] > 0)) {
        throw InputException.of(
            "The target %s is %s in one training row, and only positive numbers have a logarithm:"
                + " leave out %s, or correct that row.",
            Quoted.text(name), y[row], Setting.TARGET_SCALE.to(scale));
      }
      logs[row] = StrictMath.log(y[row]);
    }
    Moments ofLogs = Moments.of(logs, rows, weights);
    requireVaries(ofLogs, name);
    return new TargetScaling(
        scale,
        TargetKind.NUMBER,
        ofLogs.mean(),
        ofLogs.deviation(),
        moments.mean(),
        moments.deviation(),
        null);
  }

  private static void requireVaries(Moments moments, String name) {
    if (moments.constant()) {
      throw new InputException(
          ("The target %s is constant on the training rows, so there is nothing to learn: "
                  + "choose another target or other rows.")
              .formatted(Quoted.text(name)));
    }
  }

  /** The same with moments clamped by the targets of training rows. */
  TargetScaling clampedBy(double[] y, int[] train) {
    if (kind instanceof TargetKind.Classes) {
      return this;
    }
    boolean log = scale == TargetScale.LOG;
    var values =
        Arrays.stream(train).mapToDouble(i -> log ? logarithm(y[i]) : y[i]).summaryStatistics();
    return clampedTo(
        log
            ? ClampRange.extendedLogs(values.getMin(), values.getMax())
            : ClampRange.extended(values.getMin(), values.getMax()));
  }

  TargetScaling clampedTo(@Nullable ClampRange range) {
    return new TargetScaling(scale, kind, center, spread, mean, deviation, range);
  }

  /** Whether moments of y are clamped without knowing the range of training targets. */
  public boolean clampIsGuessed() {
    return scale == TargetScale.LOG && clamp == null;
  }

  private ClampRange range() {
    return clamp == null
        ? new ClampRange(center - USUAL_REACH * spread, center + USUAL_REACH * spread)
        : clamp;
  }

  /**
   * A target as the likelihood sees it. One that is not positive has no logarithm: it counts as the
   * least positive number, which no model expects.
   */
  public double standard(double original) {
    return switch (kind) {
      case TargetKind.Number _ -> {
        double value = scale == TargetScale.LOG ? logarithm(original) : original;
        yield Scaling.withinReach(original, (value - center) / spread, "the target");
      }
      case TargetKind.Classes _ -> original;
    };
  }

  private static double logarithm(double y) {
    return StrictMath.log(Math.max(y, Double.MIN_NORMAL)); // has no density below 0
  }

  /** Back again. */
  public double original(double standard) {
    double value = Math.fma(standard, spread, center);
    return scale == TargetScale.LOG ? StrictMath.exp(value) : value;
  }

  /** A target as the likelihood sees it in the units of scores. */
  public double comparable(double standard) {
    return scale == TargetScale.LOG ? (original(standard) - mean) / deviation : standard;
  }

  /** What a log density of the likelihood gains in the units of scores, at a target. */
  public double logStretch(double standard) {
    return scale == TargetScale.LOG
        ? StrictMath.log(deviation / spread) - Math.fma(standard, spread, center)
        : 0;
  }

  /** What the likelihood says of a target, in the units of scores. */
  public PredictiveDistribution comparable(PredictiveDistribution standard) {
    return scale == TargetScale.LOG || standard instanceof StudentMixture
        ? number(standard).scaled(-mean / deviation, 1 / deviation)
        : standard;
  }

  private NumberDistribution clamped(LocationScaleMixture linear) {
    return linear instanceof StudentMixture heavy ? heavy.clampedTo(range()) : linear;
  }

  /** What the likelihood says of a target, in the units of the data. */
  public PredictiveDistribution original(PredictiveDistribution standard) {
    return switch (kind) {
      case TargetKind.Number _ -> number(standard);
      case TargetKind.Classes _ -> standard;
    };
  }

  private NumberDistribution number(PredictiveDistribution standard) {
    return switch (standard) {
      case LocationScaleMixture mixture -> {
        LocationScaleMixture moved = mixture.scaled(center, spread);
        yield scale == TargetScale.LOG ? LogMixture.exp(moved, range()) : clamped(moved);
      }
      case LogMixture mixture ->
          throw new IllegalArgumentException("A likelihood's own units are not logarithmic.");
      case ClassProbabilities classProbabilities ->
          throw new IllegalArgumentException("Classes have no units.");
    };
  }
}
