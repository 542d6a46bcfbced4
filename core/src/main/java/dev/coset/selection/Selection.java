package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.InputException;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.predictive.Paired;
import dev.coset.predictive.Stacking;
import dev.coset.statistics.Weighted;
import dev.coset.store.FoldScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A choice among candidates while it is made; a function of data, candidates and seed alone. */
public final class Selection {
  /** Priors of one model differ little: of more than so many the lightest are dropped. */
  private static final int MOST_KEPT = 8;

  /** So many other priors are tried in all: further ones cost more than they bring. */
  private static final int MOST_OTHER_PRIORS = 8;

  private static final double SHARE_OF_FOLDS = 1.0 / 3; // of the work, where rows may grow
  private static final double FIRST_ROUND = 2.0 / 3; // of the work, at the most and usually
  private static final double FOR_OTHER_PRIORS = 15; // seconds of a core that may always be taken

  private final Trials trials;
  private final Budget budget;
  private final boolean otherPriors;
  private final List<Candidate> candidates;
  private final int triedFirst;
  private final List<double[]> scores = new ArrayList<>(); // (candidate, row)
  private final CrossValidation crossValidation;
  private final Growth growth;
  private final double forFolds; // seconds
  private final FoldScores known;
  private final long transitions;
  private double spared; // seconds, by what was known

  /** A choice that has no scores yet, and kept nothing. */
  public Selection(Study study, Choice choice) {
    this(study, choice, FoldScores.inMemory());
  }

  /**
   * @param study data, split and scaling of all candidates
   * @param choice before it is decided
   * @param known what candidates have scored already; takes up all else
   */
  public Selection(Study study, Choice choice, FoldScores known) {
    this(new StudyTrials(study), choice, known);
  }

  Selection(Trials trials, Choice choice, FoldScores known) {
    this.trials = trials;
    this.budget = choice.budget();
    this.otherPriors = choice.otherPriors();
    this.candidates = new ArrayList<>(choice.candidates());
    this.triedFirst = candidates.size();
    this.known = known;
    ChainPlan asked = candidates.getFirst().configuration().plan();
    List<Configuration> models = models(candidates);
    this.growth = new Growth(trials, asked.seed());
    this.forFolds = (growth.isPossible() ? SHARE_OF_FOLDS : 1) * budget.choosing();
    this.crossValidation = CrossValidation.of(trials, models, FIRST_ROUND * forFolds, asked.seed());
    this.spared = scored(models, 0);
    long first = crossValidation.transitionsLeft(models, known);
    this.transitions = otherPriors ? (long) (first / FIRST_ROUND) : first;
  }

  private static List<Configuration> models(List<Candidate> some) {
    return some.stream().map(Candidate::configuration).toList();
  }

  /**
   * What crossValidation has taken so far, but for what was known before, in seconds of one core as
   * they are common.
   */
  public double seconds() {
    return scored(models(candidates), 0) - spared + growth.spent();
  }

  /** What was spent on some candidates, from this place on, at any time. */
  private double scored(List<Configuration> some, int first) {
    return crossValidation.seconds(some) - crossValidation.secondsLeft(some, first, known);
  }

  /**
   * What the whole choice will probably take one core of this machine, in seconds; priors that will
   * be tried too.
   *
   * @param slowness (candidate): how long it takes for what takes a second on a core as they are
   *     common
   */
  public double expectedSeconds(double... slowness) {
    List<Configuration> models = models(candidates);
    double common = 0;
    double here = 0;
    for (int k = 0; k < models.size(); k++) {
      double seconds = crossValidation.secondsLeft(models.subList(k, k + 1), k, known);
      common += seconds;
      here += seconds * slowness[k];
    }
    if (common == 0) {
      return 0;
    }
    double more = otherPriors ? Math.max(1 / FIRST_ROUND, 1 + FOR_OTHER_PRIORS / 2 / common) : 1;
    return here * (more + (growth.isPossible() ? (budget.choosing() - forFolds) / common : 0));
  }

  /** Transitions of all chains that cross-validation still has to run, approximately. */
  public long transitions() {
    return transitions;
  }

  /**
   * Scores all candidates on held-out folds, weights them by stacking, and plans the chains of
   * those that are kept. The result does not depend on the engine.
   */
  public Choice decide(EngineSession session) {
    return decide(session, () -> budget);
  }

  /**
   * The same with a budget for sampling that is known once candidates are scored, such as what is
   * left of a time.
   */
  public Choice decide(EngineSession session, Supplier<Budget> left) {
    score(candidates, 0, session);
    double[] weights = weights();
    List<Candidate> further = withOtherPriors(weights);
    while (!further.isEmpty()) {
      score(further, candidates.size(), session);
      candidates.addAll(further);
      weights = weights();
      further = withOtherPriors(weights);
    }
    growth.grow(
        models(candidates),
        crossValidation.parts(),
        folds(),
        budget.choosing() - forFolds,
        known,
        session);
    return decided(growth.rounds().isEmpty() ? weights : weights(), left.get());
  }

