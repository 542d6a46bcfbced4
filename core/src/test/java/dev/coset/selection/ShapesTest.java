package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.Blocks;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.store.FoldScores;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Choice, cost model and plans hold for tables of any shape and any time. */
class ShapesTest {
  private static final int SHAPES = 3000;
  private static final Configuration GIVEN =
      Configuration.of(
          new int[] {16, 16},
          new ChainPlan(CostModel.CHAINS, 0, 0, EnsembleStart.NAME, new Mclmc.Settings()));

  /**
   * A table of which only the shape is known.
   *
   * @param classes 0 for a number
   * @param groups 0 for none
   * @param signal how much better the largest network is than a constant, in nats
   * @param failing the share of folds in which all chains of a network fail
   */
  private record Shape(
      int rows, int inputs, int classes, int groups, double signal, double failing, long seed)
      implements Trials {
    @Override
    public Size size(Configuration model) {
      long outputs =
          classes > 0 ? classes : model.likelihood().equals(Likelihood.HETEROSCEDASTIC) ? 2 : 1;
      long parameters = classes > 0 ? 0 : 1;
      long from = inputs;
      for (int width : model.hidden()) {
        parameters += (from + 1) * width;
        from = width;
      }
      return new Size(model, Math.toIntExact(parameters + (from + 1) * outputs), rows);
    }

    @Override
    public Prior firstPrior(int[] hidden) {
      return hidden.length == 0 ? Prior.STANDARD_NORMAL : new Prior(1, 1 / Math.sqrt(inputs));
    }

    /** Real folds of few rows; for more, folds of the right size with few rows to predict. */
    @Override
    public TrainingFolds folds(int most, long seed) {
      if (rows > 500) {
        int train = Math.min(rows, StudyTrials.MOST_ROWS) * (most - 1) / most;
        Split fold =
            new Split(
                IntStream.range(0, train).toArray(), IntStream.range(train, train + 40).toArray());
        return new TrainingFolds(Collections.nCopies(most, fold), null);
      }
      Blocks blocks =
          groups == 0
              ? null
              : Blocks.groups(IntStream.range(0, rows).map(i -> i % groups).toArray());
      int[] strata =
          IntStream.range(0, rows).map(i -> classes == 0 ? 0 : i * 31 % classes).toArray();
      return TrainingFolds.of(blocks, strata, most, seed);
    }

    @Override
    public CompletableFuture<double[]> scores(
        Configuration model, Split fold, int index, EngineSession session) {
      return CompletableFuture.completedFuture(scores(model, fold, index));
    }

    private double[] scores(Configuration model, Split fold, int index) {
      long own = seed + 31L * model.hashCode() + index;
      UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(own);
      double[] scores = new double[fold.test().length];
      if (model.hidden().length > 0 && random.nextDouble() < failing) {
        Arrays.fill(scores, Double.NEGATIVE_INFINITY);
        return scores;
      }
      var normal = ZigguratSampler.NormalizedGaussian.of(random);
      double lead = signal * size(model).parameters() / (100.0 + size(model).parameters());
      Arrays.setAll(scores, i -> lead + normal.sample());
      return scores;
    }

    List<String> likelihoods() {
      return classes > 0
          ? List.of(Likelihood.CATEGORICAL)
          : seed % 3 == 0
              ? List.of(Likelihood.NORMAL)
              : List.of(Likelihood.NORMAL, Likelihood.HETEROSCEDASTIC);
    }
  }

  private static int between(UniformRandomProvider random, double least, double most) {
    return (int) Math.round(least * Math.pow(most / least, random.nextDouble()));
  }

  private static Shape shape(UniformRandomProvider random, long seed) {
    return new Shape(
        between(random, 10, 1e7),
        between(random, 1, 1e4),
        random.nextInt(3) == 0 ? between(random, 2, 200) : 0,
        random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0,
        random.nextInt(4) == 0 ? 0 : 3 * random.nextDouble(),
        random.nextInt(5) == 0 ? 0.1 : 0,
        seed);
  }

  @Test
  void everyShapeGetsAModelAndChains() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(8);
    for (int k = 0; k < SHAPES; k++) {
      Shape shape = shape(random, k);
      Budget budget =
          random.nextBoolean()
              ? CostModel.budget(shape.rows(), true)
              : CostModel.filling(between(random, 1, 3600) * (1 + random.nextInt(16)) / 1.5);
      boolean otherPriors = random.nextInt(4) > 0;
      List<Candidate> candidates =
          CandidateModels.of(shape, GIVEN, shape.likelihoods(), otherPriors, budget);
      var undecided = new Choice(candidates, otherPriors, budget, "");
      assertSound(shape, budget, decide(shape, undecided), candidates);
    }
  }

  private static Choice decide(Shape shape, Choice undecided) {
    try {
      return new Selection(shape, undecided, FoldScores.inMemory()).decide(EngineSession.local(1));
    } catch (RuntimeException e) {
      throw new AssertionError(shape + " " + undecided.budget(), e);
    }
  }

  private static void assertSound(
      Shape shape, Budget budget, Choice choice, List<Candidate> candidates) {
    String what = shape + " " + budget;
    assertThat(candidates).as(what).anyMatch(c -> c.name().startsWith("linear"));
    assertThat(choice.decided()).as(what).isTrue();
    assertThat(choice.candidates()).as(what).hasSizeBetween(candidates.size(), 30);
    assertThat(choice.candidates()).as(what).allMatch(c -> Double.isFinite(c.score()));
    List<Candidate> kept = choice.kept();
    assertThat(kept).as(what).hasSizeBetween(1, 8);
    assertThat(kept.stream().mapToDouble(Candidate::weight).sum())
        .as(what)
        .isCloseTo(1, within(1e-12));
    double seconds = 0;
    double least = 0;
    for (Candidate candidate : kept) {
      ChainPlan plan = candidate.configuration().plan();
      assertThat(plan.chains()).as(what).isBetween(4, 1000);
      Size size = shape.size(candidate.configuration());
      seconds += CostModel.seconds(size);
      least += CostModel.least(size);
    }
    assertThat(seconds).as(what).isLessThan(1.5 * Math.max(budget.sampling(), least));
  }

  /** Whatever is tried, cross-validation keeps to its budget unless one fold exceeds it. */
  @Test
  void crossValidationKeepsToItsBudget() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(9);
    for (int k = 0; k < 300; k++) {
      Shape shape = shape(random, k);
      Budget budget = CostModel.budget(shape.rows(), true);
      List<Candidate> candidates =
          CandidateModels.of(shape, GIVEN, shape.likelihoods(), true, budget);
      var selection =
          new Selection(shape, new Choice(candidates, true, budget, ""), FoldScores.inMemory());
      if (shape.failing() == 0) {
        selection.decide(EngineSession.local(1));
        double oneFold =
            candidates.stream()
                .mapToDouble(c -> CrossValidation.secondsOfFold(shape.size(c.configuration())))
                .sum();
        assertThat(selection.seconds())
            .as(shape.toString())
            .isLessThan(1.01 * Math.max(budget.choosing(), oneFold));
      }
    }
  }
}
