package dev.coset.selection;

import dev.coset.data.TargetScale;
import dev.coset.data.TargetScaling;
import dev.coset.posterior.Likelihood;
import dev.coset.store.Choice.Candidate;
import dev.coset.store.Configuration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The models that are tried on a table, from a linear one upwards. */
public final class Ladder {
  private static final int[][] WIDTHS = {{}, {4}, {8}, {16}, {16, 16}, {16, 16, 16}};
  private static final int[] WIDE = {32, 32};
  private static final int ROWS_FOR_WIDE = 3000;

  private Ladder() {}

  /**
   * All candidates.
   *
   * @param base all that they share
   * @param rows to train on
   * @param likelihoods to try
   */
  public static List<Candidate> of(Configuration base, int rows, List<String> likelihoods) {
    List<Candidate> candidates = new ArrayList<>();
    for (String likelihood : likelihoods) {
      for (int[] hidden : WIDTHS) {
        candidates.add(candidate(base, hidden, likelihood));
      }
      if (rows >= ROWS_FOR_WIDE) {
        candidates.add(candidate(base, WIDE, likelihood));
      }
    }
    return candidates;
  }

  /**
   * The likelihoods to try for a target. On its logarithm noise grows with the mean as it is; were
   * it to depend on the columns as well, a few draws of large noise would make the mean of the
   * number itself, {@code exp(m + s^2 / 2)}, as large as you like.
   */
  public static List<String> likelihoods(TargetScaling target) {
    if (target.areClasses()) {
      return List.of(Likelihood.CATEGORICAL);
    }
    return target.scale() == TargetScale.LOG
        ? List.of(Likelihood.NORMAL)
        : List.of(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC);
  }

  static Candidate candidate(Configuration base, int[] hidden, String likelihood) {
    String widths =
        hidden.length == 0
            ? "linear"
            : Arrays.stream(hidden).mapToObj(String::valueOf).collect(Collectors.joining(","));
    return Candidate.of(
        widths + "-" + likelihood, base.withHidden(hidden).withLikelihood(likelihood));
  }
}
