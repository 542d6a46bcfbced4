package dev.coset.weights;

import dev.coset.chains.EngineSession;
import dev.coset.data.Points;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.LeaveOneOut;
import dev.coset.predictive.LogSumExp;
import dev.coset.predictive.Stacking;
import dev.coset.sampler.Sampler;
import dev.coset.statistics.ChainArray;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Weights of modes under which their mixture best predicts held-out training rows (Yao, Vehtari and
 * Gelman 2022). Left-out densities are by importance sampling from each mode's draws, or, where
 * that is not to be trusted, by short chains on parts of the rows.
 */
final class ModeStacking {
  /** With fewer draws importance sampling says nothing. */
  private static final int FEWEST_DRAWS = 25;

  /** Of rows, the share whose k-hat may be bad. */
  private static final double BAD_ROWS = 0.05;

  /** Chains on parts of the rows may take this share of what the run's chains took. */
  private static final double CHEAP = 0.5;

  private static final int MOST_VALUES = 4_000_000;

  private ModeStacking() {}

  static ChainWeights of(
      Study study, Draws draws, ChainModes modes, int threads, EngineSession session) {
    List<Draws> drawsOf = modes.chains().stream().map(chains -> of(draws, chains)).toList();
    Posterior posterior = study.posterior();
    Points rows = posterior.data().evenly(MOST_VALUES / draws.count());
    List<LeaveOneOut> byImportance = new ArrayList<>();
    for (Draws own : drawsOf) {
      byImportance.add(
          LeaveOneOut.of(
              posterior.logLikelihood(own, rows, threads), rows.y().weights(), 1, threads));
    }
    boolean reliable =
        study.data().blocks() == null // single rows of a group say nothing of new groups
            && byImportance.stream()
                .allMatch(
                    loo ->
                        loo.draws() >= FEWEST_DRAWS
                            && loo.unreliablePoints() <= BAD_ROWS * rows.count());
    if (reliable) {
      return weights(
          modes.chains(),
          byImportance.stream().map(LeaveOneOut::logDensity).toArray(double[][]::new),
          rows.y().weights(),
          "held out one at a time by importance sampling (PSIS-LOO)");
    }
    Sampler sampler = study.configuration().plan().sampler();
    long chains = Arrays.stream(draws.chain()).distinct().count();
    long refits = Refits.transitions(sampler, drawsOf.size());
    if (refits > CHEAP * chains * sampler.transitions()) {
      return ChainWeights.equal(
          Weighting.STACKING,
          draws,
          "Stacking does not apply. PSIS-LOO is unreliable for %d modes, and chains on folds would take more than half the time of the run."
              .formatted(drawsOf.size()));
    }
    var folds = new Refits(study);
    double[][] leftOut =
        folds.heldOut(
            modes.chains().stream().map(own -> of(modes.aligned(), own)).toList(), session);
    Points heldOut = posterior.data().select(folds.rows());
    for (int k = 0; k < leftOut.length; k++) {
      double[] within = together(posterior.logLikelihood(drawsOf.get(k), heldOut, threads));
      double[] ofRows = heldOut.y().weights();
      if (Weighted.sum(within, ofRows) < Weighted.sum(leftOut[k], ofRows)) {
        leftOut[k] = within; // chains on parts of the rows found a way out that these did not
      }
    }
    if (Arrays.stream(leftOut).noneMatch(ModeStacking::isFinite)) {
      return ChainWeights.equal(
          Weighting.STACKING,
          draws,
          "Stacking does not apply: in every mode, a chain on part of the rows failed.");
    }
    return weights(modes.chains(), leftOut, heldOut.y().weights(), "held out in folds");
  }

  /** The log density of rows by all draws together, which knew the rows. */
  private static double[] together(double[][] logLikelihood) {
    double[] log = new double[logLikelihood[0].length];
    for (int i = 0; i < log.length; i++) {
      int row = i;
      log[i] =
          LogSumExp.of(Arrays.stream(logLikelihood).mapToDouble(draw -> draw[row]).toArray())
              - StrictMath.log(logLikelihood.length);
    }
    return log;
  }

  /**
   * @param chains of each mode
   * @param leftOut (mode, row)
   * @param rowWeights null where all are 1
   */
  static ChainWeights weights(
      List<List<Integer>> chains, double[][] leftOut, double @Nullable [] rowWeights, String how) {
    double[] weights = new double[leftOut.length];
    int[] kept = IntStream.range(0, leftOut.length).filter(k -> isFinite(leftOut[k])).toArray();
    kept = stack(leftOut, rowWeights, kept, weights);
    stack(leftOut, rowWeights, kept, weights); // what was dropped leaves its weight to the others
    List<Group> groups = new ArrayList<>();
    for (int k = 0; k < leftOut.length; k++) {
      groups.add(
          new Group(
              chains.get(k),
              weights[k],
              sum(leftOut[k], rowWeights),
              error(leftOut[k], rowWeights),
              Double.NaN));
    }
    return new ChainWeights(
        Weighting.STACKING,
        Weighting.STACKING,
        groups,
        "%d modes are weighted by predictive accuracy on training rows %s."
            .formatted(groups.size(), how));
  }

  private static double sum(double[] logDensity, double @Nullable [] rowWeights) {
    return rowWeights == null
        ? ChainArray.mean(logDensity) * logDensity.length
        : Weighted.sum(logDensity, rowWeights);
  }

  /** The standard error of the sum. */
  private static double error(double[] logDensity, double @Nullable [] rowWeights) {
    double rows = Weighted.total(rowWeights, logDensity.length);
    return rowWeights == null
        ? Math.sqrt(ChainArray.variance(logDensity) * rows)
        : Math.min(Double.MAX_VALUE, Weighted.error(logDensity, rowWeights) * rows);
  }

  private static boolean isFinite(double[] values) {
    return Arrays.stream(values).allMatch(Double::isFinite);
  }

  /** Weighs some of the modes, writes their weights, and returns those that are not dropped. */
  private static int[] stack(
      double[][] leftOut, double @Nullable [] rowWeights, int[] of, double[] weights) {
    double[] stacked =
        Stacking.cautious(
            Arrays.stream(of).mapToObj(k -> leftOut[k]).toArray(double[][]::new),
            rowWeights,
            Stacking.FURTHER_POINTS);
    Arrays.fill(weights, 0);
    for (int i = 0; i < of.length; i++) {
      weights[of[i]] = stacked[i];
    }
    return Arrays.stream(of).filter(k -> weights[k] >= Stacking.LEAST_WEIGHT).toArray();
  }

  static Draws of(Draws draws, List<Integer> chains) {
    return draws.select(
        IntStream.range(0, draws.count()).filter(g -> chains.contains(draws.chain()[g])));
  }
}