  /** What candidates that are sound scored on the folds. */
  private Growth.Round folds() {
    int[] sound = IntStream.range(0, scores.size()).filter(k -> isSound(scores.get(k))).toArray();
    double[][] ofSound = Arrays.stream(sound).mapToObj(scores::get).toArray(double[][]::new);
    int most = Arrays.stream(ofSound).mapToInt(of -> of.length).max().orElse(0);
    return new Growth.Round(sound, ofSound, crossValidation.weights(most));
  }

  /** What decides: the last round of growth, or else the folds. */
  private Growth.Round deciding() {
    for (int r = growth.rounds().size() - 1; r >= 0; r--) {
      Growth.Round round = growth.rounds().get(r);
      int[] sound = Arrays.stream(round.places()).filter(k -> isSound(round.of(k))).toArray();
      if (sound.length > 0) {
        return round.only(sound);
      }
    }
    int rows = rows();
    int[] sound = sound();
    return new Growth.Round(
        sound,
        Arrays.stream(sound).mapToObj(k -> scores(k, rows)).toArray(double[][]::new),
        crossValidation.weights(rows));
  }

  private void score(List<Candidate> some, int first, EngineSession session) {
    List<Configuration> models = models(some);
    if (first > 0) {
      spared += scored(models, first);
    }
    scores.addAll(List.of(crossValidation.of(models, first, known, session)));
  }

  /**
   * The highest-weight model with priors that it was not tried with yet, as the budget allows: for
   * no more than the first candidates took, or some seconds.
   */
  private List<Candidate> withOtherPriors(double[] weights) {
    if (!otherPriors) {
      return List.of();
    }
    Optional<Candidate> heaviest =
        IntStream.range(0, weights.length)
            .filter(k -> !candidates.get(k).constant())
            .boxed()
            .max(Comparator.comparingDouble(k -> weights[k]))
            .map(candidates::get);
    List<Candidate> further =
        heaviest.stream()
            .flatMap(model -> CandidateModels.withOtherPriors(model, trials).stream())
            .filter(other -> candidates.stream().noneMatch(c -> c.name().equals(other.name())))
            .collect(Collectors.toCollection(ArrayList::new));
    double first = crossValidation.seconds(models(candidates.subList(0, triedFirst)));
    double most = Math.min(forFolds, first + Math.max(first, FOR_OTHER_PRIORS));
    double rest = most - crossValidation.seconds(models(candidates));
    while (!further.isEmpty()
        && (candidates.size() + further.size() > triedFirst + MOST_OTHER_PRIORS
            || crossValidation.seconds(models(further)) > rest)) {
      further.removeLast();
    }
    return further;
  }

  /**
   * Held-out rows that decide: all, or those of the first folds where no candidate that went
   * further is sound on all.
   */
  private int rows() {
    int most = scores.stream().mapToInt(of -> of.length).max().orElseThrow();
    return scores.stream().anyMatch(of -> of.length == most && isSound(of))
        ? most
        : scores.stream().mapToInt(of -> of.length).min().orElseThrow();
  }

  private static boolean isSound(double[] scores) {
    return Arrays.stream(scores).allMatch(Double::isFinite);
  }

  /** The scores of a candidate on the rows that decide; an eliminated one may have fewer. */
  private double[] scores(int candidate, int rows) {
    double[] all = scores.get(candidate);
    return all.length <= rows ? all : Arrays.copyOf(all, rows);
  }

  /** Candidates with a finite score on each of the rows that decide. */
  private int[] sound() {
    int rows = rows();
    int[] sound =
        IntStream.range(0, scores.size())
            .filter(k -> scores.get(k).length >= rows && isSound(scores(k, rows)))
            .toArray();
    if (sound.length == 0) {
      throw new InputException(
          "No model could be fitted to these data: look for extreme values in them.");
    }
    return sound;
  }

  private double[] weights() {
    double[] weights = new double[scores.size()];
    int[] kept = stack(deciding().places(), weights);
    stack(kept, weights); // what was dropped leaves its weight to the others
    return weights;
  }

