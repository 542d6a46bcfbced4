package dev.coset.posterior;

import dev.coset.data.Points;
import dev.coset.distribution.Predictive;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.network.Precision;
import dev.coset.parallel.Team;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code p(theta, nuisance | D)} as plain data: what is needed to evaluate it anywhere, in any
 * thread, on any engine.
 *
 * @param data the training points, standardised
 */
public record Posterior(
    Network network, Prior prior, Likelihood likelihood, Precision precision, Points data) {
  /** Points times parameters of a gradient of about a tenth of a millisecond. */
  private static final long WORTH_SHARING = 3_000_000;

  public Posterior {
    if (network.inputs() != data.features()) {
      throw new IllegalArgumentException(
          "The network takes %d inputs, but the data have %d features."
              .formatted(network.inputs(), data.features()));
    }
    likelihood.requireFits(data.y());
    if (network.outputs() != likelihood.outputs(data.y())) {
      throw new IllegalArgumentException(
          "The likelihood needs %d outputs, but the network has %d."
              .formatted(likelihood.outputs(data.y()), network.outputs()));
    }
  }

  /** Whether a gradient takes long enough for several threads to share it. */
  public boolean isWorthSharing() {
    return (long) data.count() * network.parameters() > WORTH_SHARING;
  }

  /** The length of a draw {@code q = (theta, nuisance)}. */
  public int dimension() {
    return network.parameters() + likelihood.nuisance().size();
  }

  /** What draws predict at inputs (feature, point). */
  public Predictive predictive(Draws draws, double[][] x, int threads) {
    return likelihood.predictive(OutputValues.of(this, draws, x, threads));
  }

  /**
   * {@code log p(y_i | q)} at points, (draw, point), without their weights.
   *
   * @param threads at most so many share the work
   */
  public double[][] logLikelihood(Draws draws, Points points, int threads) {
    var values = OutputValues.of(this, draws, points.x(), threads);
    double[][] log = new double[draws.count()][];
    for (int g = 0; g < log.length; g++) {
      log[g] = likelihood.logLikelihood(values.outputs()[g], values.nuisance()[g], points.y());
    }
    return log;
  }

  /** The names of the entries of a draw, in order. */
  public List<String> names() {
    List<String> names = new ArrayList<>(ParameterNames.of(network));
    likelihood.nuisance().forEach(nuisance -> names.add(nuisance.sampledName()));
    return names;
  }

  /** The values of a draw's nuisance parameters. */
  public double[] nuisance(Draws draws, int g) {
    return Nuisance.values(likelihood.nuisance(), draws, g);
  }

  /** The same in other arithmetic. */
  public Posterior with(Precision other) {
    return new Posterior(network, prior, likelihood, other, data);
  }

  /** The same given other points. */
  public Posterior given(Points others) {
    return new Posterior(network, prior, likelihood, precision, others);
  }

  /** The log density for the use of one thread, normalised up to the evidence {@code p(D)}. */
  public BatchedDensity density() {
    return density(new Team());
  }

  /** The same for the owner of a team; whoever is in it shares the sums over points. */
  public BatchedDensity density(Team team) {
    return new PosteriorDensity(this, team);
  }
}
