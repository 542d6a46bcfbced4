package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.message.Message;
import dev.coset.modes.Findings;
import dev.coset.modes.Mode;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.BivariateMarginals;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.FunctionDraws;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.NeuronClouds;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The posterior modulo symmetry. */
final class ModesSection {
  private static final int MOST_FUNCTIONS = 40;
  private static final int MOST_PANELS = 9;
  private static final int MOST_PARAMETERS = 12;
  private static final int MOST_DOTS = 150;
  private static final int CLOUD_DOTS = 3000;

  /** Functions that overlap so much are copies of one. */
  private static final double SAME = 0.5;

  private ModesSection() {}

  static Section of(RunFigures figures, Optional<Dependence> dependence) {
    List<Block> blocks = new ArrayList<>();
    if (figures.findings().isPresent()) {
      Findings findings = figures.findings().get();
      blocks.add(table(findings));
      if (findings.modes().size() > 1) { // the weight of a single one is certain
        blocks.add(new Block.Findings(warnings(findings)));
      }
      blocks.add(new Block.Figure(functions(figures, dependence)));
      Network network = figures.posterior().network();
      if (network.parameters() <= MOST_PARAMETERS) {
        blocks.add(new Block.Figure(marginals(figures, findings)));
      }
      if (network.hidden().length > 0) {
        blocks.add(new Block.Figure(clouds(figures, findings)));
      }
    } else {
      blocks.add(new Block.Text("Modes show from the second draw on."));
    }
    return new Section(
        "modes",
        "Modes" + figures.ofLead(),
        "Distinct modes of the posterior. Networks that differ by permuted neurons or flipped signs"
            + " count as one.",
        blocks);
  }

  private static Block table(Findings findings) {
    List<String> header =
        new ArrayList<>(
            List.of("mode", "stacking weight", "share of chains", "draws", "log score alone"));
    List<List<String>> rows = new ArrayList<>();
    for (int m = 0; m < findings.modes().size(); m++) {
      Mode mode = findings.modes().get(m);
      List<String> row =
          new ArrayList<>(
              List.of(
                  String.valueOf(m + 1),
                  Numbers.percent(mode.stackingWeight()),
                  Numbers.percent(mode.shareOfChains()),
                  String.valueOf(mode.draws().length),
                  Double.isNaN(mode.lppd()) ? "" : Numbers.text(mode.lppd())));
      if (findings.modes().size() > 1) {
        row.add(sameAs(findings, m));
      }
      rows.add(row);
    }
    int modes = rows.size();
    if (modes > 1) {
      header.add("function");
    }
    String meaning =
        modes == 1
            ? "All draws lie in one mode."
            : "%d modes of parameters, %d distinct functions. The share of chains measures the basin of a mode, not its probability. The stacking weight is its weight in the mixture with the best score on held-out rows."
                .formatted(modes, findings.functions().clusters());
    return new Block.Table("Mode by mode", meaning, header, rows);
  }

  /** One for all modes, which mostly have it together. */
  private static List<Finding> warnings(Findings findings) {
    int[] uncertain =
        IntStream.range(0, findings.modes().size())
            .filter(m -> findings.modes().get(m).warning().isPresent())
            .toArray();
    if (uncertain.length == 0) {
      return List.of();
    }
    String first = findings.modes().get(uncertain[0]).warning().orElseThrow();
    return List.of(
        new Finding(
            Finding.Severity.NOTE,
            "mode " + (uncertain[0] + 1),
            uncertain.length == 1
                ? Message.text(first)
                : Message.of(
                    "%s The same holds for %d of the %d modes.",
                    first, uncertain.length, findings.modes().size())));
  }

  private static String sameAs(Findings findings, int mode) {
    for (int other = 0; other < mode; other++) {
      if (findings.overlap()[mode][other] > SAME) {
        return "same as mode " + (other + 1);
      }
    }
    return "distinct";
  }

