package dev.coset.selection;

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

  /** The likelihoods to try for a target. */
  public static List<String> likelihoods(boolean classes) {
    return classes
        ? List.of(Likelihood.CATEGORICAL)
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
