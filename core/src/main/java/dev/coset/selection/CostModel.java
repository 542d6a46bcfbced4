package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.data.InputException;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Study;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.Ubu;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sizes chains and model choice by their cost: a function of data and options alone, so that it is
 * the same on every machine. In seconds of one core as they are common, by the cost of a gradient.
 */
public final class CostModel {
  private static final double SECONDS_PER_WEIGHT = 0.15e-9; // and row
  private static final double SECONDS_PER_STEP = 20e-9; // and weight: directions, sums
  private static final double SECONDS_PER_CALL = 2e-6;

  /** What single chains of a choice are like. */
  private static final int FOLD_CHAINS = 2;

  private static final int FOLD_DRAWS = 50;
  private static final double FOLD_WARMUP = 0.25; // of the usual one
  private static final double FOLD_THINNING = 20.0 / 150;

  /** The chains that predict, where there is time enough; each is the sampler's usual one. */
  public static final int CHAINS = 12;

  private static final double CHOOSING_SHARE = 0.25; // of a time
  private static final double START = 1.1; // chains with their starts, to those without
  private static final double PASS = 1.4; // of mini-batches, to a gradient of all rows
  private static final double TRAINING_SHARE = 0.4; // of the work for chains
  private static final long MOST_ROWS_SEEN = 300_000_000; // by a start
  private static final long ROWS_SEEN_IN_FOLD = 40_000_000;

  /** Single chains of a choice whose starts are trained by mini-batches. */
  private static final Sampler AFTER_TRAINING = Ubu.Settings.of(100, 10, 5);

  private static final int FEWEST_PASSES = 5;
  private static final int MOST_PASSES = 2000;
  private static final int MANY_ROWS = 100_000;
  private static final int FEWEST_CHAINS = 4;
  private static final int MOST_CHAINS = 1000;
  private static final double SHORTEST = 0.1; // of such a chain
  private static final double LONGEST = 4;

  /**
   * Where most of a posterior is, chains find sooner if it has one mode, as a linear model's, or is
   * near to its prior, as that of few rows.
   */
  private static final double SHORTEST_WARMUP = 0.2; // of the usual one

  private static final double ROWS_OF_USUAL_WARMUP = 200;

  private CostModel() {}

  /** By the number of rows: more where there are very many. */
  public static Budget budget(int rows, boolean sizesChains) {
    double more = Math.clamp((rows - 20_000) / 80_000.0, 0, 1);
    double many = Math.sqrt(Math.max(1, (double) rows / MANY_ROWS));
    double choosing = rows < 2 * StudyTrials.MOST_ROWS ? 150 : 450 * many;
    return new Budget(
        choosing, (350 + 150 * more) * many, sizesChains ? Chains.AT_MOST : Chains.AS_ASKED);
  }

  /**
   * All of a time.
   *
   * @param seconds of one core as they are common, in all
   */
  public static Budget filling(double seconds) {
    return new Budget(CHOOSING_SHARE * seconds, (1 - CHOOSING_SHARE) * seconds, Chains.FILLING);
  }

  /** What the chains that are to predict will take, in such seconds. */
  public static double seconds(Study study) {
    return seconds(Size.of(study));
  }

  static double seconds(Size model) {
    return seconds(model, model.configuration().plan(), model.rows());
  }

  /** The seconds of one gradient of a chain. */
  public static double gradient(Posterior posterior) {
    return gradient(posterior.data().count(), posterior.dimension(), weights(posterior));
  }

  /** The same where all inputs are numbers. */
  static double gradient(int rows, int parameters) {
    return gradient(rows, parameters, parameters);
  }

  private static double gradient(int rows, int parameters, int weights) {
    return SECONDS_PER_CALL
        + parameters * SECONDS_PER_STEP
        + (double) weights * rows * SECONDS_PER_WEIGHT;
  }

  /** How many weights the gradient of a row takes as long as. */
  static int weights(Posterior posterior) {
    int spared = posterior.network().width(0) - posterior.data().costlyInputs();
    return Math.max(1, posterior.dimension() - spared * posterior.network().width(1));
  }

  private static double seconds(Size model, ChainPlan plan, int rows) {
    Sampler sampler = plan.sampler();
    long gradients =
        sampler
            .gradients()
            .orElseThrow(
                () ->
                    new InputException(
                        "The run time of %s chains is not known in advance. Give the number and length of chains, and the layers of the model."
                            .formatted(sampler.name())));
    double gradient = gradient(rows, model.parameters(), model.weights());
    return isByBatches(plan, rows)
        ? plan.chains() * (gradients + PASS * passes(plan, rows)) * gradient
        : START * plan.chains() * gradients * gradient;
  }

  /** Whether starts are trained by mini-batches. */
  private static boolean isByBatches(ChainPlan plan, int rows) {
    return plan.start().equals(EnsembleStart.NAME) && EnsembleStart.isByBatches(rows);
  }

  private static int passes(ChainPlan plan, int rows) {
    return plan.passes() == null ? EnsembleStart.usualPasses(rows) : plan.passes();
  }

