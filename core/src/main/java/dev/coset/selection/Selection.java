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
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A choice among candidates while it is made; a function of data, candidates and seed alone. */
public final class Selection {
  /** What weighs less is dropped. */
  private static final double LEAST_WEIGHT = 0.02;

  private static final double FURTHER_ROWS = 5;

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

  /** What judging takes, in seconds of one core as they are common. */
  public double seconds() {
    return judging.seconds();
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
    return decide(threads, monitor, () -> budget);
  }

  /**
   * The same with a budget for sampling that is known once candidates are judged, such as what is
   * left of a time.
   */
  public Choice decide(int threads, SamplerMonitor monitor, Supplier<Budget> left) {
    double[][] scores = judging.of(studies, threads, monitor);
    Budget rest = left.get();
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
    double[] ofKept = Arrays.stream(kept).mapToDouble(k -> weights[k]).toArray();
    List<ChainPlan> plans =
        Work.plans(rest, asked, Arrays.stream(kept).mapToObj(studies::get).toList(), ofKept);
    ChainPlan[] planOf = new ChainPlan[scores.length];
    Arrays.fill(planOf, asked);
    for (int i = 0; i < kept.length; i++) {
      planOf[kept[i]] = plans.get(i);
    }
    List<Candidate> decided = new ArrayList<>();
    for (int k = 0; k < scores.length; k++) {
      Candidate candidate = candidates.get(k);
      double mean = mean(scores[k]);
      decided.add(
          new Candidate(
              candidate.name(),
              candidate.configuration().withPlan(planOf[k]),
              Double.isFinite(mean) ? mean : -Double.MAX_VALUE,
              Double.isFinite(mean) ? error(scores[k], mean) : 0,
              weights[k]));
    }
    return new Choice(decided, rest, judging.described());
  }

  /** Weighs some candidates, writes their weights, and returns those that are not dropped. */
  private static int[] stack(double[][] scores, int[] of, double[] weights) {
    double[][] some = Arrays.stream(of).mapToObj(k -> scores[k]).toArray(double[][]::new);
    double[] stacked = Stacking.weights(some, further(some));
    Arrays.fill(weights, 0);
    int[] kept = IntStream.range(0, of.length).filter(i -> stacked[i] >= LEAST_WEIGHT).toArray();
    double sum = Arrays.stream(kept).mapToDouble(i -> stacked[i]).sum();
    for (int i : kept) {
      weights[of[i]] = stacked[i] / sum;
    }
    return Arrays.stream(kept).map(i -> of[i]).toArray();
  }

  /**
   * A few rows more, shared among candidates of which the rows do not say that they are worse: so
   * that on a small table chance does not give all weight to one.
   */
  private static double[] further(double[][] scores) {
    int best = 0;
    for (int k = 1; k < scores.length; k++) {
      best = mean(scores[k]) > mean(scores[best]) ? k : best;
    }
    double[] further = new double[scores.length];
    for (int k = 0; k < scores.length; k++) {
      double[] ofBest = scores[best];
      double[] ofThis = scores[k];
      double[] less = new double[ofBest.length];
      Arrays.setAll(less, i -> ofBest[i] - ofThis[i]);
      further[k] = k == best || mean(less) < 2 * error(less, mean(less)) ? 1 : 0;
    }
    double sum = Arrays.stream(further).sum();
    return Arrays.stream(further).map(share -> FURTHER_ROWS * share / sum).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double error(double[] values, double mean) {
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1.0) / values.length);
  }
}
