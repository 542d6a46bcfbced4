package dev.coset.comparison;

import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.laplace.LaplaceSettings;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.optimisation.MapTraining;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;

/** A way from a study to a predictive distribution, such as chains or an ensemble. */
public sealed interface Method
    permits ChosenModels, ManyChains, LongChain, Ensemble, LaplaceMethod, LaplaceMixture {

  /** What tables, folders and messages call it. */
  String name();

  /** Fits to the training rows. */
  Fitted fit(Study study, Workbench at);

  /** Fits to the training rows and scores on the test rows. */
  default MethodResult run(Study study, Workbench at) {
    Points test = study.test();
    if (test.count() == 0) {
      throw new InputException(
          "There are no rows for testing, so nothing can be scored: keep some, such as a fifth.");
    }
    Fitted fitted = fit(study, at);
    Scores scores = Scoring.of(fitted.predictiveAt(), test, study.scaling().target(), at.threads());
    return new MethodResult(name(), fitted, scores);
  }

  /** The same in memory, on all processors. */
  default MethodResult run(Study study) {
    return run(study, Workbench.local(Runtime.getRuntime().availableProcessors()));
  }

  /** The chains of the study's plan, weighted equally. */
  static Method manyChains() {
    return manyChains(Weighting.EQUAL);
  }

  /** The chains of the study's plan, which count by a rule. */
  static Method manyChains(Weighting rule) {
    return new ManyChains("chains", rule);
  }

  /** One chain with as many draws as all chains of the study's plan. */
  static Method longChain() {
    return new LongChain("long-chain");
  }

  /** Networks trained until a validation part says stop. */
  static Method deepEnsemble(int members) {
    return new Ensemble("ensemble", MapTraining.standard(), members);
  }

  /** A normal around one such network; its predictive is that of draws. */
  static Method laplace(int draws) {
    return new LaplaceMethod("laplace", MapTraining.standard(), LaplaceSettings.standard(), draws);
  }

  /** A normal around one such network, made linear there; its predictive has a closed form. */
  static Method linearisedLaplace() {
    return new LaplaceMethod(
        "laplace-linearised",
        MapTraining.standard(),
        LaplaceSettings.standard(),
        LaplaceMethod.LINEARISED);
  }

  /** A normal for each mode of the many chains' symmetry-free draws. */
  static Method mixtureOfLaplace() {
    return new LaplaceMixture("mixture", Weighting.STACKING);
  }
}
