package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.diagnostics.Verdict;
import dev.coset.distribution.Predictive;
import dev.coset.model.Study;
import dev.coset.modes.Findings;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Svg;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.symmetry.SymmetryRemoval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What several sections show of a run, computed once. Charts show at most some draws and rows,
 * evenly picked; scores and diagnostics are of all.
 *
 * @param run the highest-weight model
 * @param draws of all its finished chains
 * @param some at most so many of them as a chart takes
 * @param test rows as the network sees them; there may be none
 * @param findings modes of {@code some}; empty where there are fewer than two
 */
record RunFigures(
    Mixture mixture,
    Assessment assessment,
    RunStore run,
    Study study,
    Draws draws,
    Draws some,
    Points test,
    List<ChainOutcome.Finished> finished,
    List<ChainOutcome.Failed> failed,
    Optional<Findings> findings,
    int threads) {
  private static final int MOST_DRAWS = 1500;
  private static final int LONGEST_NAME = 32; // in letters

  /** Function values held at once for the modes, each of 8 bytes. */
  private static final int MOST_VALUES = 4_000_000;

  /** How many parts {@link #of} begins. */
  static final int PARTS = 1;

  /**
   * Of a run that is assessed already.
   *
   * @param begins hears of each part before the work on it
   */
  static RunFigures of(
      Mixture mixture, Assessment assessment, int threads, Consumer<String> begins) {
    RunStore run = mixture.lead();
    Study study = run.study();
    Draws draws = run.draws();
    Draws some = draws.evenly(MOST_DRAWS);
    Points test = study.test();
    begins.accept("modes");
    Optional<Findings> findings =
        some.count() < 2 ? Optional.empty() : Optional.of(modes(study, some, test, threads));
    return new RunFigures(
        mixture,
        assessment,
        run,
        study,
        draws,
        some,
        test,
        only(ChainOutcome.Finished.class, run),
        only(ChainOutcome.Failed.class, run),
        findings,
        threads);
  }

  private static Findings modes(Study study, Draws draws, Points test, int threads) {
    int points = MOST_VALUES / draws.count();
    return Findings.of(
        study,
        draws,
        study.posterior().data().evenly(points),
        test.evenly(points),
        SymmetryRemoval.EXACT,
        OptionalInt.empty(),
        threads);
  }

  private static <T extends ChainOutcome> List<T> only(Class<T> kind, RunStore run) {
    return run.outcomes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  ChainConvergence convergence() {
    return assessment.convergence();
  }

  /** Diagnostics of the highest-weight model; empty where no chain has finished. */
  Optional<RunDiagnostics> diagnostics() {
    return assessment.lead();
  }

  /** Predictions of the test rows; empty where there are no draws or no test rows. */
  Optional<TestRows> tested() {
    return assessment.test();
  }

  Verdict verdict() {
    return assessment.verdict();
  }

  Posterior posterior() {
    return study.posterior();
  }

  Optional<TestScores> testScores() {
    return tested()
        .map(rows -> new TestScores(rows, verdict().baselines(), target(), scaling().deviation()));
  }

  boolean hasTest() {
    return test.count() > 0;
  }

  /** Test rows, or training rows where there are none. */
  Points shownRows() {
    return hasTest() ? test : posterior().data();
  }

  /** Which rows of the data {@link #shownRows} are. */
  int[] shownRowNumbers() {
    return hasTest() ? study.split().test() : study.split().train();
  }

  /** What some draws of all models compute at points, no more than a chart takes. */
  MixedValues values(double[][] x) {
    return MixedValues.of(mixture, MOST_DRAWS, x, threads);
  }

  /** What some draws of all models say of the target at points, in the units of the data. */
  Predictive predictive(double[][] x) {
    return mixture
        .predictive(x, MOST_DRAWS / mixture.parts().size(), threads)
        .map(study.scaling().target()::original);
  }

  /** What draws of the highest-weight model compute at points. */
  MixedValues values(Draws of, double[][] x) {
    return MixedValues.of(posterior(), OutputValues.of(posterior(), of, x, threads));
  }

  TargetScaling scaling() {
    return study.scaling().target();
  }

  /** Names the model that a section is about; empty where there is only one. */
  String ofLead() {
    Mixture.Part lead = mixture.parts().getFirst();
    return mixture.parts().size() == 1
        ? ""
        : " of model %s (weight %s)".formatted(lead.name(), Numbers.text(lead.weight(), 2));
  }

  String target() {
    return study.data().encoding().target().name();
  }

  /** The kind of the target. */
  TargetKind kind() {
    return study.scaling().target().kind();
  }

  /** The names of the target's classes. */
  List<String> classes() {
    return study.data().encoding().target().levels();
  }

  /** The name of a class where there is no room for a long one. */
  String className(int k) {
    return Svg.shortened(classes().get(k), LONGEST_NAME);
  }

  /** Targets in the units of the data. */
  double[] original(Targets targets) {
    return original(targets.values());
  }

  double[] original(double[] standard) {
    return Arrays.stream(standard).map(study.scaling().target()::original).toArray();
  }

  /** The mode of each of {@link #some}, from 0. */
  int[] modeOfDraw() {
    return findings.map(f -> f.clustering().label()).orElseGet(() -> new int[some.count()]);
  }
}
