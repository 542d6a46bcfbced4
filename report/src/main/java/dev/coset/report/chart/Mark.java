package dev.coset.report.chart;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Something drawn into a panel. Marks of one name share an entry of the legend; those without a
 * name have none. The arrays are shared, not copied: treat them as fixed.
 */
public sealed interface Mark {
  String name();

  Colour colour();

  /** How much of what is below shows through: 1 for nothing. */
  double opacity();

  /** All positions on the x axis that must be seen. */
  default DoubleStream xs() {
    return switch (this) {
      case Line m -> Arrays.stream(m.x);
      case Band m -> Arrays.stream(m.x);
      case Points m -> Arrays.stream(m.x);
      case Intervals m -> Arrays.stream(m.x);
      case Bars m -> both(m.from, m.to);
      case Cells m -> Arrays.stream(m.x);
      case Rule m -> m.vertical ? DoubleStream.of(m.at) : DoubleStream.empty();
      case Rug m -> Arrays.stream(m.x);
    };
  }

  /** All positions on the y axis that must be seen. */
  default DoubleStream ys() {
    return switch (this) {
      case Line m -> Arrays.stream(m.y);
      case Band m -> both(m.low, m.high);
      case Points m -> Arrays.stream(m.y);
      case Intervals m -> both(m.low, m.high);
      case Bars m -> both(new double[] {0}, m.height);
      case Cells m -> Arrays.stream(m.y);
      case Rule m -> m.vertical ? DoubleStream.empty() : DoubleStream.of(m.at);
      case Rug m -> DoubleStream.empty();
    };
  }

  /**
   * A line through points; a y that is not a number interrupts it.
   *
   * @param width in pixels
   */
  record Line(
      String name,
      Colour colour,
      double opacity,
      double width,
      boolean dashed,
      double[] x,
      double[] y)
      implements Mark {

    public Line(String name, Colour colour, double[] x, double[] y) {
      this(name, colour, 1, 2, false, x, y);
    }
  }

  /** The area between two lines. */
  record Band(String name, Colour colour, double opacity, double[] x, double[] low, double[] high)
      implements Mark {}

  /**
   * @param size their diameter in pixels
   */
  record Points(String name, Colour colour, double opacity, double size, double[] x, double[] y)
      implements Mark {}

  /** A vertical stroke from low to high at each x. */
  record Intervals(
      String name, Colour colour, double opacity, double[] x, double[] low, double[] high)
      implements Mark {}

  /** Rectangles that stand on 0. */
  record Bars(
      String name, Colour colour, double opacity, double[] from, double[] to, double[] height)
      implements Mark {}

  /**
   * A density over the plane: the colour is the more opaque the larger the value.
   *
   * @param x edges of the columns
   * @param y edges of the rows
   * @param value (column, row)
   */
  record Cells(String name, Colour colour, double[] x, double[] y, double[][] value)
      implements Mark {
    @Override
    public double opacity() {
      return 1;
    }

    double greatest() {
      return Arrays.stream(value).flatMapToDouble(Arrays::stream).max().orElse(1);
    }
  }

  /** A straight line across the panel at one x or one y. */
  record Rule(String name, Colour colour, boolean vertical, double at) implements Mark {
    @Override
    public double opacity() {
      return 1;
    }
  }

  /** A short stroke on the x axis for each of some rows: where the data are. */
  record Rug(String name, Colour colour, double opacity, double[] x) implements Mark {}

  private static DoubleStream both(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b));
  }
}
