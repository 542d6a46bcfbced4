package dev.coset.experiments;

import dev.coset.distribution.Predictive;
import dev.coset.laplace.Laplace;
import dev.coset.laplace.LaplaceSettings;
import dev.coset.laplace.MixtureOfLaplace;
import dev.coset.model.Weighting;
import dev.coset.modes.Findings;
import dev.coset.modes.Mode;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.Scores;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import dev.coset.symmetry.SymmetryRemoval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Figure 5: one Laplace approximation for each mode of f1 on D_I. */
final class Figure5 implements Experiment {
  /** Radii of a standard normal in the plane within which half of it, and 95%, lies. */
  private static final double[] RADII = {1.1774, 2.4477};

  private static final int CORNERS = 72;
  private static final int CLOUD_DRAWS = 600;

  @Override
  public String name() {
    return "figure5";
  }

  @Override
  public String title() {
    return "Figure 5: a mixture of Laplace approximations on D_I";
  }

  @Override
  public void run(Laboratory laboratory) {
    int threads = laboratory.threads();
    var sampled = laboratory.sampled(PaperData.IZMAILOV, PaperNetwork.F1, Paper.DRAWS);
    Posterior posterior = sampled.study().posterior();
    Findings findings = sampled.modes(SymmetryRemoval.EXACT, threads);
    MixtureOfLaplace stacked =
        MixtureOfLaplace.fit(
            posterior,
            findings.symmetryFree().draws(),
            findings.clustering().label(),
            Weighting.STACKING,
            LaplaceSettings.standard().with(LaplaceSettings.Noise.JOINT).withThreads(threads));
    MixtureOfLaplace mixture =
        stacked.withWeights(findings.modes().stream().mapToDouble(Mode::shareOfChains).toArray());
    List<Draws> ofNormals =
        mixture.components().stream()
            .map(normal -> normal.draws(FunctionPanels.FUNCTIONS, Paper.SEED))
            .toList();
    Path folder = laboratory.folder(this);
    Output.chart(folder, components(posterior.network(), findings, mixture));
    var functions = new FunctionPanels(sampled, threads);
    Output.csv(
        folder.resolve("figure5-functions.csv"), "component,x,mean,sd", functions.csv(ofNormals));
    Output.chart(folder, functions(functions.of("Component", ofNormals)));
    double[] evidence = mixture.evidenceShares();
    List<String> rows = new ArrayList<>();
    for (int k = 0; k < evidence.length; k++) {
      rows.add(
          "%d,%d,%s,%s,%s,%s"
              .formatted(
                  k + 1,
                  findings.modes().get(k).draws().length,
                  mixture.weights()[k],
                  stacked.weights()[k],
                  evidence[k],
                  mixture.components().get(k).logEvidence()));
    }
    Output.csv(
        folder.resolve("figure5.csv"),
        "component,draws,share_of_chains,stacking_weight,evidence_share,log_evidence",
        rows);
    Lppds lppds = Lppds.of(sampled, mixture, stacked, threads);
    Output.csv(
        folder.resolve("figure5-lppd.csv"), "predictive,share_of_chains,stacking", lppds.csv());
    Output.write(
        folder.resolve("figure5.md"), markdown(sampled, mixture, stacked, evidence, lppds));
  }

  /**
   * LPPD on the test rows.
   *
   * @param drawn with components weighted by share of chains and by stacking
   * @param linearised likewise
   */
  private record Lppds(double[] drawn, double[] linearised, double chains) {

    static Lppds of(
        SampledPosterior sampled, MixtureOfLaplace mixture, MixtureOfLaplace stacked, int threads) {
      var test = sampled.study().test();
      Posterior posterior = sampled.study().posterior();
      ToDoubleFunction<Predictive> lppd = p -> Scores.of(p, test.y().values()).lppd();
      ToDoubleFunction<MixtureOfLaplace> drawn =
          m -> lppd.applyAsDouble(m.sampled(test.x(), Paper.DRAWS, Paper.SEED));
      ToDoubleFunction<MixtureOfLaplace> linearised =
          m -> lppd.applyAsDouble(m.linearised(test.x()));
      return new Lppds(
          Stream.of(mixture, stacked).mapToDouble(drawn).toArray(),
          Stream.of(mixture, stacked).mapToDouble(linearised).toArray(),
          lppd.applyAsDouble(posterior.predictive(sampled.draws(), test.x(), threads)));
    }