  /** Drops models for whose chains there is no work left, be they as few and short as can be. */
  private void afford(double[] weights, double work) {
    int[] heaviestFirst =
        IntStream.range(0, weights.length)
            .filter(k -> weights[k] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -weights[k]))
            .mapToInt(k -> k)
            .toArray();
    double left = work;
    List<Integer> kept = new ArrayList<>();
    for (int k : heaviestFirst) {
      double least = CostModel.least(trials.size(candidates.get(k).configuration()));
      if (kept.isEmpty() || least <= left) {
        kept.add(k);
        left -= least;
      }
    }
    if (kept.size() < heaviestFirst.length) {
      stack(kept.stream().sorted().mapToInt(k -> k).toArray(), weights);
    }
  }

  private Choice decided(double[] weights, Budget rest) {
    if (rest.chains() != Chains.AS_ASKED) {
      afford(weights, rest.sampling());
    }
    int[] kept = IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
    ChainPlan asked = candidates.getFirst().configuration().plan();
    double[] ofKept = Arrays.stream(kept).mapToDouble(k -> weights[k]).toArray();
    List<Candidate> some = Arrays.stream(kept).mapToObj(candidates::get).toList();
    List<Size> sizes = models(some).stream().map(trials::size).toList();
    List<ChainPlan> plans = CostModel.plans(rest, asked, sizes, ofKept);
    ChainPlan[] planOf = new ChainPlan[weights.length];
    Arrays.fill(planOf, asked);
    for (int i = 0; i < kept.length; i++) {
      planOf[kept[i]] = plans.get(i);
    }
    Growth.Round deciding = deciding();
    int best = deciding.best();
    List<Candidate> decided = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      Candidate candidate = candidates.get(k);
      double mean = mean(k, deciding, best);
      decided.add(
          new Candidate(
              candidate.name(),
              candidate.configuration().withPlan(planOf[k]).stopped(rest.until(planOf[k])),
              Double.isFinite(mean) ? mean : -Double.MAX_VALUE,
              Double.isFinite(mean) ? error(k, deciding) : 0,
              weights[k]));
    }
    return new Choice(decided, otherPriors, rest, described());
  }

  private String described() {
    return growth.rounds().isEmpty() ? crossValidation.described() : growth.described();
  }

  private double error(int candidate, Growth.Round deciding) {
    double[] own = deciding.has(candidate) ? deciding.of(candidate) : scores.get(candidate);
    double[] weights =
        deciding.has(candidate) ? deciding.weights() : crossValidation.weights(own.length);
    return Math.min(Double.MAX_VALUE, Weighted.error(own, weights));
  }

  /**
   * The mean of a candidate's scores. Of one that was eliminated earlier, on other rows, which may
   * be easier: the mean of the best that went further, less what that was ahead there.
   */
  private double mean(int candidate, Growth.Round deciding, int best) {
    if (deciding.has(candidate)) {
      return deciding.mean(candidate);
    }
    List<Growth.Round> rounds = growth.rounds();
    int last = rounds.size() - 1;
    while (last >= 0 && !rounds.get(last).has(candidate)) {
      last--;
    }
    if (last >= 0 && !isSound(rounds.get(last).of(candidate))) {
      return Double.NEGATIVE_INFINITY;
    }
    Growth.Round own = last >= 0 ? rounds.get(last) : folds();
    int further = last + 1 < rounds.size() ? bestOf(own, rounds.get(last + 1)).orElse(best) : best;
    double lead =
        last >= 0 ? own.mean(candidate) - own.mean(further) : leadOnFolds(candidate, further);
    return mean(further, deciding, best) + lead;
  }

  /** The best in a round of the candidates that went on to the next and were sound there. */
  private static OptionalInt bestOf(Growth.Round round, Growth.Round next) {
    int[] sound = Arrays.stream(next.places()).filter(k -> isSound(next.of(k))).toArray();
    return sound.length == 0 ? OptionalInt.empty() : OptionalInt.of(round.only(sound).best());
  }

  private double leadOnFolds(int candidate, int best) {
    double[] own = scores.get(candidate);
    double[] others = scores.get(best);
    return lead(own, others, crossValidation.weights(Math.min(own.length, others.length)));
  }

  /** By how much the mean of some scores is ahead of that of others, on the rows that both have. */
  static double lead(double[] own, double[] others, double @Nullable [] weights) {
    int rows = Math.min(own.length, others.length);
    return Weighted.mean(Arrays.copyOf(own, rows), weights)
        - Weighted.mean(Arrays.copyOf(others, rows), weights);
  }

  /**
   * The weights of some candidates. While a constant prediction may be as good as any, leads over
   * it may be chance; once the rows show that it is not, no candidate is preferred.
   */
  private double[] stacked(int[] of) {
    Growth.Round deciding = deciding();
    boolean grown = !growth.rounds().isEmpty();
    double[][] some = Arrays.stream(of).mapToObj(deciding::of).toArray(double[][]::new);
    double points = grown ? Stacking.FURTHER_POINTS : crossValidation.furtherPoints();
    double lead = grown ? CrossValidation.CLEAR_LEAD : crossValidation.clearLead();
    double[] weights = deciding.weights();
    return IntStream.range(0, of.length)
        .filter(i -> candidates.get(of[i]).constant())
        .filter(i -> !Paired.best(some, weights).isAhead(some[i], lead))
        .mapToObj(constant -> Stacking.cautious(some, weights, points, constant))
        .findFirst()
        .orElseGet(() -> Stacking.cautious(some, weights, points));
  }

  /** Weighs some candidates, writes their weights, and returns those that are not dropped. */
  private int[] stack(int[] of, double[] weights) {
    double[] stacked = stacked(of);
    Arrays.fill(weights, 0);
    int[] kept =
        IntStream.range(0, of.length)
            .filter(i -> stacked[i] >= Stacking.LEAST_WEIGHT)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -stacked[i]))
            .limit(MOST_KEPT)
            .mapToInt(i -> i)
            .sorted()
            .toArray();
    double sum = Arrays.stream(kept).mapToDouble(i -> stacked[i]).sum();
    for (int i : kept) {
      weights[of[i]] = stacked[i] / sum;
    }
    return Arrays.stream(kept).map(i -> of[i]).toArray();
  }
}
