package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.predictive.Stacking;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.Choice;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Choice.Candidate;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A choice among candidates while it is made; a function of data, candidates and seed alone. */
public final class Selection {
  /** What weighs less is dropped. */
  private static final double LEAST_WEIGHT = 0.02;

  private final List<Candidate> candidates;
  private final List<Study> studies;
  private final Judging judging;
  private final Budget budget;

  /**
   * @param study data, split and scaling of all candidates
   * @param choice before it is decided
   */
  public Selection(Study study, Choice choice) {
    this.budget = choice.budget();
    this.candidates = choice.candidates();
    this.studies = candidates.stream().map(c -> study.with(c.configuration())).toList();
    this.judging =
        Judging.of(studies, budget.judging(), candidates.getFirst().configuration().plan().seed());
  }

  /** Transitions of all chains that judge. */
  public long transitions() {
    return judging.transitions(
        candidates.size(), Work.judging(candidates.getFirst().configuration().plan()));
  }

  /**
   * Judges all candidates, weighs them by stacking, and plans the chains of those that are kept.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  public Choice decide(int threads, SamplerMonitor monitor) {
    double[][] scores = judging.of(studies, threads, monitor);
    int[] sound =
        IntStream.range(0, scores.length)
            .filter(k -> Arrays.stream(scores[k]).allMatch(Double::isFinite))
            .toArray();
    if (sound.length == 0) {
      throw new InputException(
          "No model could be fitted to these data: look for extreme values in them.");
    }
    double[] weights = new double[scores.length];
    int[] kept = stack(scores, sound, weights);
    kept = stack(scores, kept, weights); // what was dropped leaves its weight to the others
    ChainPlan asked = candidates.getFirst().configuration().plan();
    ChainPlan plan = Work.plan(budget, asked, Arrays.stream(kept).mapToObj(studies::get).toList());
    List<Candidate> decided = new ArrayList<>();
    for (int k = 0; k < scores.length; k++) {
      Candidate candidate = candidates.get(k);
      double mean = Arrays.stream(scores[k]).average().orElseThrow();
      decided.add(
          new Candidate(
              candidate.name(),
              candidate.configuration().withPlan(plan),
              Double.isFinite(mean) ? mean : -Double.MAX_VALUE,
              Double.isFinite(mean) ? error(scores[k], mean) : 0,
              weights[k]));
    }
    return new Choice(decided, budget, judging.described());
  }

  /** Weighs some candidates, writes their weights, and returns those that are not dropped. */
  private static int[] stack(double[][] scores, int[] of, double[] weights) {
    double[] stacked =
        Stacking.weights(Arrays.stream(of).mapToObj(k -> scores[k]).toArray(double[][]::new));
    Arrays.fill(weights, 0);
    int[] kept = IntStream.range(0, of.length).filter(i -> stacked[i] >= LEAST_WEIGHT).toArray();
    double sum = Arrays.stream(kept).mapToDouble(i -> stacked[i]).sum();
    for (int i : kept) {
      weights[of[i]] = stacked[i] / sum;
    }
    return Arrays.stream(kept).map(i -> of[i]).toArray();
  }

  private static double error(double[] values, double mean) {
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1.0) / values.length);
  }
}
