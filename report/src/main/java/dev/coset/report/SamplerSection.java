package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.DrawSchema.Statistic;
import dev.coset.posterior.DrawSchema.Type;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Curve;
import dev.coset.report.chart.Histogram;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the sampler says of chains and draws. */
final class SamplerSection {
  private static final int MOST_FAILURES = 20;
  private static final int MOST_CHAINS = 1500;
  private static final Set<String> OF_ALL = Set.of(DrawSchema.STEPS, DrawSchema.DIVERGING);

  private SamplerSection() {}

  static Section of(RunFigures figures) {
    List<Block> blocks = new ArrayList<>();
    if (!figures.finished().isEmpty()) {
      blocks.add(new Block.Figure(chains(figures)));
      blocks.add(new Block.Figure(draws(figures)));
    } else {
      blocks.add(new Block.Text("No chain has finished yet."));
    }
    if (!figures.failed().isEmpty()) {
      blocks.add(failures(figures.failed()));
    }
    return new Section(
        "sampler",
        "Sampler" + figures.ofLead(),
        "Step sizes, trajectories, energies, time and failures of the chains.",
        blocks);
  }

  private static Chart chains(RunFigures figures) {
    List<ChainOutcome.Finished> all = figures.finished();
    int n = Math.min(MOST_CHAINS, all.size());
    List<ChainOutcome.Finished> shown = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      shown.add(all.get((int) ((long) i * all.size() / n)));
    }
    double seconds = all.stream().mapToDouble(ChainOutcome::seconds).sum();
    return Chart.of(
        "chains",
        "Chain by chain",
        "Each dot is a chain. A tiny step size or a low log density marks a chain that is stuck.",
        "%d chains, %s seconds of computing in all; step sizes from %s to %s."
            .formatted(
                all.size(),
                Numbers.text(seconds),
                Numbers.text(least(all, f -> f.warmup().stepSize())),
                Numbers.text(-least(all, f -> -f.warmup().stepSize()))),
        Layout.columns(3),
        Stream.concat(
                Stream.of(
                    panel("Step size", "step size", shown, f -> f.warmup().stepSize()),
                    panel(
                        "Log density",
                        "mean log density",
                        shown,
                        f -> mean(f.draws().logDensity())),
                    panel("Gradients", "gradients", shown, ChainOutcome.Finished::gradients),
                    panel("Time", "seconds", shown, ChainOutcome::seconds)),
                own(figures).stream()
                    .map(
                        own ->
                            panel(
                                title(own),
                                "mean " + label(own),
                                shown,
                                f -> mean(f.draws().statistic(own.name())))))
            .toList());
  }

  /** Statistics that only some samplers have. */
  private static List<Statistic> own(RunFigures figures) {
    return figures.run().manifest().statistics().statistics().stream()
        .filter(statistic -> !OF_ALL.contains(statistic.name()))
        .toList();
  }

  private static double least(
      List<ChainOutcome.Finished> chains, ToDoubleFunction<ChainOutcome.Finished> value) {
    return chains.stream().mapToDouble(value).min().orElse(Double.NaN);
  }

  private static Panel panel(
      String title,
      String label,
      List<ChainOutcome.Finished> chains,
      ToDoubleFunction<ChainOutcome.Finished> value) {
    return Curve.byChain(
        title,
        label,
        chains.stream().mapToInt(ChainOutcome::chain).toArray(),
        chains.stream().mapToDouble(value).toArray());
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static Chart draws(RunFigures figures) {
    Draws draws = figures.draws();
    var statistics = figures.diagnostics().orElseThrow().sampler();
    List<Finding> findings = statistics.findings();
    double level = mean(draws.logDensity());
    double[] centred = Arrays.stream(draws.logDensity()).map(l -> l - level).toArray();
    List<Panel> panels = new ArrayList<>();
    panels.add(
        bars(
            "Log density",
            Axis.linear("log density less its mean"),
            Histogram.of("", Colour.BLUE, centred)));
    for (Statistic own : own(figures)) {
      panels.add(bars(own, draws.statistic(own.name())));
    }
    return Chart.of(
            "draws",
            "Draw by draw",
            sentences(findings, finding -> finding.severity() == Severity.OK)
                .orElse("Look at draws that are far from the others."),
            "%d draws, %d of them divergent, %s gradients a draw."
                .formatted(
                    draws.count(), statistics.divergences(), Numbers.text(statistics.meanSteps())),
            Layout.columns(3),
            panels)
        .warning(sentences(findings, finding -> finding.severity() == Severity.WARNING));
  }

  private static Optional<String> sentences(List<Finding> findings, Predicate<Finding> some) {
    return findings.stream()
        .filter(some)
        .map(OptionText::of)
        .reduce((before, after) -> before + " " + after);
  }

  private static Panel bars(Statistic statistic, double[] values) {
    return statistic.type() == Type.NUMBER
        ? bars(
            title(statistic), Axis.linear(label(statistic)), Histogram.of("", Colour.BLUE, values))
        : bars(
            title(statistic),
            Axis.whole(label(statistic)),
            Histogram.ofIntegers("", Colour.BLUE, values));
  }

  private static String label(Statistic statistic) {
    return statistic.name().replace('_', ' ');
  }

  private static String title(Statistic statistic) {
    String label = label(statistic);
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  private static Panel bars(String title, Axis.Request x, Mark.Bars bars) {
    return Panel.of(title, x, Axis.count("draws"), List.of(bars));
  }

  private static Block failures(List<ChainOutcome.Failed> failed) {
    return new Block.Table(
        "Failed chains",
        "These chains have no draws and are ignored%s."
            .formatted(
                failed.size() > MOST_FAILURES
                    ? "; the first %d of %d".formatted(MOST_FAILURES, failed.size())
                    : ""),
        List.of("chain", "reason"),
        failed.stream()
            .limit(MOST_FAILURES)
            .map(f -> List.of(String.valueOf(f.chain()), f.reason()))
            .toList());
  }
}
