package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.ensembles.DeepEnsemble;
import dev.coset.laplace.LaplaceSettings.Structure;
import dev.coset.model.Weighting;
import dev.coset.network.Precision;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.WeightStart;
import dev.coset.parallel.Parallel;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.Stacking;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One normal for each mode of a posterior (Eschenhagen et al. 2021): where symmetry-free draws fall
 * into clusters, one Laplace approximation around the maximum of each.
 */
public final class MixtureOfLaplace {

  private final Posterior posterior;
  private final List<MapEstimate> maxima;
  private final List<Laplace> components;
  private final double[] weights;

  private MixtureOfLaplace(
      Posterior posterior, List<MapEstimate> maxima, List<Laplace> components, double[] weights) {
    this.posterior = posterior;
    this.maxima = List.copyOf(maxima);
    this.components = List.copyOf(components);
    this.weights = weights;
  }

  /** With sigma as part of each normal, which makes the evidence of modes comparable. */
  public static MixtureOfLaplace fit(
      Posterior posterior, Draws draws, int[] modeOf, Weighting weighting) {
    return fit(
        posterior,
        draws,
        modeOf,
        weighting,
        LaplaceSettings.standard().with(LaplaceSettings.Noise.JOINT));
  }

  /**
   * Climbs from the highest draw of each mode to the maximum of the posterior there, and
   * approximates around it.
   *
   * @param modeOf the mode of each draw, from 0; negative where it belongs to none
   * @param weighting of the modes; where it is equal, of the chains in them
   */
  public static MixtureOfLaplace fit(
      Posterior posterior,
      Draws draws,
      int[] modeOf,
      Weighting weighting,
      LaplaceSettings settings) {
    var modes = new ModeDraws(draws, modeOf);
    if (settings.structure() == Structure.FULL) {
      SymmetricMatrix.checkFits(
          posterior.dimension(),
          modes.modes() + SymmetricMatrix.WORK,
          "choose the diagonal or the last-layer approximation, fewer modes, or raise it with"
              + " -Xmx");
    }
    double[][] starts = modes.highest();
    var climb =
        new MapTraining(Objective.POSTERIOR, Lbfgs.of(5_000, 1e-5), WeightStart.FAN_IN, null);
    var maxima = new MapEstimate[starts.length];
    Parallel.tasks(
        settings.threads(),
        starts.length,
        () -> climb,
        (k, training) -> maxima[k] = training.trainFrom(posterior, starts[k]));
    List<Laplace> components =
        Arrays.stream(maxima).map(m -> Laplace.of(posterior, m, settings)).toList();
    return new MixtureOfLaplace(
        posterior,
        Arrays.asList(maxima),
        components,
        switch (weighting) {
          case EQUAL -> modes.chainShares();
          case STACKING -> stackingWeights(components);
          case EVIDENCE -> evidenceShares(components);
        });
  }

  /**
   * The same by evidence, of modes that all have a maximum.
   *
   * @throws InputException where one has none
   */
  static MixtureOfLaplace atMaxima(Posterior posterior, Draws draws, int[] modeOf, int threads) {
    var mixture =
        fit(
            posterior,
            draws,
            modeOf,
            Weighting.EVIDENCE,
            LaplaceSettings.standard().with(LaplaceSettings.Noise.JOINT).withThreads(threads));
    for (int mode = 0; mode < mixture.maxima.size(); mode++) {
      switch (mixture.maxima.get(mode).end()) {
        case CONVERGED, FLAT -> {}
        case LIMIT, STOPPED, DIVERGED ->
            throw new InputException(
                ("No maximum was found in mode %d. There may be none, for example where a network"
                        + " can pass through all training points.")
                    .formatted(mode + 1));
      }
    }
    return mixture;
  }

  /** One normal around each member of an ensemble, all with the same weight. */
  public static MixtureOfLaplace around(DeepEnsemble ensemble, LaplaceSettings settings) {
    double[] weights = new double[ensemble.members().size()];
    Arrays.fill(weights, 1.0 / weights.length);
    return new MixtureOfLaplace(
        ensemble.posterior(),
        ensemble.members(),
        ensemble.members().stream()
            .map(member -> Laplace.of(ensemble.posterior(), member, settings))
            .toList(),
        weights);
  }

  private static double[] stackingWeights(List<Laplace> components) {
    return Stacking.weights(
        components.stream().map(Laplace::leaveOneOut).toArray(double[][]::new),
        components.getFirst().rowWeights());
  }

  private static double[] evidenceShares(List<Laplace> components) {
    return MixtureWeights.byEvidence(
        components.stream().map(Laplace::normal).toList(),
        components.stream().mapToDouble(Laplace::logEvidence).toArray());
  }

  /** The normals, by mode. */
  public List<Laplace> components() {
    return components;
  }

  /** What the normals are around, by mode. */
  public List<MapEstimate> maxima() {
    return maxima;
  }

  /** Evaluations of density and gradient that it took to find the maxima. */
  public long gradients() {
    return maxima.stream().mapToLong(MapEstimate::gradients).sum();
  }

  /** Their weights. */
  public double[] weights() {
    return weights.clone();
  }

  /** The share of each in the evidence of all, whatever the weights. */
  public double[] evidenceShares() {
    return evidenceShares(components);
  }

  /** The same normals with other weights, which sum to one. */
  public MixtureOfLaplace withWeights(double... others) {
    if (others.length != components.size()
        || Arrays.stream(others).anyMatch(w -> !(w >= 0))
        || Math.abs(Arrays.stream(others).sum() - 1) > 1e-9) {
      throw new InputException(
          "The weights %s do not fit %d modes: give one to each, none negative, that sum to 1."
              .formatted(Arrays.toString(others), components.size()));
    }
    return new MixtureOfLaplace(posterior, maxima, components, others.clone());
  }

  /**
   * The predictive over draws from each normal.
   *
   * @param x (feature, point)
   * @param count of the draws from each
   */
  public Predictive sampled(double[][] x, int count, long seed) {
    int[] counted = counted();
    double[][] draws =
        Arrays.stream(counted)
            .mapToObj(k -> components.get(k).draws(count, seed, k))
            .flatMap(Arrays::stream)
            .toArray(double[][]::new);
    double[] weightOf =
        Arrays.stream(counted)
            .boxed()
            .flatMapToDouble(k -> IntStream.range(0, count).mapToDouble(g -> weights[k] / count))
            .toArray();
    var values = OutputValues.of(posterior.with(Precision.DOUBLE), Draws.independent(draws), x, 1);
    return posterior.likelihood().predictive(values.weighted(weightOf));
  }

  /**
   * The mixture of the linearised predictives.
   *
   * @param x (feature, point)
   */
  public Predictive linearised(double[][] x) {
    int[] counted = counted();
    List<Predictive> parts =
        Arrays.stream(counted).mapToObj(k -> components.get(k).linearised(x)).toList();
    double[] weightOf = Arrays.stream(counted).mapToDouble(k -> weights[k]).toArray();
    return Predictive.of(
        IntStream.range(0, x[0].length)
            .mapToObj(
                i ->
                    PredictiveDistribution.mixed(
                        parts.stream().map(part -> part.at(i)).toList(), weightOf))
            .toList());
  }

  /** The modes whose weight is not 0. */
  private int[] counted() {
    return IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
  }
}
