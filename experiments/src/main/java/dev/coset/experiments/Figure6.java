package dev.coset.experiments;

import dev.coset.modes.Findings;
import dev.coset.network.Network;
import dev.coset.network.ParameterNames;
import dev.coset.posterior.Draws;
import dev.coset.report.chart.BivariateMarginals;
import dev.coset.report.chart.Chart;
import dev.coset.symmetry.SymmetryRemoval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 6: all pairs of parameters of f1, before and after symmetry removal. */
final class Figure6 implements Experiment {
  private static final List<PaperData> DATA = List.of(PaperData.SINUSOIDAL, PaperData.IZMAILOV);

  private static final int SHOWN = 200;

  @Override
  public String name() {
    return "figure6";
  }

  @Override
  public String title() {
    return "Figure 6: pairwise marginals before and after symmetry removal";
  }

  @Override
  public void run(Laboratory laboratory) {
    Path folder = laboratory.folder(this);
    List<String> csv = new ArrayList<>();
    var text = new StringBuilder("# " + title() + "\n");
    for (PaperData set : DATA) {
      var sampled = laboratory.sampled(set, PaperNetwork.F1, Paper.DRAWS);
      Network network = sampled.study().posterior().network();
      Findings findings = sampled.modes(SymmetryRemoval.EXACT, laboratory.threads());
      Draws after = findings.symmetryFree().draws();
      List<String> names = ParameterNames.of(network);
      for (int j = 0; j < names.size(); j++) {
        double[] was = ModePlane.moments(SampledPosterior.entries(sampled.draws(), j));
        double[] is = ModePlane.moments(SampledPosterior.entries(after, j));
        csv.add("%s,%s,%s,%s,%s,%s".formatted(set, names.get(j), was[0], was[1], is[0], is[1]));
      }
      String id = "figure6-" + set;
      Output.chart(folder, chart(id, set, names, sampled.draws(), findings));
      text.append(
          """

          ![%s: pairs of parameters](%s.svg)

          %s with f1: above the diagonal as sampled, below it after exact alignment, with a colour for each mode (there %s). %d evenly picked draws of %s.
          """
              .formatted(
                  set.printed(),
                  id,
                  set.printed(),
                  findings.modes().size() == 1
                      ? "is one"
                      : "are %d".formatted(findings.modes().size()),
                  Math.min(SHOWN, after.count()),
                  sampled.described()));
    }
    text.append(
        """

        As sampled, every parameter of a neuron is distributed like that of every other, symmetrically about 0; without symmetry
        each has its place. The paper shows D_S, and says that one mode is left there.
        """);
    Output.csv(
        folder.resolve("figure6.csv"),
        "data,parameter,mean_before,sd_before,mean_after,sd_after",
        csv);
    Output.write(folder.resolve("figure6.md"), text.toString());
  }

  private static Chart chart(
      String id, PaperData set, List<String> names, Draws before, Findings findings) {
    int[] which = evenly(before.count());
    int[] label = findings.clustering().label();
    return BivariateMarginals.chart(
        id,
        set.printed() + ", f1: pairs of parameters before (above) and after symmetry removal",
        "Copies become one cloud for each mode.",
        "Matrix of bivariate marginals of %d parameters.".formatted(names.size()),
        names,
        columns(before, which, names.size()),
        columns(findings.symmetryFree().draws(), which, names.size()),
        Arrays.stream(which).map(g -> label[g]).toArray());
  }

  private static int[] evenly(int count) {
    int most = Math.min(count, SHOWN);
    return IntStream.range(0, most).map(i -> (int) ((long) i * count / most)).toArray();
  }

  /** (parameter, draw). */
  private static double[][] columns(Draws draws, int[] which, int parameters) {
    Draws some = draws.select(Arrays.stream(which));
    double[][] columns = new double[parameters][];
    Arrays.setAll(columns, j -> SampledPosterior.entries(some, j));
    return columns;
  }
}
