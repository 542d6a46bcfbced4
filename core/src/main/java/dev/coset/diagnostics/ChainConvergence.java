package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.StoppingRule;
import dev.coset.model.ChainWeights;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.PredictiveConvergence;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether further chains bring anything new: how much they still change the predictive, and
 * how many of them found a function that none before had. Fed with chains in order during a run, or
 * afterwards from its draws; with looks, it is the rule that stops the run. Thread-safe.
 */
public final class ChainConvergence implements StoppingRule {
  /**
   * The predictive has converged where that of the first half of the chains is so near that of all.
   */
  public static final double SETTLED_NATS = 0.01;

  /** At which limits on the unseen mass hold. */
  public static final double CONFIDENCE = 0.95;

  /** Of chains with more draws than this, some evenly spaced ones stand for all. */
  private static final int DRAWS_PER_CHAIN = 4;

  private static final int NOVELTY_INPUTS = 256;
  private static final double NO_WEIGHT = 1e-12;

  /** Fewer chains say too little of each other. */
  public static final int FEWEST_TO_SETTLE = 4;

  private final Posterior posterior;
  private final @Nullable NoveltyLooks looks;
  private final boolean untilSettled;
  private final @Nullable ChainWeights weights;
  private final double[][] grid; // (feature, input)
  private final double[][] inputs; // (feature, input)
  private final PredictiveConvergence predictive;
  private final Novelty novelty = new Novelty();
  private final Clusters clusters = new Clusters();
  private int look;
  private double limit = 1;

  /** Only watches. */
  public ChainConvergence(Posterior posterior) {
    this(posterior, null, false, null);
  }

  /**
   * Stops the run at the first look at which the unseen mass is small and the predictive has
   * converged.
   */
  public ChainConvergence(Posterior posterior, @Nullable NoveltyLooks looks) {
    this(posterior, looks, false, null);
  }

  private ChainConvergence(
      Posterior posterior,
      @Nullable NoveltyLooks looks,
      boolean untilSettled,
      @Nullable ChainWeights weights) {
    this.posterior = posterior;
    this.looks = looks;
    this.untilSettled = untilSettled;
    this.weights = weights;
    this.grid = PredictiveConvergence.inputsFor(posterior.data().x());
    this.inputs = posterior.data().evenly(NOVELTY_INPUTS).x();
    this.predictive = new PredictiveConvergence(grid[0].length);
  }

  /** Stops a run as its configuration says; only watches where it does not. */
  public static ChainConvergence of(Study study) {
    Until until = study.configuration().until();
    if (until == null || until.anyMayBeUnseen()) {
      return new ChainConvergence(study.posterior(), null, until != null, null);
    }
    return new ChainConvergence(study.posterior(), NoveltyLooks.of(until, 1 - CONFIDENCE));
  }

  /** Of weighted chains; those without weight are skipped. */
  public static ChainConvergence of(Study study, ChainWeights weights) {
    return weights.used() == Weighting.EQUAL
        ? of(study)
        : new ChainConvergence(study.posterior(), null, false, weights);
  }

  @Override
  public synchronized boolean isEnough(ChainOutcome next) {
    return next instanceof ChainOutcome.Finished finished && add(finished.draws());
  }

  private boolean add(Draws draws) {
    double weight = weights == null ? 1 : weights.of(draws.chain()[0]);
    if (weight < NO_WEIGHT) {
      return false;
    }
    // Holds on to the draws alone, which the run has too.
    predictive.add(() -> posterior.predictive(draws.evenly(DRAWS_PER_CHAIN), grid, 1), weight);
    Draws some = draws.evenly(DRAWS_PER_CHAIN);
    ChainFunction function = ChainFunction.of(posterior.predictive(some, inputs, 1));
    novelty.add(function);
    clusters.add(function);
    return looks != null ? isLastLook(looks) : untilSettled && hasSettled();
  }

  /** Looked at where the halves are of one size, from some chains on. */
  private boolean hasSettled() {
    int n = predictive.chains();
    return n >= FEWEST_TO_SETTLE && n % 2 == 0 && predictive.halfToAll() < SETTLED_NATS;
  }

  private boolean isLastLook(NoveltyLooks looks) {
    if (look >= looks.looks() || novelty.chains() != looks.chains()[look]) {
      return false;
    }
    UnseenMass unseen = novelty.unseenMass(novelty.chains());
    limit = looks.limit(look, unseen);
    boolean enough = looks.isEnough(look, unseen) && predictive.halfToAll() < SETTLED_NATS;
    look++;
    return enough;
  }

  /**
   * What is known so far.
   *
   * @param chains finished chains looked at
   * @param consecutiveKl nats by which each chain after the first changed the predictive, averaged
   *     over inputs
   * @param halfToAllKl nats between the predictive of the first half and of all
   * @param novel novel chains among the later half
   * @param unseenLimit upper limit on the mass of functions not yet seen; where the run was stopped
   *     by looks it holds over all of them together
   * @param functions distinct functions seen, counted by clusters
   * @param goodTuring Good and Turing's estimate of the unseen mass
   * @param chao1 Chao's estimate of the number of distinct functions
   */
  public record State(
      int chains,
      double[] consecutiveKl,
      double halfToAllKl,
      int novel,
      double unseenLimit,
      int functions,
      double goodTuring,
      double chao1) {

    /** Whether the predictive has converged, as far as so many chains can show. */
    public boolean settled() {
      return !isOfFew() && halfToAllKl < SETTLED_NATS;
    }

    /** Whether there are too few chains to say. */
    public boolean isOfFew() {
      return chains < FEWEST_TO_SETTLE;
    }
  }

  /** How many chains have been seen. */
  public synchronized int chains() {
    return novelty.chains();
  }

  /** How many distinct functions have been seen. */
  public synchronized int functions() {
    return clusters.sizes().length;
  }

  /** The limit on the unseen mass that each number of chains gives alone, from one chain on. */
  public synchronized double[] unseenLimits() {
    return IntStream.rangeClosed(1, novelty.chains())
        .mapToDouble(n -> novelty.unseenMass(n).upperLimit(CONFIDENCE))
        .toArray();
  }

  /** Empty before the second chain. */
  public synchronized Optional<State> state() {
    int n = novelty.chains();
    if (n < 2) {
      return Optional.empty();
    }
    UnseenMass unseen = novelty.unseenMass(n);
    boolean atLook = looks != null && look > 0 && n == looks.chains()[look - 1] && limit < 1;
    return Optional.of(
        new State(
            n,
            predictive.consecutive(),
            predictive.halfToAll(),
            unseen.novel(),
            atLook ? limit : unseen.upperLimit(CONFIDENCE),
            clusters.sizes().length,
            clusters.goodTuring(),
            clusters.chao1()));
  }
}
