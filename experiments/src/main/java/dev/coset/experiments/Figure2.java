package dev.coset.experiments;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.distribution.Predictive;
import dev.coset.posterior.Draws;
import dev.coset.predictive.PredictiveConvergence;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Curve;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Figure 2: how the predictive of f2 on D_I converges as chains are added. */
final class Figure2 implements Experiment {
  private static final int[] SHOWN = {1, 16, 256};

  /** Nats; a further chain that changes the predictive by less is not seen in the figure. */
  private static final double FLAT = 1e-3;

  private static final int COLUMNS = 56;
  private static final int ROWS = 64;

  @Override
  public String name() {
    return "figure2";
  }

  @Override
  public String title() {
    return "Figure 2: convergence of the predictive on D_I with f2";
  }

  @Override
  public void run(Laboratory laboratory) {
    var sampled = laboratory.sampled(PaperData.IZMAILOV, PaperNetwork.F2, Paper.DRAWS);
    double[] x = PredictiveConvergence.inputsFor(sampled.study().posterior().data().x())[0];
    Draws draws = sampled.draws();
    var convergence = new PredictiveConvergence(x.length);
    SortedMap<Integer, Double> halves = new TreeMap<>();
    for (int g = 0; g < draws.count(); g++) {
      int draw = g;
      convergence.add(() -> sampled.predictive(draws.select(IntStream.of(draw)), x, 1), 1);
      int chains = g + 1;
      if (chains > 1 && (Integer.bitCount(chains) == 1 || chains == draws.count())) {
        halves.put(chains, convergence.halfToAll());
      }
    }
    double[] kl = convergence.consecutive();
    Path folder = laboratory.folder(this);
    Output.csv(
        folder.resolve("figure2.csv"),
        "chains,kl",
        IntStream.range(0, kl.length).mapToObj(i -> (i + 2) + "," + kl[i]).toList());
    Output.csv(
        folder.resolve("figure2-halves.csv"),
        "chains,kl_of_all_from_first_half",
        halves.entrySet().stream().map(e -> e.getKey() + "," + e.getValue()).toList());
    if (kl.length > 0) {
      Output.chart(folder, divergences(kl, convergence.halfToAll()));
    }
    Output.chart(folder, predictives(sampled, laboratory.threads()));
    Output.write(folder.resolve("figure2.md"), markdown(sampled, kl, halves));
  }

  private static Chart divergences(double[] kl, double halfToAll) {
    String label = "KL divergence (nats)";
    return Chart.of(
        "figure2-kl",
        "D_I, f2: change of the predictive with each further chain",
        "Changes by one chain shrink by themselves; all chains still differ from their first half by %s nats."
            .formatted(Numbers.text(halfToAll)),
        "Divergence between consecutive predictives for 2 to %d chains.".formatted(kl.length + 1),
        new Chart.Layout(2, 280),
        List.of(
            Panel.of(
                "Original scale",
                Axis.fromZero("chains"),
                Axis.fromZero(label),
                List.of(Curve.line("", Colour.INK, 2, kl))),
            Panel.of(
                "Log scale",
                Axis.fromZero("chains"),
                Axis.logarithmic(label),
                List.of(Curve.dots("", Colour.BLUE, 2, kl)))));
  }

  private static Chart predictives(SampledPosterior sampled, int threads) {
    int all = sampled.draws().count();
    List<Panel> panels =
        IntStream.concat(Arrays.stream(SHOWN).filter(n -> n < all), IntStream.of(all))
            .mapToObj(
                n ->
                    predictive(
                        n == 1 ? "After 1 chain" : "After %d chains".formatted(n),
                        sampled,
                        sampled.draws().select(IntStream.range(0, n)),
                        threads))
            .toList();
    return Chart.of(
        "figure2-predictive",
        "D_I, f2: the predictive density",
        "Other chains add what one chain misses.",
        "Predictive density of y along x after %d and fewer chains.".formatted(all),
        new Chart.Layout(2, 280),
        panels);
  }

  /** The share of each column's mass that lies in a cell. */
  private static Panel predictive(
      String title, SampledPosterior sampled, Draws draws, int threads) {
    var data = sampled.study().posterior().data();
    double[] edges = FunctionPanels.grid(data.x()[0], 0.25, COLUMNS + 1);
    double[] rows = FunctionPanels.grid(data.y().values(), 0.25, ROWS + 1);
    double[] centres = new double[COLUMNS];
    Arrays.setAll(centres, c -> (edges[c] + edges[c + 1]) / 2);
    Predictive predictive = sampled.predictive(draws, centres, threads);
    double[][] mass = new double[COLUMNS][ROWS];
    for (int c = 0; c < COLUMNS; c++) {
      for (int r = 0; r < ROWS; r++) {
        // Its root, so that the thin parts are seen beside the dense ones.
        mass[c][r] =
            Math.sqrt(predictive.number(c).cdf(rows[r + 1]) - predictive.number(c).cdf(rows[r]));
      }
    }
    return Panel.of(
        title,
        Axis.exact("x"),
        Axis.exact("y"),
        List.of(new Mark.Cells("", Colour.BLUE, edges, rows, mass)));
  }

  private String markdown(
      SampledPosterior sampled, double[] kl, SortedMap<Integer, Double> halves) {
    int flat = 1 + kl.length;
    while (flat > 1 && kl[flat - 2] < FLAT) {
      flat--;
    }
    List<String> table = new ArrayList<>();
    halves.forEach(
        (chains, half) -> {
          double largest = Arrays.stream(kl, chains - 2, kl.length).max().orElseThrow();
          table.add(
              "| %d | %s | %s |".formatted(chains, Numbers.text(largest), Numbers.text(half)));
        });
    return """
    # %s

    ![KL divergence against the number of chains](figure2-kl.svg)

    %s. Shown is by how much each further chain changes the predictive, averaged over 128 inputs on [-3, 3]. %s.
    Such changes fall by themselves, like 1/n^2, so the last column of the table tells more: how far the predictive of all
    chains is from that of their first half. `coset diagnose` calls a predictive converged below %s nats.

    | chains | largest change by one chain from here on | first half to all |
    | ---: | ---: | ---: |
    %s

    The paper prints no number. With 1274 chains it says that the predictive converges "after notably fewer than |E| samples",
    and that plots indicate saturation "already after 1274 samples".

    ![Predictive density after 1, 16, 256 and all chains](figure2-predictive.svg)

    The predictive density of y at each x; the darker, the more probable (on the scale of the root).
    """
        .formatted(
            title(),
            sampled.described(),
            flat > kl.length
                ? "It is not yet flat: the last chain still changes it by more than %s nats"
                    .formatted(FLAT)
                : "From chain %d on no chain changes it by more than %s nats"
                    .formatted(flat + 1, FLAT),
            ChainConvergence.SETTLED_NATS,
            String.join("\n", table));
  }
}
