package dev.coset.predictive;

import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The posterior predictive at a number of inputs. Chains, ensembles and Laplace approximations all
 * yield one, so that all are scored alike. Holds components x points numbers: give large data in
 * chunks of some thousand points. Thread-safe.
 */
public interface Predictive {

  /** The number of inputs. */
  int points();

  /** The density at one of them. */
  GaussianMixture at(int point);

  /**
   * The mixture of the normals {@code (f_theta(x), sigma)} over all draws {@code (theta, log
   * sigma)}.
   *
   * @param x (feature, point)
   * @param threads at most so many share the work; the result does not depend on it
   */
  static Predictive of(
      Network network, Precision precision, Draws draws, double[][] x, int threads) {
    return of(FunctionValues.of(network, precision, draws, x, threads));
  }

  /** The mixture over draws whose functions have been evaluated. */
  static Predictive of(FunctionValues values) {
    return new MixturePerPoint(values);
  }

  /**
   * Equal weights, and noise that does not depend on the input.
   *
   * @param means (component, point)
   * @param sds (component)
   */
  static Predictive of(double[][] means, double[] sds) {
    return of(new FunctionValues(means, sds));
  }

  /**
   * Equal weights, and noise that depends on the input.
   *
   * @param means (component, point)
   * @param sds (component, point)
   */
  static Predictive of(double[][] means, double[][] sds) {
    if (sds.length != means.length || sds.length == 0) {
      throw new IllegalArgumentException(
          "There are %d rows of means but %d of standard deviations; give one of each per component."
              .formatted(means.length, sds.length));
    }
    double[][] meansAt = MixturePerPoint.transposed(means, means.length);
    double[][] sdsAt = MixturePerPoint.transposed(sds, sds.length);
    return of(
        IntStream.range(0, meansAt.length)
            .mapToObj(point -> GaussianMixture.of(meansAt[point], sdsAt[point]))
            .toList());
  }

  /** Mixtures made one by one. */
  static Predictive of(List<GaussianMixture> mixtures) {
    List<GaussianMixture> copy = List.copyOf(mixtures);
    return new Predictive() {
      @Override
      public int points() {
        return copy.size();
      }

      @Override
      public GaussianMixture at(int point) {
        return copy.get(point);
      }
    };
  }

  /**
   * What to tell a user of every point.
   *
   * @param probabilities of the quantiles
   */
  default List<PointSummary> summaries(double[] probabilities, int threads) {
    PointSummary[] summaries = new PointSummary[points()];
    Ranges.forEach(
        threads,
        points(),
        (from, to) -> {
          for (int point = from; point < to; point++) {
            summaries[point] = PointSummary.of(at(point), probabilities);
          }
        });
    return Arrays.asList(summaries);
  }
}
