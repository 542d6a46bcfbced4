package dev.coset.sampler;

import dev.coset.sampler.Mclmc.Mass;
import dev.coset.statistics.EffectiveSampleSize;
import dev.coset.vectormath.Elementary;

/**
 * Adaptation of MCLMC's step size, mass matrix and decoherence length, a fold over the warm-up's
 * steps. The step size aims at an energy error, whose variance grows with its sixth power; the
 * tolerated one falls from a large value, which finds the typical set fast, to the wanted one. The
 * mass matrix, where it is not to stay the identity, is set from the variances seen in each of a
 * series of growing windows, after which the step size starts anew. The length is first that of the
 * root of the dimension, then of the width of what was seen, and at last of how slowly the slowest
 * parameters forget.
 */
final class MclmcWarmup {
  private static final int UNSEEN = 10; // the part of the first steps that says nothing of masses

  private final int steps;
  private final int unseen;
  private final int firstEnd;
  private final int widthEnd;
  private final int dimension;
  private final double wanted;
  private final RunningVariance variance;
  private final double[][] path; // (parameter, time)
  private final int every;
  private int windowEnd; // of masses; 0 for none
  private double stepSize = Tuning.START_STEP;
  private double most = Double.POSITIVE_INFINITY;
  private double decoherence;
  private double errors;
  private double weights;
  private int step;
  private int times;

  MclmcWarmup(int steps, int dimension, double wanted, Mass mass) {
    this.steps = steps;
    this.firstEnd = (int) (Tuning.FIRST_SHARE * steps);
    this.unseen = mass == Mass.DIAGONAL ? firstEnd / UNSEEN : firstEnd;
    this.windowEnd = mass == Mass.DIAGONAL ? 2 * unseen : 0;
    this.widthEnd = (int) ((Tuning.FIRST_SHARE + Tuning.WIDTH_SHARE) * steps);
    this.dimension = dimension;
    this.wanted = wanted;
    this.variance = new RunningVariance(dimension);
    this.decoherence = Math.max(Math.sqrt(dimension), Tuning.LEAST_DECOHERENCE);
    this.every = Math.max(1, (steps - widthEnd + Tuning.MOST_TIMES - 1) / Tuning.MOST_TIMES);
    this.path = new double[Math.min(dimension, Tuning.MOST_PARAMETERS)][(steps - widthEnd) / every];
  }

  double stepSize() {
    return stepSize;
  }

  double decoherence() {
    return decoherence;
  }

  /** Learns from one step: its energy error, NaN where it was taken back, and where it led. */
  void learn(double energyError, Microcanonical motion) {
    step++;
    if (step <= widthEnd) {
      adaptStep(energyError);
      if (step > unseen) {
        variance.add(motion.q());
      }
      if (step == windowEnd) {
        adaptMass(motion);
      } else if (step == widthEnd) {
        decoherence = variance.width(motion.inverseMass());
      }
    } else {
      record(motion.q());
      if (step == steps) {
        decoherence = slowness();
      }
    }
  }

  /**
   * Masses from the variances of a window, shrunk towards what is typical of all; none where
   * nothing moved yet.
   */
  private void adaptMass(Microcanonical motion) {
    windowEnd = 4 * windowEnd > firstEnd ? firstEnd : 2 * windowEnd; // the last has what is left
    double typical = variance.typical();
    if (typical > 0) {
      double[] inverseMass = motion.inverseMass();
      double before = sum(inverseMass);
      variance.shrunkInto(inverseMass, typical);
      motion.changeUnits();
      double sameLength = Math.sqrt(before / sum(inverseMass));
      stepSize *= sameLength;
      most *= sameLength;
      errors = 0;
      weights = 0;
      decoherence = Math.sqrt(dimension);
    }
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private void adaptStep(double energyError) {
    if (Double.isNaN(energyError)) {
      most = Tuning.STEP_SHRINK * stepSize;
      stepSize = most;
      return;
    }
    most *= Tuning.STEP_GROW;
    double xi = energyError * energyError / (dimension * tolerated()) + Tuning.ERROR_FLOOR;
    double far = Elementary.log(xi) / Tuning.ERROR_TRUST;
    double weight = Elementary.exp(-far * far / 2);
    double size3 = stepSize * stepSize * stepSize;
    double memory =
        step > firstEnd ? 1 : Tuning.ERROR_MEMORY; // everything seen of the wanted variance counts
    errors = memory * errors + weight * xi / (size3 * size3);
    weights = memory * weights + weight;
    stepSize = Math.min(Elementary.exp(-Elementary.log(errors / weights) / 6), most);
  }

  /** The energy variance per dimension: it falls by equal factors to the wanted one. */
  private double tolerated() {
    if (step >= firstEnd || wanted >= Tuning.START_VARIANCE) {
      return wanted;
    }
    double share = (double) step / firstEnd;
    return Tuning.START_VARIANCE
        * Elementary.exp(share * Elementary.log(wanted / Tuning.START_VARIANCE));
  }

  private void record(double[] q) {
    if ((step - widthEnd) % every == 0 && times < path[0].length) {
      for (int k = 0; k < path.length; k++) {
        path[k][times] = q[(int) ((long) k * dimension / path.length)];
      }
      times++;
    }
  }

  /** The length by the mean autocorrelation time; what it was where the path is too short. */
  private double slowness() {
    double sum = 0;
    for (double[] values : path) {
      sum += values.length / EffectiveSampleSize.mean(new double[][] {values});
    }
    double length = Tuning.LENGTH_PER_TIME * stepSize * every * sum / path.length;
    return Double.isFinite(length) && length > 0 ? length : decoherence;
  }
}
