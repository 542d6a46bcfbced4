package dev.coset.experiments;

import dev.coset.distribution.GaussianMixture;
import dev.coset.modes.Findings;
import dev.coset.modes.Mode;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.NeuronClouds;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import dev.coset.symmetry.GeometryRemoval;
import dev.coset.symmetry.Move;
import dev.coset.symmetry.NeuronSymmetry;
import dev.coset.symmetry.SymmetryFree;
import dev.coset.symmetry.SymmetryRemoval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figure 3. Experiment A, D_S with f1: neurons on their way through Algorithms 1 to 4. Experiment
 * B, D_I with f1: three modes and what they compute.
 */
final class Figure3 implements Experiment {
  private static final int CLOUD_DRAWS = 400;
  private static final int GRID = 160;

  @Override
  public String name() {
    return "figure3";
  }

  @Override
  public String title() {
    return "Figure 3: symmetry removal on D_S, modes of D_I";
  }

  @Override
  public void run(Laboratory laboratory) {
    Path folder = laboratory.folder(this);
    int threads = laboratory.threads();
    var sinusoidal = laboratory.sampled(PaperData.SINUSOIDAL, PaperNetwork.F1, Paper.DRAWS);
    Network network = sinusoidal.study().posterior().network();
    SymmetryFree free = GeometryRemoval.PAPER.apply(network, sinusoidal.draws(), threads);
    Draws flipped = flipped(network, sinusoidal.draws(), free.moves());
    Output.chart(folder, neurons(network, sinusoidal.draws(), flipped, free.draws()));
    marginals(folder, network, sinusoidal.draws(), free.draws());

    var izmailov = laboratory.sampled(PaperData.IZMAILOV, PaperNetwork.F1, Paper.DRAWS);
    Findings exact = izmailov.modes(SymmetryRemoval.EXACT, threads);
    Findings papers = izmailov.modes(GeometryRemoval.PAPER, threads);
    ModePlane plane = ModePlane.of(network, exact);
    List<Draws> modes = ModePlane.byMode(exact);
    Output.chart(folder, modes(plane.panel("", network, plane.points(modes, 0.6, 4))));
    var functions = new FunctionPanels(izmailov, threads);
    Output.csv(folder.resolve("figure3-functions.csv"), "mode,x,mean,sd", functions.csv(modes));
    Output.csv(folder.resolve("figure3-modes.csv"), "mode,draws,share,lppd,stacking", csv(exact));
    Output.chart(folder, functions(functions.of("Mode", modes)));
    Output.write(folder.resolve("figure3.md"), markdown(sinusoidal, free, izmailov, exact, papers));
  }

  /** The first half of a removal: with one hidden layer, flips come before permutations. */
  private static Draws flipped(Network network, Draws draws, List<Move> moves) {
    double[] values = draws.values().clone();
    for (int g = 0; g < draws.count(); g++) {
      Move move = moves.get(g);
      NeuronSymmetry[] flips =
          IntStream.range(0, network.width(1))
              .filter(i -> move.scale(1, i) < 0)
              .mapToObj(i -> new NeuronSymmetry.SignFlip(1, i))
              .toArray(NeuronSymmetry[]::new);
      int at = g * draws.dimension();
      Move.of(network, flips).apply(draws.values(), at, values, at);
    }
    return draws.withValues(values);
  }

  private static Chart neurons(Network network, Draws sampled, Draws flipped, Draws free) {
    List<Mark> before = clouds(network, sampled);
    List<Mark> between = clouds(network, flipped);
    List<Mark> after = clouds(network, free);
    List<Mark> all = Stream.of(before, between, after).flatMap(List::stream).toList();
    Axis.Request x = Axis.linear("bias");
    Axis.Request y = Axis.linear("incoming weight");
    return Chart.of(
        "figure3-neurons",
        "D_S, f1: neurons of all draws during symmetry removal",
        "Flips halve the space, permutations sort the neurons.",
        "Bias and incoming weight of three neurons in up to %d draws, after each step."
            .formatted(CLOUD_DRAWS),
        new Chart.Layout(3, 300),
        List.of(
            Panel.of("(a) as sampled", x, y, before, all),
            Panel.of("(b) after sign flips", x, y, between, all),
            Panel.of("(c) after permutations", x, y, after, all)));
  }

  private static List<Mark> clouds(Network network, Draws all) {
    Draws draws = all.evenly(CLOUD_DRAWS);
    double[][] bias = new double[network.width(1)][];
    double[][] incoming = new double[network.width(1)][];
    Arrays.setAll(bias, i -> SampledPosterior.entries(draws, network.bias(1, i)));
    Arrays.setAll(incoming, i -> SampledPosterior.entries(draws, network.weight(1, i, 0)));
    return NeuronClouds.marks(bias, incoming);
  }

