package dev.coset.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.data.Split;
import dev.coset.data.TrainingFolds;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Stacking;
import dev.coset.sampler.Mclmc;
import dev.coset.store.FoldScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** A constant prediction is a candidate, and leads over it that may be chance do not decide. */
class ConstantCandidateTest {
  private static final int SEEDS = 200;
  private static final Budget ONE_FOLD = new Budget(1e-9, 100, Chains.AS_ASKED);
  private static final Budget ALL_FOLDS = new Budget(1e9, 100, Chains.AS_ASKED);
  private static final Configuration GIVEN =
      Configuration.of(
          new int[] {16}, new ChainPlan(4, 0, 0, EnsembleStart.NAME, new Mclmc.Settings()));

  /** Networks differ from the constant by a mean lead, and by noise of each network and row. */
  private record Table(int rows, double lead, long seed) implements Trials {
    private static final double NOISE = 0.5;

    @Override
    public Size size(Configuration model) {
      return new Size(model, 10, rows);
    }

    @Override
    public Prior firstPrior(int[] hidden) {
      return Prior.STANDARD_NORMAL;
    }

    @Override
    public TrainingFolds folds(int most, long seed) {
      return TrainingFolds.of(null, new int[rows], most, seed);
    }

    @Override
    public CompletableFuture<double[]> scores(
        Configuration model, Split fold, int index, EngineSession session) {
      return CompletableFuture.completedFuture(scores(model, fold, index));
    }

    private double[] scores(Configuration model, Split fold, int index) {
      double[] scores = new double[fold.test().length];
      Arrays.fill(scores, -1);
      if (model.prior().inputScale() < 0.1) { // the constant
        return scores;
      }
      int network = 31 * Arrays.hashCode(model.hidden()) + model.prior().hashCode();
      var normal =
          ZigguratSampler.NormalizedGaussian.of(
              RandomSource.XO_SHI_RO_256_PP.create(seed + 1000L * index + 1_000_003L * network));
      Arrays.setAll(scores, i -> scores[i] + lead + NOISE * normal.sample());
      return scores;
    }

    /** The weight of the constant prediction. */
    double ofConstant(Budget budget) {
      List<Candidate> networks =
          IntStream.of(0, 4, 8, 16)
              .mapToObj(width -> width == 0 ? new int[0] : new int[] {width})
              .map(hidden -> CandidateModels.candidate(GIVEN, hidden, Likelihood.NORMAL))
              .toList();
      List<Candidate> candidates = new ArrayList<>(networks);
      candidates.addFirst(
          Candidate.of(
              Candidate.CONSTANT + "-normal",
              GIVEN.with(new Prior(1, 1.0 / 16)).withHidden(new int[0])));
      Choice choice =
          new Selection(this, new Choice(candidates, false, budget, ""), FoldScores.inMemory())
              .decide(EngineSession.local(1));
      return choice.candidates().getFirst().weight();
    }
  }

  /** Of many networks that are no better, the luckiest is often two standard errors ahead. */
  @Test
  void onNoiseTheConstantKeepsMostWeightWithOneFold() {
    long few =
        IntStream.range(0, SEEDS)
            .filter(seed -> new Table(160, 0, seed).ofConstant(ONE_FOLD) < 0.5)
            .count();
    assertThat(few).isLessThanOrEqualTo(SEEDS / 100);
  }

  /** A lead of some five standard errors over all folds leaves nothing to the constant. */
  @Test
  void aClearLeadLeavesTheConstantNoWeight() {
    for (int seed = 0; seed < SEEDS / 10; seed++) {
      assertThat(new Table(160, 0.25, seed).ofConstant(ALL_FOLDS))
          .isLessThan(Stacking.LEAST_WEIGHT);
    }
  }

  /** What all folds show clearly, one of them may show by chance. */
  @Test
  void oneFoldMustShowMoreThanAllFolds() {
    var table = new Table(160, 0.2, 1);
    assertThat(table.ofConstant(ALL_FOLDS)).isZero();
    assertThat(table.ofConstant(ONE_FOLD)).isPositive();
  }
}
