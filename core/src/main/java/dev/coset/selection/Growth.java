package dev.coset.selection;

import dev.coset.chains.EngineSession;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.predictive.Paired;
import dev.coset.statistics.Weighted;
import dev.coset.store.FoldScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Candidates on more and more training rows, while they cannot be told apart. More rows favour
 * larger networks, so a candidate is eliminated only by one that is at least as large and clearly
 * better.
 */
final class Growth {
  private static final double CLEARLY = 2.5; // standard errors of the difference

  private final Trials trials;
  private final List<Split> splits;
  private final List<Round> rounds = new ArrayList<>();
  private double spent; // seconds, but for what was known before

  /**
   * The candidates that were scored on one split.
   *
   * @param places of the candidates
   * @param scores (place, row)
   * @param weights of the rows; null where all are 1
   */
  record Round(int[] places, double[][] scores, double @Nullable [] weights) {

    double[] of(int candidate) {
      return scores[Arrays.binarySearch(places, candidate)];
    }

    boolean has(int candidate) {
      return Arrays.binarySearch(places, candidate) >= 0;
    }

    double mean(int candidate) {
      double[] own = of(candidate);
      return Weighted.mean(own, first(weights, own.length));
    }

    /** The candidate with the highest mean. */
    int best() {
      return Arrays.stream(places)
          .boxed()
          .max(Comparator.comparingDouble(this::mean).thenComparing(Comparator.reverseOrder()))
          .orElseThrow();
    }

    /** The same of some of its candidates. */
    Round only(int[] some) {
      return new Round(
          some, Arrays.stream(some).mapToObj(this::of).toArray(double[][]::new), weights);
    }
  }

  Growth(Trials trials, long seed) {
    this.trials = trials;
    this.splits = trials.grown(seed);
  }

  /** Whether there are more rows than the folds have. */
  boolean isPossible() {
    return !splits.isEmpty();
  }

  /** What it has taken so far, but for what was known before, in reference core-seconds. */
  double spent() {
    return spent;
  }

  /** The rounds so far. */
  List<Round> rounds() {
    return rounds;
  }

  /**
   * Scores candidates on more and more rows, as far as a budget goes.
   *
   * @param models all candidates
   * @param folds how many there are; the splits are numbered after them
   * @param first what they scored on the folds, some of them perhaps on fewer rows
   * @param seconds of one core as they are common
   */
  void grow(
      List<Configuration> models,
      int folds,
      Round first,
      double seconds,
      FoldScores known,
      EngineSession session) {
    Round last = first;
    double left = seconds;
    for (int k = 0; k < splits.size(); k++) {
      int[] rest = affordable(models, last, survivors(models, last), k, left);
      if (rest.length < 2) {
        return;
      }
      left -= seconds(models, rest, k);
      last = score(models, rest, k, folds + k, known, session);
      rounds.add(last);
    }
  }

  /** The best of some candidates, so many as the budget allows. */
  private int[] affordable(
      List<Configuration> models, Round last, int[] some, int split, double budget) {
    List<Integer> bestFirst =
        Arrays.stream(some)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer place) -> -last.mean(place)))
            .toList();
    double left = budget;
    List<Integer> kept = new ArrayList<>();
    for (int place : bestFirst) {
      left -= seconds(models, new int[] {place}, split);
      if (left < 0) {
        break;
      }
      kept.add(place);
    }
    return kept.stream().sorted().mapToInt(place -> place).toArray();
  }

  private double seconds(List<Configuration> models, int[] some, int split) {
    int rows = splits.get(split).train().length;
    return Arrays.stream(some)
        .mapToDouble(place -> CostModel.ofFold(trials.size(models.get(place)), rows))
        .sum();
  }

  private int[] survivors(List<Configuration> models, Round last) {
    return Arrays.stream(last.places())
        .filter(
            place ->
                Arrays.stream(last.places())
                    .noneMatch(
                        other ->
                            other != place
                                && parameters(models, other) >= parameters(models, place)
                                && isAhead(last, other, place)))
        .toArray();
  }

  private int parameters(List<Configuration> models, int place) {
    return trials.size(models.get(place)).parameters();
  }

  private static boolean isAhead(Round round, int better, int worse) {
    double[] scores = round.of(better);
    double[] others = round.of(worse);
    int rows = Math.min(scores.length, others.length);
    return new Paired(Arrays.copyOf(scores, rows), first(round.weights(), rows))
        .isAhead(Arrays.copyOf(others, rows), CLEARLY);
  }

  private static double @Nullable [] first(double @Nullable [] weights, int rows) {
    return weights == null ? null : Arrays.copyOf(weights, rows);
  }

  private Round score(
      List<Configuration> models,
      int[] places,
      int split,
      int fold,
      FoldScores known,
      EngineSession session) {
    List<Future<?>> scored = new ArrayList<>();
    for (int i = places.length - 1; i >= 0; i--) { // the largest models take longest
      int place = places[i];
      if (known.of(place, fold).isEmpty()) {
        spent += seconds(models, new int[] {place}, split);
        scored.add(
            trials
                .scores(models.get(place), splits.get(split), fold, session)
                .thenAccept(scores -> known.add(place, fold, scores)));
      }
    }
    scored.forEach(session::await);
    double[][] scores =
        IntStream.of(places)
            .mapToObj(place -> known.of(place, fold).orElseThrow())
            .toArray(double[][]::new);
    return new Round(places, scores, Weighted.select(trials.weights(), splits.get(split).test()));
  }

  /** How the last scores came about, as a part of a sentence. */
  String described() {
    Split last = splits.get(rounds.size() - 1);
    return "%d training rows, predicted from %d others"
        .formatted(last.test().length, last.train().length);
  }
}
