package dev.coset.sampler;

/**
 * The constants of starts, warm-up and motion. Engines whose kernels are written in another
 * language take them from here.
 */
public final class Tuning {
  /** How often a uniform start is drawn until its density and gradient are finite. */
  public static final int START_TRIES = 100;

  /** A uniform start lies between minus and plus this in every entry. */
  public static final double START_RADIUS = 2;

  /** A transition of NUTS diverges where its energy error exceeds this. */
  public static final double DIVERGENCE = 1000;

  /** Dual averaging's {@code t0}. */
  public static final double AVERAGING_T0 = 10;

  /** Dual averaging's {@code kappa}. */
  public static final double AVERAGING_KAPPA = 0.75;

  /** Dual averaging's {@code gamma}. */
  public static final double AVERAGING_GAMMA = 0.05;

  /** Dual averaging shrinks the step size towards so many times its start. */
  public static final double AVERAGING_REACH = 10;

  /** So many draws of a variance count for the value that it is shrunk towards. */
  public static final double VARIANCE_WEIGHT = 5;

  /** What a variance is shrunk towards. */
  public static final double VARIANCE_TOWARDS = 1e-3;

  /** The part {@code lambda} of the minimal-norm splitting of MCLMC. */
  public static final double SPLITTING = 0.1931833275037836;

  /** A step of MCLMC that errs by more is taken back, or by the next, whichever is greater. */
  public static final double LEAST_MOST_ERROR = 1000;

  /** The same, times the root of the dimension. */
  public static final double MOST_ERROR = 100;

  /** A chain of MCLMC has left its start where its density is lower by this, per dimension. */
  public static final double FAR = 10;

  /** The share of MCLMC's warm-up that finds the typical set. */
  public static final double FIRST_SHARE = 0.8;

  /** The share that sees how wide it is; the rest sees how slow chains are. */
  public static final double WIDTH_SHARE = 0.1;

  /** The energy variance per dimension that is tolerated at first. */
  public static final double START_VARIANCE = 0.5;

  /** The first step size of MCLMC. */
  public static final double START_STEP = 1e-3;

  /** What is kept of earlier energy errors at each of the first steps. */
  public static final double ERROR_MEMORY = 99.0 / 101;

  /** How far off an energy error may be and still count, in units of its logarithm. */
  public static final double ERROR_TRUST = 9;

  /** Added to each energy error, so that it has a logarithm. */
  public static final double ERROR_FLOOR = 1e-8;

  /** A step that was taken back shrinks the step size by this. */
  public static final double STEP_SHRINK = 0.8;

  /** Every other step raises the bound of the step size by this. */
  public static final double STEP_GROW = 1.005;

  /** The least decoherence length before anything is known. */
  public static final double LEAST_DECOHERENCE = 15;

  /** The decoherence length for each autocorrelation time. */
  public static final double LENGTH_PER_TIME = 0.4;

  /** The most parameters whose autocorrelation is estimated. */
  public static final int MOST_PARAMETERS = 100;

  /** The most times at which they are kept. */
  public static final int MOST_TIMES = 1000;

  private Tuning() {}
}