  private static Chart functions(RunFigures figures, Optional<Dependence> dependence) {
    String label;
    double[] x;
    List<double[][]> byMode;
    List<String> names = List.of();
    ShownFunction function = ShownFunction.of(figures).getFirst();
    if (dependence.isEmpty()) {
      double[] grid = OneInput.grid(figures);
      x = OneInput.inUnits(figures, grid);
      label = figures.study().data().encoding().featureNames().getFirst();
      byMode = ModeFunctions.of(figures, function, new double[][] {grid}, MOST_FUNCTIONS);
    } else {
      Inputs strongest = dependence.get().strongest(1).getFirst();
      x = strongest.shown();
      names = strongest.names();
      label = strongest.name();
      byMode = new ArrayList<>();
      for (Draws draws : ModeFunctions.draws(figures, MOST_FUNCTIONS)) {
        byMode.add(dependence.get().of(strongest, draws).ofDraws(function.ofDraws()));
      }
    }
    List<Mark> marks = new ArrayList<>();
    for (int m = 0; m < Math.min(MOST_PANELS, byMode.size()); m++) {
      marks.add(FunctionDraws.of("", Colour.of(m), x, byMode.get(m)));
    }
    List<Panel> panels = new ArrayList<>();
    for (int m = 0; m < marks.size(); m++) {
      panels.add(
          Panel.of(
              byMode.size() == 1 ? "" : "Mode " + (m + 1),
              names.isEmpty() ? Axis.exact(label) : Axis.named(label, names),
              function.axis(),
              List.of(marks.get(m)),
              marks));
    }
    return Chart.of(
        "mode-functions",
        byMode.size() == 1 ? "Functions of the draws" : "Functions of each mode",
        "Up to %d draws%s%s%s."
            .formatted(
                MOST_FUNCTIONS,
                byMode.size() == 1 ? "" : " of each mode",
                dependence.isEmpty() ? "" : ", along the strongest column, the others as they are",
                byMode.size() == 1 ? "" : ". Modes that look alike are the same function"),
        "Functions of the draws of %d modes along %s, in a panel each."
            .formatted(panels.size(), label),
        panels.size() == 1 ? Layout.ONE : Layout.columns(3),
        panels);
  }

  private static Chart marginals(RunFigures figures, Findings findings) {
    int[] which = evenly(figures.some().count(), MOST_DOTS);
    int[] label = findings.clustering().label();
    int parameters = figures.posterior().network().parameters();
    return BivariateMarginals.chart(
        "marginals",
        "Parameters before and after symmetry removal",
        "Pairs of parameters. Above the diagonal as sampled, with all equivalent copies; below it"
            + " with symmetry removed, where each cloud is a mode.",
        "Matrix of bivariate marginals of %d parameters, %d draws."
            .formatted(parameters, which.length),
        ParameterNames.of(figures.posterior().network()),
        values(figures.some(), parameters, which),
        values(findings.symmetryFree().draws(), parameters, which),
        IntStream.of(which).map(g -> label[g]).toArray());
  }

  private static double[][] values(Draws draws, int parameters, int[] which) {
    double[][] values = new double[parameters][which.length];
    for (int j = 0; j < parameters; j++) {
      for (int i = 0; i < which.length; i++) {
        values[j][i] = draws.value(which[i], j);
      }
    }
    return values;
  }

  private static int[] evenly(int n, int most) {
    int m = Math.min(n, most);
    return IntStream.range(0, m).map(i -> (int) ((long) i * n / m)).toArray();
  }

  /** Of each neuron of the first hidden layer: its bias and the weight from the first input. */
  private static Chart clouds(RunFigures figures, Findings findings) {
    Network network = figures.posterior().network();
    int neurons = network.width(1);
    int[] which = evenly(figures.some().count(), Math.max(20, CLOUD_DOTS / 2 / neurons));
    String bias = "bias";
    String input =
        figures.study().data().encoding().featureNames().get(figures.study().scaling().kept()[0]);
    String weight = "weight of " + input;
    List<Mark> before = clouds(network, figures.some(), which);
    List<Mark> after = clouds(network, findings.symmetryFree().draws(), which);
    List<Mark> both = Stream.concat(before.stream(), after.stream()).toList();
    List<Panel> panels =
        List.of(
            Panel.of("As sampled", Axis.linear(bias), Axis.linear(weight), before, both),
            Panel.of(
                "After symmetry removal", Axis.linear(bias), Axis.linear(weight), after, both));
    return Chart.of(
        "neurons",
        "Neurons of the first hidden layer",
        "Each dot is a neuron of one draw, coloured by its number. As sampled, numbers mean"
            + " nothing. After symmetry removal each neuron has its own place, as far as the data"
            + " determine it.",
        "Bias and first weight of %d neurons in %d draws, before and after symmetry removal."
            .formatted(neurons, which.length),
        new Layout(2, 320),
        panels);
  }

  private static List<Mark> clouds(Network network, Draws draws, int[] which) {
    double[][] x = new double[network.width(1)][which.length];
    double[][] y = new double[network.width(1)][which.length];
    for (int i = 0; i < x.length; i++) {
      for (int g = 0; g < which.length; g++) {
        x[i][g] = draws.value(which[g], network.bias(1, i));
        y[i][g] = draws.value(which[g], network.weight(1, i, 0));
      }
    }
    return NeuronClouds.marks(x, y);
  }
}
