package dev.coset.report;

import java.util.Arrays;

/** The only input of a network, along which all can be shown. */
final class OneInput {
  private static final int GRID = 160;

  private OneInput() {}

  /** A little beyond the training rows, to show how uncertainty grows there. */
  static double[] grid(RunFigures figures) {
    double[] train = figures.posterior().data().x()[0];
    double low = Arrays.stream(train).min().orElse(-1);
    double high = Arrays.stream(train).max().orElse(1);
    double margin = 0.1 * (high - low);
    double[] x = new double[GRID];
    Arrays.setAll(x, i -> low - margin + i * (high - low + 2 * margin) / (GRID - 1));
    return x;
  }

  static String name(RunFigures figures) {
    int kept = figures.study().scaling().kept()[0];
    return figures.study().data().encoding().featureNames().get(kept);
  }

  static double[] inUnits(RunFigures figures, double[] standard) {
    return Arrays.stream(standard)
        .map(v -> Inputs.original(figures.study().scaling(), 0, v))
        .toArray();
  }
}
