package dev.coset.report;

import dev.coset.modes.Mode;
import dev.coset.posterior.Draws;
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
   * @return for each mode (draw, point)
   */
  static List<double[][]> of(RunFigures figures, ShownFunction function, double[][] x, int most) {
    return draws(figures, most).stream()
        .map(draws -> figures.values(draws, x).ofDraws(function.ofDraws()))
        .toList();
  }
}
