package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.MclmcMotion;
import dev.coset.diagnostics.NutsMotion;
import dev.coset.diagnostics.SamplerStatistics;
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
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.MclmcStatistics;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.NutsStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** How the chains went: for those who want to know why something is slow or odd. */
final class SamplerSection {
  private static final int MOST_FAILURES = 20;
  private static final int MOST_CHAINS = 1500;

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
        "Sampler",
        "How the chains went: step sizes, trajectories, energies, time, failures.",
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
        "Each dot is a chain; those far from the others are worth a look: a tiny step or a low log"
            + " density marks a chain that got stuck.",
        "%d chains, %s seconds of work in all; step sizes from %s to %s."
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
                    panel("Work", "gradients", shown, ChainOutcome.Finished::gradients),
                    panel("Time", "seconds", shown, ChainOutcome::seconds)),
                own(figures).stream()
                    .map(
                        own ->
                            panel(
                                own.title(),
                                "mean " + own.label(),
                                shown,
                                f -> mean(own.of().apply(f.draws())))))
            .toList());
  }

  /** What the run's sampler tells and another does not. */
  private record Told(String title, String label, Function<Draws, double[]> of) {}

  private static List<Told> own(RunFigures figures) {
    return switch (figures.study().configuration().plan().sampler()) {
      case Nuts.Settings nuts ->
          List.of(
              new Told("Acceptance", "acceptance", d -> NutsStatistics.of(d).acceptance()),
              new Told("Energy", "energy", d -> NutsStatistics.of(d).energy()));
      case Mclmc.Settings mclmc ->
          List.of(
              new Told("Energy error", "energy error", d -> MclmcStatistics.of(d).energyError()),
              new Told(
                  "Decoherence", "decoherence length", d -> MclmcStatistics.of(d).decoherence()));
    };
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
    var statistics = figures.diagnostics().orElseThrow().sampler();
    Chart chart =
        switch (statistics.motion()) {
          case NutsMotion nuts -> nuts(figures.draws(), statistics, nuts);
          case MclmcMotion mclmc -> mclmc(figures.draws(), statistics, mclmc);
        };
    return statistics.divergentShare() < 0.01
        ? chart
        : chart.warning(
            Optional.of(
                "%s of draws diverged, where the posterior bends more sharply than the step: raise --warmup or lower --prior-scale."
                    .formatted(Numbers.percent(statistics.divergentShare()))));
  }

  private static Chart nuts(Draws draws, SamplerStatistics statistics, NutsMotion nuts) {
    var told = NutsStatistics.of(draws);
    double energy = mean(told.energy());
    double[] centred = Arrays.stream(told.energy()).map(e -> e - energy).toArray();
    Optional<String> warning =
        nuts.cutShare() < 0.1
            ? Optional.empty()
            : Optional.of(
                "%s of trajectories were cut at the maximum depth, so draws move slowly: raise --warmup."
                    .formatted(Numbers.percent(nuts.cutShare())));
    return Chart.of(
            "draws",
            "Draw by draw",
            "Trees as deep as the maximum of %d are cut short; acceptance should lie about %s; energies should have one hump."
                .formatted(nuts.maximumDepth(), Numbers.text(nuts.targetAcceptance())),
            "%d draws, %d of them divergent, %d at the maximum depth, mean acceptance %s, mean number of leapfrog steps %s."
                .formatted(
                    draws.count(),
                    statistics.divergences(),
                    nuts.atMaximumDepth(),
                    Numbers.text(nuts.acceptance()),
                    Numbers.text(statistics.meanSteps())),
            Layout.columns(3),
            List.of(
                bars(
                    "Tree depth",
                    Axis.whole("depth"),
                    Histogram.ofIntegers("", Colour.BLUE, told.depth())),
                bars(
                    "Acceptance",
                    Axis.linear("acceptance"),
                    Histogram.of("", Colour.BLUE, told.acceptance())),
                bars(
                    "Energy",
                    Axis.linear("energy less its mean"),
                    Histogram.of("", Colour.BLUE, centred))))
        .warning(warning);
  }

  private static Chart mclmc(Draws draws, SamplerStatistics statistics, MclmcMotion mclmc) {
    double level = mean(draws.logDensity());
    double[] centred = Arrays.stream(draws.logDensity()).map(l -> l - level).toArray();
    return Chart.of(
            "draws",
            "Draw by draw",
            "No step is rejected, so draws have a bias, which grows with the energy error of the steps; its variance per dimension should lie about %s."
                .formatted(Numbers.text(mclmc.wantedEnergyVariance())),
            "%d draws, %d of them with a step that was taken back, mean energy variance per dimension %s, %s gradients a draw."
                .formatted(
                    draws.count(),
                    statistics.divergences(),
                    Numbers.text(mclmc.energyVariance()),
                    Numbers.text(statistics.meanSteps())),
            Layout.columns(2),
            List.of(
                bars(
                    "Energy error",
                    Axis.linear("mean squared error of a step, per dimension"),
                    Histogram.of("", Colour.BLUE, MclmcStatistics.of(draws).energyError())),
                bars(
                    "Log density",
                    Axis.linear("log density less its mean"),
                    Histogram.of("", Colour.BLUE, centred))))
        .warning(
            mclmc.roughChains().isEmpty()
                ? Optional.empty()
                : Optional.of(
                    "%d chains have more than twenty times the wanted energy variance, so their draws may be biased: lower --energy-variance."
                        .formatted(mclmc.roughChains().size())));
  }

  private static Panel bars(String title, Axis.Request x, Mark.Bars bars) {
    return Panel.of(title, x, Axis.count("draws"), List.of(bars));
  }

  private static Block failures(List<ChainOutcome.Failed> failed) {
    return new Block.Table(
        "Failed chains",
        "These chains gave no draws and are left out of everything%s."
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
