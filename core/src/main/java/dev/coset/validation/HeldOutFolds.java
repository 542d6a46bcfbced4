package dev.coset.validation;

import dev.coset.chains.ChainBatch;
import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.model.Study;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Folds of a study's training rows, each held out in turn: short chains that are given the others
 * score it. Folds keep groups whole and respect time. Importance sampling from draws given all rows
 * would be cheaper, but the posterior of a network moves too much with single rows: its estimate is
 * far too good for large networks.
 */
public final class HeldOutFolds {
  private static final int MOST_PARTS = 20;

  private final Study study;
  private final TrainingFolds folds;
  private final List<Split> splits; // of the folds, then further ones
  private final Map<Integer, Rows> rows = new ConcurrentHashMap<>(); // by fold

  /** The rows of a fold and the others, as networks see them that are given the others. */
  private record Rows(Points given, Points heldOut) {}

  private HeldOutFolds(Study study, TrainingFolds folds, List<Split> splits) {
    this.study = study;
    this.folds = folds;
    this.splits = splits;
  }

  /**
   * Folds of training rows.
   *
   * @param most folds, as far as there are rows or blocks
   * @param mostRows of the training rows take part, evenly picked
   */
  public static HeldOutFolds of(Study study, int most, int mostRows, long seed) {
    TrainingFolds folds = folds(study, most, mostRows, seed);
    return new HeldOutFolds(study, folds, folds.splits());
  }

  /** The same folds, and after them other splits of the training rows. */
  public HeldOutFolds and(List<Split> others) {
    return new HeldOutFolds(study, folds, Stream.concat(splits.stream(), others.stream()).toList());
  }

  /**
   * One fold of some training rows: rows of one group stay together, and rows of later times are
   * predicted from those before them.
   *
   * @param rows of the training rows take part, evenly picked
   * @param most rows that are held out
   */
  public static Split one(Study study, int rows, int most, long seed) {
    int parts = Math.max(2, Math.ceilDiv(rows, most));
    TrainingFolds folds = folds(study, Math.min(parts, MOST_PARTS), rows, seed);
    boolean inTime = folds.blocks() != null && folds.blocks().inTime();
    Split split = inTime ? folds.splits().getLast() : folds.splits().getFirst();
    int[] test = split.test();
    return test.length <= most ? split : new Split(split.train(), Arrays.copyOf(test, most));
  }

  private static TrainingFolds folds(Study study, int most, int mostRows, long seed) {
    int count = study.posterior().data().count();
    int taken = Math.min(count, mostRows);
    int[] rows = IntStream.range(0, taken).map(i -> (int) ((long) i * count / taken)).toArray();
    Blocks blocks = study.data().blocks();
    if (blocks != null) {
      blocks = blocks.select(at(study.split().train(), rows));
    }
    int[] strata = at(study.posterior().data().y().strata(), rows);
    return TrainingFolds.of(blocks, strata, most, seed).among(rows);
  }

  private static int[] at(int[] values, int[] places) {
    return Arrays.stream(places).map(place -> values[place]).toArray();
  }

  /** The folds, as places among the training rows. */
  public TrainingFolds folds() {
    return folds;
  }

  /** The held-out rows in the order of folds; with folds in time, not all training rows. */
  public int[] rows() {
    return folds.splits().stream().flatMapToInt(fold -> Arrays.stream(fold.test())).toArray();
  }

  /**
   * Samples chains given the other folds, and scores the held-out one: {@code log p(y_i | rows of
   * the other folds)} by row, in the likelihood's units; minus infinity where all chains fail.
   *
   * @param model of the same data
   * @param recipe of its chains, from its posterior given the other folds
   */
  public CompletableFuture<double[]> logDensity(
      EngineSession session,
      Study model,
      int fold,
      Function<Posterior, ChainRecipe> recipe,
      IntStream chains) {
    Rows seen = rows.computeIfAbsent(fold, this::seen);
    ChainRecipe given = recipe.apply(model.posterior().given(seen.given()));
    Map<Integer, Draws> drawn = new TreeMap<>(); // by chain
    var batch =
        new ChainBatch(given, chains)
            .to(
                outcomes -> {
                  for (ChainOutcome outcome : outcomes) {
                    if (outcome instanceof ChainOutcome.Finished finished) {
                      drawn.put(finished.chain(), finished.draws());
                    }
                  }
                });
    session.submit(batch);
    return session.after(
        batch, () -> logDensity(given, List.copyOf(drawn.values()), seen.heldOut()));
  }

  private Rows seen(int fold) {
    Split split = splits.get(fold);
    UnaryOperator<Points> seen = study.seenFrom(split.train());
    Points all = study.posterior().data();
    return new Rows(seen.apply(all.select(split.train())), seen.apply(all.select(split.test())));
  }

  private static double[] logDensity(ChainRecipe recipe, List<Draws> chains, Points heldOut) {
    double[] log = new double[heldOut.count()];
    if (chains.isEmpty()) {
      Arrays.fill(log, Double.NEGATIVE_INFINITY);
      return log;
    }
    Posterior given = recipe.posterior();
    var schema = recipe.plan().sampler().schema();
    Draws draws = Draws.concatenate(given.dimension(), schema, chains);
    var predictive = given.predictive(draws, heldOut.x(), 1);
    Arrays.setAll(log, i -> predictive.at(i).logDensity(heldOut.y().at(i)));
    return log;
  }
}
