package dev.coset.selection;

import dev.coset.data.TargetScale;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.FoldScores;
import dev.coset.store.Study;
import java.util.Arrays;
import java.util.List;

/**
 * On which scale a number is seen: the logarithm where the target is positive and skewed and a
 * small network foretells rows that it was not shown better so. Selected, not stacked, so that all
 * candidates have one scaling.
 */
public final class TargetScales {
  private static final double SKEWED = 1;
  private static final int[] HIDDEN = {8};
  private static final double SECONDS = 15;

  private TargetScales() {}

  /**
   * The study on the better scale.
   *
   * @param free whether the likelihood is for the data to choose too; else it is the study's
   * @param threads at most so many share the work; the result does not depend on it
   */
  public static Study choose(Study study, boolean free, int threads) {
    double[] y =
        Arrays.stream(study.split().train()).mapToDouble(i -> study.data().target()[i]).toArray();
    boolean positive = Arrays.stream(study.data().target()).allMatch(v -> v > 0);
    if (!positive || TargetScale.skewness(y) < SKEWED) {
      return study;
    }
    Study log =
        Study.of(
            study.data(), study.split(), study.configuration().withTargetScale(TargetScale.LOG));
    List<Study> both = List.of(small(study, free), small(log, free));
    var judging = Judging.of(both, SECONDS, study.configuration().plan().seed());
    double[][] scores = judging.of(both, 0, FoldScores.inMemory(), threads, SamplerMonitor.NONE);
    return sum(scores[1]) > sum(scores[0]) ? log : study;
  }

  private static Study small(Study study, boolean free) {
    String likelihood =
        free
            ? Ladder.likelihoods(study.scaling().target()).getLast()
            : study.configuration().likelihood();
    return study.with(study.configuration().withHidden(HIDDEN).withLikelihood(likelihood));
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }
}
