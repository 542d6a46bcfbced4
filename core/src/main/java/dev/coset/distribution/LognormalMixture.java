package dev.coset.distribution;

import org.apache.commons.numbers.gamma.Erf;

/**
 * The density of {@code shift + scale exp(Z)} where Z is a mixture of normals: what a model of the
 * logarithm says of the number itself.
 */
public final class LognormalMixture implements NumberDistribution {
  /** In standard deviations of the narrowest component; see {@link Spread}. */
  private static final double STEP = 0.5;

  private static final double MARGIN = 8;
  private final GaussianMixture logs;
  private final double shift;
  private final double scale;

  private LognormalMixture(GaussianMixture logs, double shift, double scale) {
    this.logs = logs;
    this.shift = shift;
    this.scale = scale;
  }

  /** The density of {@code exp Z}. */
  public static LognormalMixture exp(GaussianMixture logs) {
    return new LognormalMixture(logs, 0, 1);
  }

  /** The density of the number's logarithm, where nothing was added to the number. */
  public GaussianMixture logarithm() {
    if (shift != 0) {
      throw new IllegalStateException("What is added to the number hides its logarithm.");
    }
    return logs.scaled(Math.log(scale), 1);
  }

  @Override
  public int size() {
    return logs.size();
  }

  @Override
  public double weight(int component) {
    return logs.weight(component);
  }

  /** {@code E[exp Z]} of one component. */
  private double meanOf(int g) {
    return Math.exp(logs.mean(g) + logs.sd(g) * logs.sd(g) / 2);
  }

  private double meanOfExp() {
    double mean = 0;
    for (int g = 0; g < size(); g++) {
      mean += weight(g) * meanOf(g);
    }
    return mean;
  }

  @Override
  public double mean() {
    return Math.fma(scale, meanOfExp(), shift);
  }

  @Override
  public double aleatoric() {
    double variance = 0;
    for (int g = 0; g < size(); g++) {
      double mean = meanOf(g);
      variance += weight(g) * mean * mean * Math.expm1(logs.sd(g) * logs.sd(g));
    }
    return scale * Math.sqrt(variance);
  }

  @Override
  public double epistemic() {
    double mean = meanOfExp();
    double variance = 0;
    for (int g = 0; g < size(); g++) {
      double distance = meanOf(g) - mean;
      variance += weight(g) * distance * distance;
    }
    return scale * Math.sqrt(variance);
  }

  /** {@code Z} where the number is y; minus infinity where it is out of reach. */
  private double log(double y) {
    double x = (y - shift) / scale;
    return x > 0 ? Math.log(x) : Double.NEGATIVE_INFINITY;
  }

  @Override
  public double logDensity(double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY ? z : logs.logDensity(z) - z - Math.log(scale);
  }

  @Override
  public double logDensityOf(int component, double y) {
    double z = log(y);
    return z == Double.NEGATIVE_INFINITY
        ? z
        : logs.logDensityOf(component, z) - z - Math.log(scale);
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
      quantiles[i] = Math.fma(scale, Math.exp(quantiles[i]), shift);
    }
    return quantiles;
  }

  @Override
  public double crps(double y) {
    return scale * (absoluteDeviation((y - shift) / scale) - spread());
  }

  /**
   * {@code E|exp(Z) - x|}; of one component {@code x (2 P(w) - 1) - E[exp Z] (2 P(w - s) - 1)} with
   * {@code w = (log x - m) / s} and the normal distribution function P.
   */
  private double absoluteDeviation(double x) {
    if (x <= 0) {
      return meanOfExp() - x;
    }
    double log = Math.log(x);
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      double w = (log - logs.mean(g)) / logs.sd(g);
      sum += weight(g) * (x * between(w) - meanOf(g) * between(w - logs.sd(g)));
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
      double s = logs.sd(g);
      low = Math.min(low, logs.mean(g) - MARGIN * s);
      high = Math.max(high, logs.mean(g) + s * s + MARGIN * s);
    }
    double step = STEP * logs.components().smallestSd;
    return (high - low) / step < size() / 2.0 ? byTrapezoids(low, high, step) : byPairs();
  }

  private double byTrapezoids(double low, double high, double step) {
    double sum = 0;
    for (int k = 0; low + k * step < high; k++) {
      double z = low + k * step;
      sum += logs.cdf(z) * logs.survival(z) * Math.exp(z);
    }
    return sum * step;
  }

  private double byPairs() {
    double sum = 0;
    for (int g = 0; g < size(); g++) {
      for (int h = 0; h <= g; h++) {
        double apart = Math.hypot(logs.sd(g), logs.sd(h));
        double mean = logs.mean(g) - logs.mean(h);
        double absolute =
            meanOf(g) * between((mean + logs.sd(g) * logs.sd(g)) / apart)
                + meanOf(h) * between((logs.sd(h) * logs.sd(h) - mean) / apart);
        sum += weight(g) * weight(h) * absolute * (g == h ? 0.5 : 1);
      }
    }
    return sum;
  }

  @Override
  public LognormalMixture scaled(double shift, double scale) {
    GaussianMixture.checkScale(scale);
    return new LognormalMixture(logs, Math.fma(scale, this.shift, shift), scale * this.scale);
  }

  @Override
  public Score score(double y) {
    return new Score(logDensity(y), mean() - y, crps(y), cdf(y));
  }

  @Override
  public String toString() {
    return "mixture of %d lognormals, mean %s, sd %s".formatted(size(), mean(), sd());
  }
}
