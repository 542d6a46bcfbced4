package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erf;
import org.jspecify.annotations.Nullable;

/**
 * The density of {@code shift + scale exp(Z)} where Z is a mixture: what a model of the logarithm
 * says of the number itself.
 *
 * <p>Moments and the CRPS are those with Z clamped to a range, component by component: far from the
 * data one component's tail would decide them alone. Moments of a component with heavy tails are
 * those with it clamped to the middle of the range, or as far as the component's own middle
 * reaches. Density, distribution function and quantiles are not clamped.
 */
public final class LogMixture implements NumberDistribution {
  /** In standard deviations of the narrowest component; see {@link Spread}. */
  private static final double STEP = 0.5;

  private static final double MARGIN = 8;

  /** {@code exp} is no straight line over more, however wide the components are. */
  private static final double WIDEST_STEP = 0.25;

  /** Intervals of an integral at most, whatever the step: a bound on time. */
  private static final int MOST_INTERVALS = 4096;

  private final LocationScaleMixture logs;
  private final ClampRange range;
  private volatile LognormalMoments @Nullable [] moments; // (component), of exp Z
  private final double shift;
  private final double scale;

  private LogMixture(
      LocationScaleMixture logs,
      ClampRange range,
      LognormalMoments @Nullable [] moments,
      double shift,
      double scale) {
    this.logs = logs;
    this.range = range;
    this.moments = moments;
    this.shift = shift;
    this.scale = scale;
  }

  /** The density of {@code exp Z}, with moments that are not clamped. */
  public static LogMixture exp(LocationScaleMixture logs) {
    return exp(logs, ClampRange.UNBOUNDED);
  }

  /**
   * The density of {@code exp Z}.
   *
   * @param range to which Z is clamped where moments are taken
   */
  public static LogMixture exp(LocationScaleMixture logs, ClampRange range) {
    return new LogMixture(logs, range, null, 0, 1);
  }

  private LognormalMoments[] moments() {
    LognormalMoments[] known = moments;
    if (known == null) {
      known = new LognormalMoments[logs.size()];
      Arrays.setAll(known, this::momentsOf);
      moments = known;
    }
    return known;
  }

  private LognormalMoments momentsOf(int g) {
    return logs.shape(g) == Shape.NORMAL
        ? LognormalMoments.of(logs.location(g), logs.scale(g), range)
        : HeavyMoments.of(
            logs.location(g),
            logs.scale(g),
            logs.shape(g),
            range.about(logs.location(g), logs.scale(g)));
  }

  /** The density of the number's logarithm, where nothing was added to the number. */
  public LocationScaleMixture logarithm() {
    if (shift != 0) {
      throw new IllegalStateException("What is added to the number hides its logarithm.");
    }
    return logs.scaled(Elementary.log(scale), 1);
  }

  @Override
  public int size() {
    return logs.size();
  }

  @Override
  public double weight(int component) {
    return logs.weight(component);
  }

  private double meanOfExp() {
    LognormalMoments[] of = moments();
    double mean = 0;
    for (int g = 0; g < size(); g++) {
      mean += weight(g) * of[g].mean();
    }
    return mean;
  }

  @Override
  public double mean() {
    return Finite.nearest(Math.fma(scale, meanOfExp(), shift));
  }

  @Override
  public double aleatoric() {
    LognormalMoments[] of = moments();
    return Finite.nearest(scale * logs.components.rootMeanSquare(g -> of[g].sd()));
  }

  @Override
  public double epistemic() {
    LognormalMoments[] of = moments();
    double mean = meanOfExp();
    return Finite.nearest(scale * logs.components.rootMeanSquare(g -> of[g].mean() - mean));
  }

  /** {@code Z} where the number is y; minus infinity where it is out of reach. */
  private double log(double y) {
    double x = (y - shift) / scale;
    return x > 0 ? Elementary.log(x) : Double.NEGATIVE_INFINITY;
  }

  @Override
  public double logDensity(double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY ? z : logs.logDensity(z) - z - Elementary.log(scale);
  }

  @Override
  public double logDensityOf(int component, double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY
        ? z
        : logs.logDensityOf(component, z) - z - Elementary.log(scale);
  }

  @Override
  public double cdf(double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY ? 0 : logs.cdf(z);
  }

  @Override
  public double survival(double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY ? 1 : logs.survival(z);
  }

  @Override
  public double[] quantiles(double... probabilities) {
    double[] quantiles = logs.quantiles(probabilities);
    for (int i = 0; i < quantiles.length; i++) {
      quantiles[i] = Finite.nearest(Math.fma(scale, Elementary.exp(quantiles[i]), shift));
    }
    return quantiles;
  }

  @Override
  public double crps(double y) {
    double x = (y - shift) / scale;
    return Finite.nearest(
        scale
            * switch (logs) {
              case GaussianMixture normals when boundsMatter() -> clampedCrps(x);
              case GaussianMixture normals -> absoluteDeviation(x) - spread();
              case StudentMixture heavy -> heavyCrps(x, heavy);
            });
  }