  private static void marginals(Path folder, Network network, Draws before, Draws after) {
    int copies = 2 * network.width(1); // places of a neuron, each with so many fewer draws
    List<String> csv = new ArrayList<>();
    List<List<Mark>> panels = new ArrayList<>();
    for (Draws draws : List.of(before, after)) {
      List<Mark> marks = new ArrayList<>();
      for (int i = 0; i < network.width(1); i++) {
        int entry = network.weight(1, i, 0);
        double[] x = FunctionPanels.grid(SampledPosterior.entries(before, entry), 0.1, GRID);
        double[] density =
            density(
                SampledPosterior.entries(draws, entry),
                bandwidth(SampledPosterior.entries(after, entry), draws == before ? copies : 1),
                x);
        marks.add(new Mark.Line("neuron " + (i + 1), Colour.of(i), x, density));
        for (int p = 0; p < GRID; p++) {
          csv.add(
              "%s,%s,%s,%s"
                  .formatted(
                      draws == before ? "before" : "after",
                      ParameterNames.of(network).get(entry),
                      x[p],
                      density[p]));
        }
      }
      panels.add(marks);
    }
    Output.csv(folder.resolve("figure3-marginals.csv"), "draws,parameter,value,density", csv);
    Axis.Request x = Axis.linear("incoming weight");
    Axis.Request y = Axis.fromZero("density");
    Output.chart(
        folder,
        Chart.of(
            "figure3-marginals",
            "D_S, f1: marginal density of each neuron's incoming weight",
            "Three densities that were one mixture become three.",
            "Kernel density estimates before and after symmetry removal.",
            new Chart.Layout(2, 280),
            List.of(
                Panel.of("(d) as sampled", x, y, panels.getFirst()),
                Panel.of("(e) after symmetry removal", x, y, panels.getLast()))));
  }

  /** A normal kernel around each value. */
  private static double[] density(double[] values, double bandwidth, double[] at) {
    double[] sds = new double[values.length];
    Arrays.fill(sds, bandwidth);
    var kernels = GaussianMixture.of(values, sds);
    return Arrays.stream(at).map(kernels::density).toArray();
  }

  /**
   * B. Silverman: Density Estimation for Statistics and Data Analysis, 1986, equation 3.31. It
   * suits one mode, so copies of a mode get the bandwidth of that mode with its share of the draws.
   */
  private static double bandwidth(double[] values, int copies) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double quartiles = (sorted[3 * n / 4] - sorted[n / 4]) / 1.34;
    double sd = ModePlane.moments(values)[1];
    double spread = quartiles > 0 ? Math.min(sd, quartiles) : sd;
    return Math.max(1e-6, 0.9 * spread * Math.pow((double) n / copies, -0.2));
  }

  private static Chart modes(Panel panel) {
    return Chart.of(
        "figure3-modes",
        "(f) D_I, f1: modes of the posterior without its symmetry",
        "Each cloud is a mode.",
        "Draws in the plane of the two parameters that part the modes best.",
        new Chart.Layout(1, 420),
        List.of(panel));
  }

  private static Chart functions(List<Panel> panels) {
    return Chart.of(
        "figure3-functions",
        "(g-j) D_I, f1: functions of each mode",
        "Each mode is a hypothesis of its own.",
        "Up to %d functions of each mode, and all together.".formatted(FunctionPanels.FUNCTIONS),
        FunctionPanels.layout(panels),
        panels);
  }

  private static List<String> csv(Findings findings) {
    int draws = findings.symmetryFree().draws().count();
    return IntStream.range(0, findings.modes().size())
        .mapToObj(
            m -> {
              Mode mode = findings.modes().get(m);
              return "%d,%d,%s,%s,%s"
                  .formatted(
                      m + 1,
                      mode.draws().length,
                      (double) mode.draws().length / draws,
                      mode.lppd(),
                      mode.stackingWeight());
            })
        .toList();
  }

  private String markdown(
      SampledPosterior sinusoidal,
      SymmetryFree free,
      SampledPosterior izmailov,
      Findings exact,
      Findings papers) {
    var rows = new StringBuilder();
    for (int m = 0; m < exact.modes().size(); m++) {
      Mode mode = exact.modes().get(m);
      rows.append(
          "| %d | %d | %s | %s |\n"
              .formatted(
                  m + 1,
                  mode.draws().length,
                  Numbers.percent((double) mode.draws().length / izmailov.draws().count()),
                  Numbers.text(mode.lppd())));
    }
    return """
    # %s

    ## Experiment A: D_S

    ![Neurons before and after each step](figure3-neurons.svg)

    Each dot is one neuron of one draw, by its bias and incoming weight; %d evenly picked draws are shown. As sampled, all
    three neurons look the same (a); the paper's Algorithm 1 flips them to one side of a plane through the origin (b); Algorithms 2 and 3
    give each its place (c), %s %d rounds.

    ![Marginal densities](figure3-marginals.svg)

    The marginal density of the incoming weight, of all draws: one mixture that the neurons share (d), and a density for each
    (e). %s.

    ## Experiment B: D_I

    ![Modes](figure3-modes.svg)
    ![Functions of each mode](figure3-functions.svg)

    Without symmetry, by exact alignment and spectral clustering with the number of modes from the eigengap, the posterior
    has %s (the paper: three). After the paper's own removal the same clustering counts %d. The plane is that of the two parameters
    which part the modes best; up to %d functions of each mode are drawn. %s.

    | mode | draws | share | LPPD of its draws alone |
    | ---: | ---: | ---: | ---: |
    %s
    """
        .formatted(
            title(),
            Math.min(CLOUD_DRAWS, sinusoidal.draws().count()),
            free.settled() ? "converged after" : "stopped after",
            free.rounds(),
            sinusoidal.described(),
            exact.modes().size() == 1 ? "one mode" : exact.modes().size() + " modes",
            papers.modes().size(),
            FunctionPanels.FUNCTIONS,
            izmailov.described(),
            rows.toString().stripTrailing());
  }
}
