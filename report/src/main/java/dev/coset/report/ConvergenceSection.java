package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.data.TargetKind;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.EnoughChains;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.predictive.LppdByDraws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Curve;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import dev.coset.statistics.Weighted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Whether more chains would change anything. */
final class ConvergenceSection {
  private static final double LEAST_NATS = 1e-16;
  private static final int MOST_ROWS = 1000;
  private static final int MOST_VALUES = 4_000_000;

  private ConvergenceSection() {}

  static Section of(RunFigures figures) {
    List<Block> blocks = new ArrayList<>();
    figures
        .diagnostics()
        .flatMap(RunDiagnostics::enough)
        .ifPresent(
            enough -> {
              blocks.add(new Block.Figure(divergence(enough)));
              if (figures.study().configuration().plan().superchains() == 0) {
                blocks.add(new Block.Figure(unseen(enough, figures.convergence().unseenLimits())));
              }
            });
    if (figures.hasTest() && figures.finished().size() > 1) {
      blocks.add(new Block.Figure(lppd(figures)));
    }
    if (blocks.isEmpty()) {
      blocks.add(
          new Block.Text(
              "Convergence shows from the second chain on. Add chains with 'coset resume RUN"
                  + " --chains 54'."));
    }
    return new Section(
        "convergence",
        "Convergence" + figures.ofLead(),
        "Are there enough chains? Each further chain should change the predictions less.",
        blocks);
  }

  private static Chart divergence(EnoughChains enough) {
    ChainConvergence.State state = enough.state();
    return Chart.of(
            "kl",
            "Change of the predictions with each chain",
            "The Kullback-Leibler divergence between the predictions with and without each next"
                + " chain, in nats. It should fall. A late jump means that a late chain found"
                + " something new.",
            "Divergence after %d chains: %s nats; between the first half of the chains and all: %s nats."
                .formatted(
                    state.chains(),
                    Numbers.text(state.consecutiveKl()[state.chains() - 2]),
                    Numbers.text(state.halfToAllKl())),
            Panel.of(
                "",
                Axis.whole("chains"),
                Axis.logarithmic("KL divergence (nats)"),
                List.of(Curve.dots("", Colour.BLUE, 2, positive(state.consecutiveKl())))))
        .warning(enough.isSo() ? Optional.empty() : Optional.of(OptionText.of(enough.message())));
  }

  /** A logarithmic axis has no place for 0, nor for what rounding puts below it. */
  private static double[] positive(double[] kl) {
    return Arrays.stream(kl).map(v -> Math.max(v, LEAST_NATS)).toArray();
  }

  private static Chart unseen(EnoughChains enough, double[] limits) {
    ChainConvergence.State state = enough.state();
    return Chart.of(
        "unseen",
        "New functions in further chains",
        "An upper limit, with 95%% confidence, on the probability that one more chain finds a new function. %s"
            .formatted(enough.unseen()),
        "Upper limit after %d chains: %s; %d distinct functions seen, %d of them new in the later half."
            .formatted(
                state.chains(),
                Numbers.percent(state.unseenLimit()),
                state.functions(),
                state.novel()),
        Panel.of(
            "",
            Axis.whole("chains"),
            Axis.between("probability, at most", 0, 1, 0.2),
            List.of(Curve.line("", Colour.PURPLE, 1, limits))));
  }

  private static Chart lppd(RunFigures figures) {
    int chains = figures.finished().size();
    Points rows = figures.test().evenly(Math.clamp(MOST_VALUES / chains, 1, MOST_ROWS));
    int most = Math.max(1, MOST_VALUES / rows.count() / chains);
    List<Draws> byChains =
        figures.finished().stream().map(finished -> finished.draws().evenly(most)).toList();
    Draws draws =
        Draws.concatenate(figures.draws().dimension(), figures.draws().schema(), byChains);
    int perChain = byChains.getFirst().count();
    double[] byDraw =
        LppdByDraws.of(
            figures.posterior().logLikelihood(draws, rows, figures.threads()), rows.y().weights());
    var scaling = figures.study().scaling().target();
    double shift =
        Weighted.mean(
            Arrays.stream(rows.y().values()).map(scaling::logStretch).toArray(),
            rows.y().weights());
    double[] lppd = new double[byDraw.length / perChain];
    for (int c = 0; c < lppd.length; c++) {
      lppd[c] = byDraw[(c + 1) * perChain - 1] + shift;
    }
    double last = lppd[lppd.length - 1];
    List<Mark> marks =
        List.of(Curve.line("", Colour.GREEN, 1, lppd), new Mark.Rule("", Colour.GREY, false, last));
    return Chart.of(
        "lppd",
        "Log score against the number of chains",
        "The mean log score (LPPD) of test rows by the first chains together. Higher is better; once it is flat, more chains bring no more.%s"
            .formatted(
                figures.mixture().parts().getFirst().chains().used() == Weighting.EQUAL
                    ? ""
                    : " Chains are weighted equally here, and by their weights in the scores"
                        + " above."),
        "Log score of the first chain %s, of all %d chains %s, on %d test rows."
            .formatted(Numbers.text(lppd[0]), lppd.length, Numbers.text(last), rows.count()),
        Panel.of(
            "",
            Axis.whole("chains"),
            Axis.linear(
                switch (figures.kind()) {
                  case TargetKind.Number _ -> "log score (standardised)";
                  case TargetKind.Classes _ -> "log score";
                }),
            marks));
  }
}
