package dev.coset.model;

import dev.coset.chains.RandomStream;
import dev.coset.data.Dataset;
import dev.coset.data.Points;
import dev.coset.data.PrincipalComponents;
import dev.coset.data.Scaling;
import dev.coset.data.Split;
import dev.coset.data.TargetScale;
import dev.coset.network.Network;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Posterior;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;

/** Data, split and configuration, which determine the draws of a run. */
public final class Study {
  private static final int MIXED_FROM = 8_000; // rows: some are held out where models are chosen

  private final Dataset data;
  private final Split split;
  private final Configuration configuration;
  private final Scaling scaling;
  private final Posterior posterior;
  private final Points test;

  private Study(
      Dataset data,
      Split split,
      Configuration configuration,
      Scaling scaling,
      Points train,
      Points test) {
    this.data = data;
    this.split = split;
    this.configuration = configuration;
    this.scaling = scaling;
    this.test = test;
    var likelihood = Likelihood.named(configuration.likelihood());
    likelihood.requireFits(train.y());
    var network =
        Network.of(
            scaling.inputs(),
            configuration.hidden(),
            likelihood.outputs(train.y()),
            configuration.activation());
    this.posterior =
        new Posterior(network, configuration.prior(), likelihood, configuration.precision(), train);
  }

  /** The study of rows that train and test; those of weight 0 do neither. */
  public static Study of(Dataset data, Split split, Configuration configuration) {
    Split counted = mixed(counted(data, split), configuration.plan().seed());
    TargetScale scale = configuration.targetScale();
    Scaling scaling =
        switch (configuration.standardise()) {
          case TRAIN ->
              Scaling.fit(data, counted.train(), scale).withComponents(data, counted.train());
          case ALL ->
              Scaling.fit(data, counted(data, IntStream.range(0, data.rows()).toArray()), scale);
        };
    return of(data, counted, configuration, scaling);
  }

  private static Split counted(Dataset data, Split split) {
    return data.weights() == null
        ? split
        : new Split(counted(data, split.train()), counted(data, split.test()));
  }

  /**
   * Many training rows in random order, so that a batch of neighbours is a random sample of them;
   * test rows stay as they are.
   */
  private static Split mixed(Split split, long seed) {
    if (split.train().length < MIXED_FROM) {
      return split;
    }
    int[] train = split.train().clone();
    PermutationSampler.shuffle(RandomStream.ROW_ORDER.of(seed, 0), train);
    return new Split(train, split.test());
  }

  private static int[] counted(Dataset data, int[] rows) {
    double[] weights = data.weights();
    return Arrays.stream(rows).filter(row -> Weighted.of(weights, row) > 0).toArray();
  }

  /** The same by a scaling that was fitted before, perhaps by another rule. */
  public static Study of(Dataset data, Split split, Configuration configuration, Scaling fitted) {
    Scaling scaling = fitted.clampedBy(data, split.train());
    Points test = scaling.points(data, split.test()); // before anything is sampled
    return new Study(
        data, split, configuration, scaling, scaling.points(data, split.train()), test);
  }

  /** The same data and scaling, which both share, with another model or other chains. */
  public Study with(Configuration other) {
    return new Study(data, split, other, scaling, posterior.data(), test);
  }

  public Dataset data() {
    return data;
  }

  public Split split() {
    return split;
  }

  public Configuration configuration() {
    return configuration;
  }

  public Scaling scaling() {
    return scaling;
  }

  /** The posterior given the training rows. */
  public Posterior posterior() {
    return posterior;
  }

  /** The features of the training rows, standardised (kept feature, row). */
  public double[][] standardised() {
    return scaling.components() == null
        ? posterior.data().x()
        : scaling.standardise(data, split.train());
  }

  /**
   * Training rows as networks see them that are given only some of them.
   *
   * @param given the places of those among the training rows
   */
  public UnaryOperator<Points> seenFrom(int[] given) {
    return scaling.components() == null
        ? UnaryOperator.identity()
        : PrincipalComponents.seenFrom(posterior.data().select(given));
  }

  /** The test rows as the network sees them. */
  public Points test() {
    return test;
  }
}
