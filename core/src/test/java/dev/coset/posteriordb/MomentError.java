package dev.coset.posteriordb;

import dev.coset.posteriordb.ReferencePosterior.Moments;
import dev.coset.statistics.EffectiveSampleSize;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The difference of a moment from the reference's in standard errors of both: ours by ESS, the
 * reference's by the number of its draws, which are independent. The variances that both need are
 * estimated from our draws.
 */
record MomentError(String moment, double ours, double reference, double z) {

  static List<MomentError> of(Sample sample, ReferencePosterior reference) {
    return IntStream.range(0, sample.values().length)
        .boxed()
        .flatMap(j -> of(sample.values()[j], reference.parameters().get(j), reference.draws()))
        .toList();
  }

  private static Stream<MomentError> of(double[][] x, Moments reference, int referenceDraws) {
    double mean = mean(x);
    double[][] squares = map(x, v -> v * v);
    double[][] deviations = map(x, v -> (v - mean) * (v - mean));
    double sd = Math.sqrt(mean(deviations));
    String name = reference.parameter();
    return Stream.of(
        of("mean of " + name, mean, reference.mean(), error(x, referenceDraws)),
        of(
            "mean square of " + name,
            mean(squares),
            reference.meanSquare(),
            error(squares, referenceDraws)),
        // by the delta method from that of the variance
        of("sd of " + name, sd, reference.sd(), error(deviations, referenceDraws) / (2 * sd)));
  }

  private static MomentError of(String moment, double ours, double reference, double error) {
    return new MomentError(moment, ours, reference, (ours - reference) / error);
  }

  /** The standard error of the difference of means, ours and the reference's. */
  private static double error(double[][] f, int referenceDraws) {
    double mean = mean(f);
    double variance = mean(map(f, v -> (v - mean) * (v - mean)));
    return Math.sqrt(variance * (1 / EffectiveSampleSize.mean(f) + 1.0 / referenceDraws));
  }

  private static double mean(double[][] x) {
    return Arrays.stream(x).flatMapToDouble(Arrays::stream).average().orElseThrow();
  }

  private static double[][] map(double[][] x, DoubleUnaryOperator f) {
    return Arrays.stream(x)
        .map(chain -> Arrays.stream(chain).map(f).toArray())
        .toArray(double[][]::new);
  }
}
