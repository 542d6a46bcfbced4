package dev.coset.benchmarks;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.EngineSession;
import dev.coset.comparison.Fitted;
import dev.coset.comparison.Method;
import dev.coset.comparison.Workbench;
import dev.coset.data.Points;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.experiments.PaperData;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.predictive.LeaveOneOut;
import dev.coset.predictive.Scoring;
import dev.coset.sampler.Mclmc;
import dev.coset.selection.CandidateModels;
import dev.coset.selection.CostModel;
import dev.coset.selection.Selection;
import java.util.List;

/**
 * How well a candidate will predict test rows, by importance sampling from short chains given all
 * training rows (PSIS-LOO), and by folds of them.
 */
final class ChoiceBenchmark {
  private static final List<PaperData> SETS =
      List.of(PaperData.DIABETES, PaperData.YACHT, PaperData.FOREST_FIRE, PaperData.IZMAILOV);

  private ChoiceBenchmark() {}

  static void run() {
    int threads = Runtime.getRuntime().availableProcessors();
    System.out.println("| data | model | PSIS-LOO | rows of bad k-hat | folds | test | weight |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (PaperData set : SETS) {
      measure(set, threads);
    }
  }

  private static void measure(PaperData set, int threads) {
    var plan = new ChainPlan(4, 0, 0, EnsembleStart.NAME, Mclmc.Settings.of(2000, 50, 20));
    var base = Configuration.of(new int[] {16}, plan);
    Study study = set.study(PaperData.shipped(), base);
    var budget = CostModel.budget(study.split().train().length, false);
    List<Candidate> candidates =
        CandidateModels.of(study, CandidateModels.likelihoods(study), true, budget);
    var undecided = new Choice(candidates, true, budget, "");
    Choice choice;
    try (var session = EngineSession.local(threads)) {
      choice = new Selection(study, undecided).decide(session);
    }
    for (Candidate candidate : choice.candidates()) {
      Study model = study.with(candidate.configuration());
      Fitted fitted = Method.manyChains().fit(model, Workbench.local(threads));
      Points train = model.posterior().data();
      LeaveOneOut loo = leaveOneOut(fitted, train, threads);
      double test =
          Scoring.of(fitted.predictiveAt(), model.test(), model.scaling().target(), threads).lppd();
      System.out.printf(
          "| %s | %s | %.3f | %d of %d | %.3f | %.3f | %.2f |%n",
          set,
          candidate.name(),
          loo.total() / train.count(),
          loo.unreliablePoints(),
          train.count(),
          candidate.score(),
          test,
          candidate.weight());
    }
  }

  private static LeaveOneOut leaveOneOut(Fitted fitted, Points train, int threads) {
    var predictive = fitted.predictiveAt().apply(train.x());
    double[][] log = new double[predictive.at(0).size()][train.count()];
    for (int i = 0; i < train.count(); i++) {
      var at = predictive.at(i);
      for (int g = 0; g < log.length; g++) {
        log[g][i] = at.logDensityOf(g, train.y().at(i));
      }
    }
    return LeaveOneOut.of(log, null, 1, threads);
  }
}
