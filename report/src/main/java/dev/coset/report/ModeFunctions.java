package dev.coset.report;

import dev.coset.modes.Mode;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Functions of some draws of each mode. */
final class ModeFunctions {
  private ModeFunctions() {}

  /** Some draws of each mode, the largest mode first. */
  static List<Draws> draws(RunFigures figures, int most) {
    Draws some = figures.some();
    List<int[]> members =
        figures
            .findings()
            .map(f -> f.modes().stream().map(Mode::draws).toList())
            .orElseGet(() -> List.of(IntStream.range(0, some.count()).toArray()));
    return members.stream().map(m -> some.select(Arrays.stream(m)).evenly(most)).toList();
  }

  /**
   * @param x (feature, point), standardised
   * @return for each mode (draw, point), in the units of the target
   */
  static List<double[][]> of(RunFigures figures, double[][] x, int most) {
    List<double[][]> all = new ArrayList<>();
    for (Draws draws : draws(figures, most)) {
      all.add(inUnits(figures, figures.values(draws, x)));
    }
    return all;
  }

  /** The first output of each draw, about which its targets lie, (draw, point). */
  static double[][] inUnits(RunFigures figures, OutputValues values) {
    return Arrays.stream(values.output(0)).map(figures::original).toArray(double[][]::new);
  }
}
