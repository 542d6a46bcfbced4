package dev.coset.cli;

import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.LogDensityLevels;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.diagnostics.SamplerStatistics;
import dev.coset.diagnostics.SpaceMixing;
import dev.coset.diagnostics.Verdict;
import dev.coset.message.Dialect;
import dev.coset.predictive.TestRows;
import dev.coset.statistics.MixingSummary;
import dev.coset.store.Mixture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Diagnostics as fields and as text. */
final class DiagnosisTable {
  private static final String SYMMETRY =
      "R-hat and ESS of parameters mean nothing across chains: symmetry gives each chain its own"
          + " copy of a mode.";

  private DiagnosisTable() {}

  /** What is said of the whole run: all models, as they predict together. */
  static Console.Result verdict(Assessment assessment, Mixture run, Dialect dialect) {
    Verdict verdict = assessment.verdict();
    Optional<TestRows> test = assessment.test();
    var target = ScoredTarget.of(run);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("verdict", verdict.headline());
    fields.put("severity", word(verdict.findings().getFirst()));
    Map<String, Object> weights = new LinkedHashMap<>();
    run.parts().forEach(part -> weights.put(part.name(), part.weight()));
    if (run.parts().size() > 1) {
      fields.put("weights", weights);
    }
    test.ifPresent(rows -> fields.put("scores", ScoreTable.fields(rows.scores(), target)));
    fields.put("findings", fields(verdict.findings(), dialect));
    String text =
        verdict.headline()
            + "\n"
            + test.map(rows -> ScoreTable.text(rows.scores(), target) + "\n\n").orElse("")
            + text(verdict.findings(), dialect);
    return new Console.Result(fields, text + verdict.further().map(f -> f + "\n").orElse(""));
  }

  /** Findings on one model, and what they rest on. */
  static String text(List<Finding> findings, RunDiagnostics run, Dialect dialect) {
    var text = new StringBuilder(text(findings, dialect));
    text.append(findings.isEmpty() ? "" : "\n").append(sampler(run));
    if (run.drawsPerChain() > 1) {
      text.append(
          Texts.format(
              "%n%n%-22s%10s%12s%10s%10s%10s%n",
              "worst", "R-hat", "chain-wise", "nested", "ESS bulk", "ESS tail"));
      text.append(mixing("functions", run.functions())).append('\n');
      text.append(mixing("parameters", run.parameters())).append('\n');
      text.append(SYMMETRY);
    }
    return text.toString();
  }