  /** As {@link #clampedCrps}. */
  private double heavyCrps(double x, StudentMixture heavy) {
    ClampRange numbers = HeavyMoments.ofNumbers(range);
    double at = x > 0 ? numbers.clamped(Elementary.log(x)) : numbers.low();
    return Math.abs(x - Elementary.exp(at)) + new SquaredTails(heavy).crpsOfExp(at, numbers);
  }

  private boolean boundsMatter() {
    return IntStream.range(0, size())
        .anyMatch(g -> !LognormalMoments.outOfReach(logs.location(g), logs.scale(g), range));
  }

  /**
   * The integral of {@code (F - 1{x <= exp z})^2 exp z} between the bounds, and how far x lies
   * outside of them.
   */
  private double clampedCrps(double x) {
    double low = range.high();
    double high = range.low();
    for (int g = 0; g < size(); g++) {
      low = Math.min(low, logs.location(g) - MARGIN * logs.scale(g));
      high = Math.max(high, logs.location(g) + MARGIN * logs.scale(g));
    }
    low = range.clamped(low);
    high = range.clamped(high);
    double at = x > 0 ? Math.clamp(Elementary.log(x), low, high) : low;
    DoubleUnaryOperator cdf = logs.quickCdf();
    return Math.abs(x - Elementary.exp(at))
        + simpson(low, at, z -> squared(cdf.applyAsDouble(z)) * Elementary.exp(z))
        + simpson(at, high, z -> squared(1 - cdf.applyAsDouble(z)) * Elementary.exp(z));
  }

  private static double squared(double p) {
    return p * p;
  }

  private double simpson(double from, double to, DoubleUnaryOperator of) {
    double step = STEP / 2 * Math.min(logs.smallestScale(), WIDEST_STEP);
    int intervals = 2 * (int) Math.clamp(Math.ceil((to - from) / step / 2), 1, MOST_INTERVALS / 2);
    double sum = of.applyAsDouble(from) + of.applyAsDouble(to);
    for (int k = 1; k < intervals; k++) {
      double z = from + (to - from) * k / intervals;
      sum += (k % 2 == 1 ? 4 : 2) * of.applyAsDouble(z);
    }
    return sum * (to - from) / intervals / 3;
  }

  /**
   * {@code E|exp(Z) - x|}; of one component {@code x (2 P(w) - 1) - E[exp Z] (2 P(w - s) - 1)} with
   * {@code w = (log x - m) / s} and the normal distribution function P.
   */
  private double absoluteDeviation(double x) {
    if (x <= 0) {
      return meanOfExp() - x;
    }
    LognormalMoments[] of = moments();
    double log = Elementary.log(x);
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      double w = (log - logs.location(g)) / logs.scale(g);
      sum += weight(g) * (x * between(w) - of[g].mean() * between(w - logs.scale(g)));
    }
    return sum;
  }

  /** {@code 2 P(z) - 1}. */
  private static double between(double z) {
    return Erf.value(z / Math.sqrt(2));
  }

  /**
   * {@code E|X - X'| / 2} as the integral of {@code F (1 - F)} over x, which in z is that of {@code
   * F (1 - F) exp z}; or over all pairs of components where these are fewer.
   */
  private double spread() {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < size(); g++) {
      double s = logs.scale(g);
      low = Math.min(low, logs.location(g) - MARGIN * s);
      high = Math.max(high, logs.location(g) + s * s + MARGIN * s);
    }
    double step = STEP * logs.smallestScale();
    return (high - low) / step < size() / 2.0 ? byTrapezoids(low, high, step) : byPairs();
  }

  private double byTrapezoids(double low, double high, double step) {
    double sum = 0;
    for (int k = 0; low + k * step < high; k++) {
      double z = low + k * step;
      sum += logs.cdf(z) * logs.survival(z) * Elementary.exp(z);
    }
    return sum * step;
  }

  private double byPairs() {
    LognormalMoments[] of = moments();
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      for (int h = 0; h <= g; h++) {
        double apart = StrictMath.hypot(logs.scale(g), logs.scale(h));
        double mean = logs.location(g) - logs.location(h);
        double absolute =
            of[g].mean() * between((mean + logs.scale(g) * logs.scale(g)) / apart)
                + of[h].mean() * between((logs.scale(h) * logs.scale(h) - mean) / apart);
        sum += weight(g) * weight(h) * absolute * (g == h ? 0.5 : 1);
      }
    }
    return sum;
  }

  @Override
  public LogMixture scaled(double shift, double scale) {
    LocationScaleMixture.checkScale(scale);
    return new LogMixture(
        logs, range, moments, Math.fma(scale, this.shift, shift), scale * this.scale);
  }

  @Override
  public Score score(double y) {
    return new Score(logDensity(y), mean() - y, crps(y), cdf(y));
  }

  @Override
  public String toString() {
    return "exponential of a mixture of %d, mean %s, sd %s".formatted(size(), mean(), sd());
  }
}
