package dev.coset.diagnostics;

import dev.coset.statistics.ChainArray;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares the log densities of chains: the one thing that symmetry leaves alone, that exists for
 * chains of one draw, and that shows a chain which got stuck on its way.
 *
 * <p>In a Gaussian mode of d dimensions the log density lies {@code chi-square(d) / 2} below its
 * peak. A chain stands apart if it lies farther from the median chain than such a mode explains
 * over all chains, with 1% for a false alarm, and farther than 5 standard deviations, estimated
 * from the median absolute deviation, which some odd chains do not sway. Chains are scattered if
 * that deviation is far beyond the {@code sqrt(d / 2)} of one mode.
 *
 * @param level the mean log density of each chain, by its number
 * @param median over chains of their levels
 * @param deviation standard deviation over chains, from the median absolute deviation
 * @param expectedDeviation of draws from one Gaussian mode
 * @param lowest the least level that does not stand apart
 * @param highest the greatest level that does not
 * @param low chains below, lowest first
 * @param high chains above, highest first
 * @param rise mean over chains of what the later half of their draws gained on the first half
 * @param riseProbability of so large a rise, or fall, in chains at rest, by a t-test over chains
 */
public record LogDensityLevels(
    Map<Integer, Double> level,
    double median,
    double deviation,
    double expectedDeviation,
    double lowest,
    double highest,
    List<Integer> low,
    List<Integer> high,
    OptionalDouble rise,
    OptionalDouble riseProbability) {

  private static final double FALSE_ALARM = 0.01;
  private static final double DEVIATIONS = 5;

  /** The standard deviation of a normal distribution in units of its median absolute deviation. */
  private static final double NORMAL_PER_MAD = 1.482602218505602;

  /** With fewer there is no telling which of them are the odd ones. */
  private static final int FEWEST_CHAINS = 5;

  /** Of five normal chains the estimate exceeds it once in 300 times, of eight once in 4000. */
  private static final double SCATTERED = 2.5;

  /** The mean level of some chains. */
  double of(List<Integer> chains) {
    return chains.stream()
        .mapToDouble(chain -> level.getOrDefault(chain, Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  /** Whether there are enough chains to say which stand apart. */
  public boolean judged() {
    return Double.isFinite(lowest);
  }

  /** Whether chains lie at levels that one mode does not explain. */
  public boolean scattered() {
    return judged() && deviation > SCATTERED * expectedDeviation;
  }

  static LogDensityLevels of(ChainedDraws chained) {
    double[][] values = chained.byChain(g -> chained.draws().logDensity()[g]);
    double[] level = Arrays.stream(values).mapToDouble(ChainArray::mean).toArray();
    double median = median(level);
    double deviation =
        NORMAL_PER_MAD * median(Arrays.stream(level).map(v -> Math.abs(v - median)).toArray());
    boolean enough = level.length >= FEWEST_CHAINS;
    double perChain = FALSE_ALARM / 2 / Math.max(1, level.length);
    var mode = ChiSquaredDistribution.of(chained.draws().dimension());
    double middle = mode.inverseCumulativeProbability(0.5);
    double drop = (mode.inverseSurvivalProbability(perChain) - middle) / 2;
    double gain = (middle - mode.inverseCumulativeProbability(perChain)) / 2;
    double lowest =
        enough ? median - Math.max(drop, DEVIATIONS * deviation) : Double.NEGATIVE_INFINITY;
    double highest =
        enough ? median + Math.max(gain, DEVIATIONS * deviation) : Double.POSITIVE_INFINITY;
    double[] rises = chained.perChain() < 2 ? new double[0] : rises(values);
    Map<Integer, Double> levels = new TreeMap<>();
    for (int c = 0; c < level.length; c++) {
      levels.put(chained.chains()[c], level[c]);
    }
    return new LogDensityLevels(
        levels,
        median,
        deviation,
        Math.sqrt(chained.draws().dimension() / 2.0),
        lowest,
        highest,
        apart(chained, level, c -> level[c] < lowest, 1),
        apart(chained, level, c -> level[c] > highest, -1),
        rises.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(ChainArray.mean(rises)),
        riseProbability(rises));
  }

  private static List<Integer> apart(
      ChainedDraws chained, double[] level, IntPredicate isApart, int sign) {
    return IntStream.range(0, level.length)
        .filter(isApart)
        .boxed()
        .sorted((a, b) -> sign * Double.compare(level[a], level[b]))
        .map(c -> chained.chains()[c])
        .toList();
  }

  private static double[] rises(double[][] values) {
    double[][] halves = ChainArray.halves(values);
    return IntStream.range(0, values.length)
        .mapToDouble(c -> ChainArray.mean(halves[values.length + c]) - ChainArray.mean(halves[c]))
        .toArray();
  }

  private static OptionalDouble riseProbability(double[] rises) {
    if (rises.length < FEWEST_CHAINS) {
      return OptionalDouble.empty();
    }
    double error = Math.sqrt(ChainArray.variance(rises) / rises.length);
    if (!(error > 0)) {
      return OptionalDouble.empty();
    }
    double t = Math.abs(ChainArray.mean(rises)) / error;
    return OptionalDouble.of(2 * TDistribution.of(rises.length - 1).survivalProbability(t));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