  private static String text(List<Finding> findings, Dialect dialect) {
    var text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(
          Texts.format(
              "%-9s%-15s%s%n", word(finding), finding.about(), finding.message().in(dialect)));
    }
    return text.toString();
  }

  private static String word(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private static String sampler(RunDiagnostics run) {
    SamplerStatistics sampler = run.sampler();
    return Texts.format(
        """
        chains         %d of %d, with %d draw%s each
        divergences    %d of %d draws, %d in warm-up
        log density    median %.2f, deviation %.2f (one mode: %.2f)
        equipartition  %.3f +- %.3f (converged: 1)
        step size      %.3g to %.3g, %.0f gradients a draw\
        """,
        run.finished(),
        run.planned(),
        run.drawsPerChain(),
        run.drawsPerChain() == 1 ? "" : "s",
        sampler.divergences(),
        sampler.draws(),
        sampler.warmupDivergences(),
        run.logDensity().median(),
        run.logDensity().deviation(),
        run.logDensity().expectedDeviation(),
        run.equipartition().mean(),
        run.equipartition().error(),
        sampler.leastStepSize(),
        sampler.greatestStepSize(),
        sampler.meanSteps());
  }

  static String mixing(String name, SpaceMixing space) {
    return Texts.format(
        "%-22s%10s%12s%10s%10s%10s",
        name + " (" + space.quantities().size() + ")",
        number("%.3f", space.largest(MixingSummary::rhat)),
        number("%.3f", space.largest(MixingSummary::worstChainWise)),
        number("%.3f", space.largest(MixingSummary::nestedRhat)),
        number("%.0f", space.smallest(MixingSummary::essBulk)),
        number("%.0f", space.smallest(MixingSummary::essTail)));
  }

  static String number(String pattern, OptionalDouble value) {
    return value.isPresent() ? Texts.format(pattern, value.getAsDouble()) : "-";
  }

  private static List<Map<String, Object>> fields(List<Finding> findings, Dialect dialect) {
    return findings.stream()
        .map(
            f ->
                ordered(
                    "severity", word(f), "about", f.about(), "sentence", f.message().in(dialect)))
        .toList();
  }

  static Map<String, Object> fields(List<Finding> findings, RunDiagnostics run, Dialect dialect) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!findings.isEmpty()) {
      fields.put("findings", fields(findings, dialect));
    }
    fields.put("planned_chains", run.planned());
    fields.put("finished_chains", run.finished());
    fields.put("draws_per_chain", run.drawsPerChain());
    fields.put("superchains", run.superchains());
    fields.put("superchain_size", run.superchainSize());
    fields.put(
        "failed_chains",
        run.failed().stream().map(f -> ordered("chain", f.chain(), "reason", f.reason())).toList());
    fields.put("sampler", fields(run.sampler()));
    fields.put("log_density", fields(run.logDensity()));
    fields.put(
        "equipartition",
        ordered(
            "mean", orNull(run.equipartition().mean()),
            "se", orNull(run.equipartition().error())));
    run.convergence().ifPresent(s -> fields.put("convergence", ConvergenceText.fields(s)));
    fields.put("function_space", fields(run.functions()));
    Map<String, Object> parameters = fields(run.parameters());
    parameters.put("meaning", SYMMETRY);
    fields.put("parameter_space", parameters);
    return fields;
  }

  private static Map<String, Object> fields(SamplerStatistics sampler) {
    var fields =
        ordered(
            "draws", sampler.draws(),
            "divergences", sampler.divergences(),
            "divergent_share", sampler.divergentShare(),
            "divergent_chains", sampler.divergentChains(),
            "steps_mean", sampler.meanSteps(),
            "warmup_divergences", sampler.warmupDivergences(),
            "step_size_least", sampler.leastStepSize(),
            "step_size_median", sampler.medianStepSize(),
            "step_size_greatest", sampler.greatestStepSize());
    sampler.figures().forEach((name, value) -> fields.put(name, figure(value)));
    return fields;
  }

  private static @Nullable Object figure(@Nullable Object value) {
    return switch (value) {
      case Double number -> orNull(number.doubleValue());
      case List<?> list -> list.stream().map(DiagnosisTable::figure).toList();
      case null, default -> value;
    };
  }

  private static Map<String, Object> fields(LogDensityLevels levels) {
    return ordered(
        "median", levels.median(),
        "deviation", levels.deviation(),
        "expected_deviation", levels.expectedDeviation(),
        "lowest_inconspicuous", orNull(levels.lowest()),
        "highest_inconspicuous", orNull(levels.highest()),
        "low_chains", levels.low(),
        "high_chains", levels.high(),
        "rise", orNull(levels.rise()),
        "rise_probability", orNull(levels.riseProbability()));
  }

  static Map<String, Object> fields(SpaceMixing space) {
    return ordered(
        "rhat", orNull(space.largest(MixingSummary::rhat)),
        "rhat_chain_wise", orNull(space.largest(MixingSummary::worstChainWise)),
        "rhat_nested", orNull(space.largest(MixingSummary::nestedRhat)),
        "ess_bulk", orNull(space.smallest(MixingSummary::essBulk)),
        "ess_tail", orNull(space.smallest(MixingSummary::essTail)),
        "quantities", space.quantities().stream().map(DiagnosisTable::fields).toList());
  }

  private static Map<String, Object> fields(SpaceMixing.Quantity quantity) {
    MixingSummary mixing = quantity.mixing();
    return ordered(
        "name", quantity.name(),
        "rhat", orNull(mixing.rhat()),
        "rhat_bulk", orNull(mixing.rhatBulk()),
        "rhat_folded", orNull(mixing.rhatFolded()),
        "rhat_chain_wise", orNull(mixing.worstChainWise()),
        "rhat_nested", orNull(mixing.nestedRhat()),
        "ess_bulk", orNull(mixing.essBulk()),
        "ess_tail", orNull(mixing.essTail()),
        "mcse_mean", orNull(mixing.standardErrorOfMean()));
  }

  private static Map<String, Object> ordered(@Nullable Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return fields;
  }

  private static @Nullable Object orNull(OptionalDouble value) {
    return value.isPresent() ? orNull(value.getAsDouble()) : null;
  }

  /** JSON has no infinity and no NaN: the former is written as a text, the latter omitted. */
  private static @Nullable Object orNull(double value) {
    if (Double.isNaN(value)) {
      return null;
    }
    return Double.isInfinite(value) ? String.valueOf(value) : value;
  }
}