  /**
   * The chains of one fold of a choice.
   *
   * @param rows that they are given
   */
  static ChainPlan foldPlan(Size candidate, int rows) {
    ChainPlan asked = candidate.configuration().plan();
    Sampler usual = usual(asked);
    int warmup = warmup((int) (FOLD_WARMUP * usual.warmup()), candidate);
    ChainPlan plan =
        asked
            .withChains(FOLD_CHAINS)
            .withSuperchains(0)
            .withSampler(
                asked
                    .sampler()
                    .ofLength(warmup, FOLD_DRAWS, part(FOLD_THINNING, usual.thinning())));
    return isByBatches(plan, rows)
        ? plan.withPasses(passes(ROWS_SEEN_IN_FOLD, rows)).withSampler(AFTER_TRAINING)
        : plan;
  }

  /** With the passes that take so many seconds, where starts are trained by mini-batches. */
  private static ChainPlan trained(ChainPlan asked, Size model, double seconds) {
    if (!isByBatches(asked, model.rows())) {
      return asked;
    }
    double pass = PASS * gradient(model.rows(), model.parameters(), model.weights());
    return asked.withPasses(
        passes(Math.min(MOST_ROWS_SEEN, seconds / pass * model.rows()), model.rows()));
  }

  /** What a start takes, in such seconds, where it is trained by mini-batches; else 0. */
  private static double training(ChainPlan plan, Size model) {
    return isByBatches(plan, model.rows())
        ? PASS
            * passes(plan, model.rows())
            * gradient(model.rows(), model.parameters(), model.weights())
        : 0;
  }

  private static int passes(double rowsSeen, int rows) {
    return (int) Math.clamp(rowsSeen / rows, FEWEST_PASSES, MOST_PASSES);
  }

  /** The sampler's usual chain. */
  private static Sampler usual(ChainPlan asked) {
    return Sampler.named(asked.sampler().name());
  }

  private static int part(double share, int whole) {
    return Math.max(1, (int) (share * whole));
  }

  private static int warmup(int usual, Size model) {
    double share = model.linear() ? 0 : model.rows() / ROWS_OF_USUAL_WARMUP;
    return (int) (usual * Math.clamp(share, SHORTEST_WARMUP, 1));
  }

  /** The seconds of one fold of a candidate. */
  static double ofFold(Size candidate, int rows) {
    return seconds(candidate, foldPlan(candidate, rows), rows);
  }

  /** The chains of a model where the user says nothing of them and there is time enough. */
  private static ChainPlan full(ChainPlan asked, Size model) {
    return asked.withChains(CHAINS).withSampler(sized(asked, model, 1));
  }

  private static Sampler sized(ChainPlan asked, Size model, double length) {
    Sampler usual = usual(asked);
    return asked
        .sampler()
        .ofLength(
            (int) (warmup(usual.warmup(), model) * length),
            usual.draws(),
            part(length, usual.thinning()));
  }

  /** What the fewest and shortest chains of a model take, of any that are sized. */
  static double least(Size model) {
    ChainPlan asked = model.configuration().plan();
    ChainPlan plan = asked.withChains(FEWEST_CHAINS).withSampler(sized(asked, model, SHORTEST));
    return seconds(
        model,
        isByBatches(plan, model.rows()) ? plan.withPasses(FEWEST_PASSES) : plan,
        model.rows());
  }

  /** The same of a model that predicts alone. */
  public static double shortest(Study study) {
    return least(Size.of(study));
  }

  /** What the shortest choice takes: linear models, one fold, and the chains of one of them. */
  public static double shortestChoice(Study study) {
    Size linear = Size.of(study.with(study.configuration().withHidden(new int[0])));
    return 3 * CrossValidation.secondsOfFold(linear) + least(linear);
  }

  /** The chains of one model that predicts alone. */
  public static ChainPlan plan(Budget budget, ChainPlan asked, Study study) {
    return plans(budget, asked, List.of(Size.of(study)), new double[] {1}).getFirst();
  }

  /**
   * The chains of each of several models that predict together: fewer for those of less weight,
   * shorter ones where all would take too long, then fewer.
   *
   * @param weights (model)
   */
  static List<ChainPlan> plans(
      Budget budget, ChainPlan asked, List<Size> models, double[] weights) {
    if (budget.chains() == Chains.AS_ASKED) {
      return Collections.nCopies(models.size(), asked);
    }
    double[] shares =
        Arrays.stream(weights)
            .map(weight -> Math.clamp(2 * weight, (double) FEWEST_CHAINS / CHAINS, 1))
            .toArray();
    double perChain = TRAINING_SHARE * budget.sampling() / (CHAINS * Arrays.stream(shares).sum());
    ChainPlan[] trained = new ChainPlan[shares.length];
    double training = 0;
    double need = 0;
    for (int k = 0; k < shares.length; k++) {
      Size model = models.get(k);
      ChainPlan full = full(asked, model);
      trained[k] = trained(asked, model, perChain);
      double ofTraining = training(trained[k], model);
      training += CHAINS * shares[k] * ofTraining;
      need +=
          shares[k] * (seconds(model, full, model.rows()) - full.chains() * training(full, model));
    }
    double all = Math.max(0, budget.sampling() - training) / need;
    double share = budget.chains() == Chains.AT_MOST ? Math.min(1, all) : all;
    double length = Math.clamp(share, SHORTEST, LONGEST);
    return IntStream.range(0, shares.length)
        .mapToObj(
            k -> {
              long chains = Math.round(CHAINS * shares[k] * share / length);
              return trained[k]
                  .withChains((int) Math.clamp(chains, FEWEST_CHAINS, MOST_CHAINS))
                  .withSampler(sized(asked, models.get(k), length));
            })
        .toList();
  }
}
