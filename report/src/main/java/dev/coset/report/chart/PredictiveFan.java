package dev.coset.report.chart;

import java.util.ArrayList;
import java.util.List;

/** A predictive density along one input: nested central intervals about the median. */
public final class PredictiveFan {
  /** Of the quantiles that {@link #marks} takes, in order; the middle one is the median. */
  private static final double[] PROBABILITIES = {0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975};

  private PredictiveFan() {}

  public static double[] probabilities() {
    return PROBABILITIES.clone();
  }

  /**
   * @param x where the density was evaluated
   * @param quantiles (x, probability)
   */
  public static List<Mark> marks(double[] x, List<double[]> quantiles) {
    List<Mark> marks = new ArrayList<>();
    int last = PROBABILITIES.length - 1;
    for (int q = 0; q < last / 2; q++) {
      double held = PROBABILITIES[last - q] - PROBABILITIES[q];
      marks.add(
          new Mark.Band(
              Numbers.percent(Math.rint(1000 * held) / 1000) + " of new values",
              Colour.BLUE,
              0.15 + 0.05 * q,
              x,
              at(quantiles, q),
              at(quantiles, last - q)));
    }
    marks.add(new Mark.Line("median", Colour.BLUE, x, at(quantiles, last / 2)));
    return marks;
  }

  private static double[] at(List<double[]> quantiles, int q) {
    return quantiles.stream().mapToDouble(each -> each[q]).toArray();
  }

  /** Observations on top of a fan. */
  public static Mark.Points data(String name, Colour colour, double[] x, double[] y) {
    double size = x.length > 500 ? 3 : 5;
    return new Mark.Points(name, colour, 0.7, size, x, y);
  }
}
