package dev.coset.report.chart;

/** Functions that draws compute, as thin lines over one input. */
public final class FunctionDraws {
  private FunctionDraws() {}

  /**
   * One mark for a number of functions, with gaps between them.
   *
   * @param x where they were evaluated
   * @param f (function, x)
   */
  public static Mark.Line of(String name, Colour colour, double[] x, double[][] f) {
    int each = x.length + 1;
    double[] xs = new double[f.length * each];
    double[] ys = new double[f.length * each];
    for (int g = 0; g < f.length; g++) {
      System.arraycopy(x, 0, xs, g * each, x.length);
      System.arraycopy(f[g], 0, ys, g * each, x.length);
      xs[g * each + x.length] = x[x.length - 1];
      ys[g * each + x.length] = Double.NaN;
    }
    double opacity = Math.clamp(6.0 / Math.max(1, f.length), 0.25, 0.9);
    return new Mark.Line(name, colour, opacity, 1, false, xs, ys);
  }
}
