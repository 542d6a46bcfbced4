package dev.coset.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * One quantity over chains, {@code (chain, draw)}, and the rearrangements that R-hat and ESS start
 * from.
 */
public final class ChainArray {

  /** Each half of a chain needs a variance. */
  static final int FEWEST_DRAWS = 4;

  private ChainArray() {}

  /**
   * Whether every value is a number and there are enough chains and draws; refuses chains of
   * different length.
   */
  static boolean suffices(double[][] chains, int fewestChains, int fewestDraws) {
    for (double[] chain : chains) {
      if (chain.length != chains[0].length) {
        throw new IllegalArgumentException(
            "Chains have %d and %d draws, but must have equally many; leave out unfinished chains."
                .formatted(chains[0].length, chain.length));
      }
    }
    return chains.length >= fewestChains
        && chains[0].length >= fewestDraws
        && Arrays.stream(chains).flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
  }

  /**
   * All first halves, then all second halves; of an odd number of draws the middle one falls out.
   */
  public static double[][] halves(double[][] chains) {
    int draws = chains[0].length;
    return Stream.concat(
            Arrays.stream(chains).map(chain -> Arrays.copyOf(chain, draws / 2)),
            Arrays.stream(chains).map(chain -> Arrays.copyOfRange(chain, draws - draws / 2, draws)))
        .toArray(double[][]::new);
  }

  public static double[] pooled(double[][] chains) {
    return Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
  }

  public static double[][] map(double[][] chains, DoubleUnaryOperator function) {
    return Arrays.stream(chains)
        .map(chain -> Arrays.stream(chain).map(function).toArray())
        .toArray(double[][]::new);
  }

  /**
   * Summed as differences from the first value, so that equal values have exactly themselves as
   * mean.
   */
  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  /** The unbiased variance; NaN for a single value. */
  public static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / (values.length - 1);
  }
}