    List<String> csv() {
      return List.of(
          "draws of the normals,%s,%s".formatted(drawn[0], drawn[1]),
          "linearised,%s,%s".formatted(linearised[0], linearised[1]),
          "chains,%s,".formatted(chains));
    }
  }

  private static Chart components(Network network, Findings findings, MixtureOfLaplace mixture) {
    ModePlane plane = ModePlane.of(network, findings);
    List<Draws> modes = ModePlane.byMode(findings);
    List<Draws> some = modes.stream().map(draws -> draws.evenly(CLOUD_DRAWS)).toList();
    List<Mark> marks = new ArrayList<>(plane.points(some, 0.35, 3.5));
    for (int k = 0; k < mixture.components().size(); k++) {
      for (double radius : RADII) {
        marks.add(ellipse(mixture.components().get(k), plane, radius, Colour.of(k)));
      }
    }
    return Chart.of(
        "figure5-components",
        "(a) D_I, f1: modes and their normals, with half and 95% of each",
        "A normal stands for each mode.",
        "Draws of each mode and ellipses of its Laplace approximation.",
        new Chart.Layout(1, 440),
        List.of(plane.panel("", network, marks)));
  }

  /** Where a normal's marginal in the plane has one height. */
  private static Mark ellipse(Laplace normal, ModePlane plane, double radius, Colour colour) {
    double[][] covariance = normal.covariance();
    int a = plane.a() - normal.firstVarying();
    int b = plane.b() - normal.firstVarying();
    double first = Math.sqrt(covariance[a][a]);
    double slope = covariance[b][a] / first;
    double rest = Math.sqrt(Math.max(0, covariance[b][b] - slope * slope));
    double[] x = new double[CORNERS + 1];
    double[] y = new double[CORNERS + 1];
    for (int i = 0; i <= CORNERS; i++) {
      double angle = 2 * Math.PI * i / CORNERS;
      double u = radius * Math.cos(angle);
      double v = radius * Math.sin(angle);
      x[i] = normal.mean()[plane.a()] + first * u;
      y[i] = normal.mean()[plane.b()] + slope * u + rest * v;
    }
    return new Mark.Line("", colour, 1, 2, false, x, y);
  }

  private static Chart functions(List<Panel> panels) {
    return Chart.of(
        "figure5-functions",
        "(b-e) D_I, f1: functions drawn from each normal",
        "Near the data a normal's functions are those of its mode.",
        "%d functions of each normal, and all together.".formatted(FunctionPanels.FUNCTIONS),
        FunctionPanels.layout(panels),
        panels);
  }

  private String markdown(
      SampledPosterior sampled,
      MixtureOfLaplace mixture,
      MixtureOfLaplace stacked,
      double[] evidence,
      Lppds lppds) {
    var rows = new StringBuilder();
    for (int k = 0; k < evidence.length; k++) {
      rows.append(
          "| %d | %s | %s | %s |\n"
              .formatted(
                  k + 1,
                  Numbers.percent(mixture.weights()[k]),
                  Numbers.percent(stacked.weights()[k]),
                  Numbers.percent(evidence[k])));
    }
    return """
    # %s

    ![Modes and their normals](figure5-components.svg)

    The modes of Figure 3 (exact alignment, spectral clustering), the maximum of the posterior in each, and a normal with the
    curvature there, sigma included. Dots are draws of the chains, at most %d of each mode; the ellipses hold half and 95%% of a normal's
    marginal. %s.

    ![Functions of each component](figure5-functions.svg)

    %d functions drawn from each normal. The weight of a component has three definitions: the share of chains that ended there, the predictive accuracy on held-out rows (stacking), or its share of the evidence.

    | component | share of chains | stacking weight | share of evidence |
    | ---: | ---: | ---: | ---: |
    %s

    | LPPD on the test rows | weights by share of chains | by stacking |
    | --- | ---: | ---: |
    | %d draws from each normal | %s | %s |
    | each network made linear | %s | %s |
    | the chains themselves | %s | |

    Where the posterior is not normal, functions drawn from a normal leave the data; with the network made linear they
    do not. The paper prints no number for this figure.
    """
        .formatted(
            title(),
            CLOUD_DRAWS,
            sampled.described(),
            FunctionPanels.FUNCTIONS,
            rows.toString().stripTrailing(),
            Paper.DRAWS,
            Numbers.text(lppds.drawn()[0]),
            Numbers.text(lppds.drawn()[1]),
            Numbers.text(lppds.linearised()[0]),
            Numbers.text(lppds.linearised()[1]),
            Numbers.text(lppds.chains()));
  }
}
