package dev.coset.selection;

import dev.coset.data.Points;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetScaling;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Choice.Candidate;
import dev.coset.store.Configuration;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models that are tried on a table, from a linear one upwards. */
public final class Ladder {
  private static final int[][] WIDTHS = {{}, {4}, {8}, {16}, {16, 16}, {16, 16, 16}};
  private static final int[] WIDE = {32, 32};
  private static final int ROWS_FOR_WIDE = 3000;
  private static final int[][] OF_FEW_ROWS = {{}, {4}, {16}};
  private static final int FEW_ROWS = 60;
  private static final double MOST_WORK = 0.2; // of one trial, of all that judging may take
  private static final double STEP = 2; // from one scale of the prior to the next
  private static final double NARROWEST = 0.25;
  private static final double WIDEST = 4;

  private Ladder() {}

  /**
   * All candidates of which a short trial fits into the work: a table of very many columns has no
   * wide networks. A linear model is always there.
   *
   * @param study what they share
   * @param likelihoods to try
   */
  public static List<Candidate> of(Study study, List<String> likelihoods, Budget budget) {
    Points points = study.posterior().data();
    List<int[]> widths = new ArrayList<>(List.of(hasFewRows(points) ? OF_FEW_ROWS : WIDTHS));
    if (points.count() >= ROWS_FOR_WIDE) {
      widths.add(WIDE);
    }
    return likelihoods.stream()
        .flatMap(one -> widths.stream().map(w -> candidate(study.configuration(), w, one)))
        .filter(
            c ->
                c.configuration().hidden().length == 0
                    || Judging.secondsOfFold(study.with(c.configuration()))
                        <= MOST_WORK * budget.judging())
        .toList();
  }

  /** Whether data are so few that they cannot tell many models apart. */
  static boolean hasFewRows(Points data) {
    return data.count() < FEW_ROWS;
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

  /** The same model with a prior of half and of twice the scale. */
  static List<Candidate> withOtherPriors(Candidate candidate) {
    double scale = candidate.configuration().prior().scale();
    return Stream.of(scale / STEP, scale * STEP)
        .filter(other -> other >= NARROWEST && other <= WIDEST)
        .map(other -> candidate.configuration().with(new Prior(other)))
        .map(other -> candidate(other, other.hidden(), other.likelihood()))
        .toList();
  }

  static Candidate candidate(Configuration base, int[] hidden, String likelihood) {
    String widths =
        hidden.length == 0
            ? "linear"
            : Arrays.stream(hidden).mapToObj(String::valueOf).collect(Collectors.joining(","));
    double scale = base.prior().scale();
    String prior = scale == 1 ? "" : ("-prior" + scale).replaceFirst("\\.0$", "");
    return Candidate.of(
        widths + "-" + likelihood + prior, base.withHidden(hidden).withLikelihood(likelihood));
  }
}
