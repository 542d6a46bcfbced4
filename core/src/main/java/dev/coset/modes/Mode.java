package dev.coset.modes;

import dev.coset.posterior.Draws;
import dev.coset.predictive.LeaveOneOut;
import dev.coset.predictive.LogSumExp;
import dev.coset.predictive.ParetoSmoothing;
import dev.coset.predictive.Stacking;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One mode of the posterior with its statistics.
 *
 * @param draws which draws it has
 * @param shareOfChains how many of the chains ended in it (a chain in several modes counts in
 *     parts): the size of its basin for the sampler, which is not its posterior mass
 * @param representative the draw of highest log density
 * @param leaveOneOut how its draws alone predict held-out training points
 * @param stackingWeight its weight in the best mixture of modes for held-out training points
 * @param lppd mean log predictive density of test points under its draws alone
 */
public record Mode(
    int[] draws,
    double shareOfChains,
    int representative,
    LeaveOneOut leaveOneOut,
    double stackingWeight,
    double lppd) {

  /**
   * Describes the modes, the largest first.
   *
   * @param draws whose symmetry has been removed
   * @param clustering of these draws
   * @param training log likelihood (draw, training point)
   * @param trainWeights of the training points; null where all are 1
   * @param test log likelihood (draw, test point); with no points the lppd is not a number
   * @param testWeights of the test points; null where all are 1
   * @param threads share the work; the result does not depend on them
   */
  public static List<Mode> describe(
      Draws draws,
      Clustering clustering,
      double[][] training,
      double @Nullable [] trainWeights,
      double[][] test,
      double @Nullable [] testWeights,
      int threads) {
    int k = clustering.clusters();
    LeaveOneOut[] leaveOneOut = new LeaveOneOut[k];
    Arrays.setAll(
        leaveOneOut,
        m -> LeaveOneOut.of(rows(training, clustering.members(m)), trainWeights, 1, threads));
    double[] weight =
        Stacking.weights(
            Arrays.stream(leaveOneOut).map(LeaveOneOut::logDensity).toArray(double[][]::new),
            trainWeights);
    double[] share = sharesOfChains(draws, clustering);
    List<Mode> modes = new ArrayList<>();
    for (int m = 0; m < k; m++) {
      int[] members = clustering.members(m);
      modes.add(
          new Mode(
              members,
              share[m],
              highest(draws.logDensity(), members),
              leaveOneOut[m],
              weight[m],
              lppd(rows(test, members), testWeights)));
    }
    return modes;
  }

  /**
   * What to say where the leave-one-out estimate, and with it the stacking weight, is not to be
   * trusted.
   */
  public Optional<String> warning() {
    int unreliable = leaveOneOut.unreliablePoints();
    return unreliable == 0
        ? Optional.empty()
        : Optional.of(
            "Its stacking weight rests on %d draws and is uncertain: Pareto k-hat is above %.2f at %d of %d points."
                .formatted(
                    draws.length,
                    Math.max(0, ParetoSmoothing.threshold(draws.length)),
                    unreliable,
                    leaveOneOut.shape().length));
  }

  private static double[] sharesOfChains(Draws draws, Clustering clustering) {
    Map<Integer, Integer> drawsOfChain = new HashMap<>();
    for (int chain : draws.chain()) {
      drawsOfChain.merge(chain, 1, Integer::sum);
    }
    double[] share = new double[clustering.clusters()];
    for (int g = 0; g < draws.count(); g++) {
      share[clustering.label()[g]] +=
          1.0 / drawsOfChain.getOrDefault(draws.chain()[g], 1) / drawsOfChain.size();
    }
    return share;
  }

  private static int highest(double[] logDensity, int[] members) {
    int highest = members[0];
    for (int g : members) {
      highest = logDensity[g] > logDensity[highest] ? g : highest;
    }
    return highest;
  }

  private static double lppd(double[][] logLikelihood, double @Nullable [] weights) {
    double sum = 0;
    for (int i = 0; i < logLikelihood[0].length; i++) {
      int point = i;
      double[] column = Arrays.stream(logLikelihood).mapToDouble(draw -> draw[point]).toArray();
      sum += Weighted.of(weights, i) * (LogSumExp.of(column) - StrictMath.log(column.length));
    }
    return sum / Weighted.total(weights, logLikelihood[0].length);
  }

  private static double[][] rows(double[][] all, int[] members) {
    return Arrays.stream(members).mapToObj(g -> all[g]).toArray(double[][]::new);
  }
}
