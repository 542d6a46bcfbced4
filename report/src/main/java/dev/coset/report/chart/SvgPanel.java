package dev.coset.report.chart;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** One panel of an SVG document: frame, ticks, marks. */
final class SvgPanel {
  /** By how much the frame's distances from the sides exceed those from top and bottom. */
  static final int WIDER_THAN_HIGH = 58 + 16 - 22 - 42;

  private final Panel panel;
  private final String clip;
  private final boolean matrix;
  private final double left;
  private final double right;
  private final double top;
  private final double bottom;
  private final StringBuilder out;

  SvgPanel(
      Panel panel,
      int number,
      int left,
      int top,
      int width,
      int height,
      boolean matrix,
      StringBuilder out) {
    this.panel = panel;
    this.clip = "clip" + number;
    this.matrix = matrix;
    this.left = left + (matrix ? 3 : 58);
    this.right = left + width - (matrix ? 3 : 16);
    this.top = top + (matrix ? 3 : panel.title().isEmpty() ? 22 : 42);
    this.bottom = top + height - (matrix ? 3 : panel.x().label().isEmpty() ? 24 : 42);
    this.out = out;
  }

  void draw() {
    if (matrix) {
      if (panel.marks().isEmpty()) {
        String name = Svg.shortened(panel.title(), 14);
        text((left + right) / 2, (top + bottom) / 2 + 4, "middle", "font-weight=\"600\"", name);
        return;
      }
    } else {
      axes();
    }
    format(
        "<clipPath id=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\""
            + " height=\"%.1f\"/></clipPath>\n",
        clip, left, top, right - left, bottom - top);
    format("<g clip-path=\"url(#%s)\">\n", clip);
    panel.marks().forEach(this::draw);
    out.append("</g>\n");
    format(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\""
            + " stroke=\"#c5cdd5\"/>\n",
        left, top, right - left, bottom - top);
  }

  private void axes() {
    if (!panel.title().isEmpty()) {
      text(
          left - 50,
          top - 28,
          "start",
          "font-weight=\"600\"",
          Svg.shortened(panel.title(), letters()));
    }
    text(
        left - 50,
        top - 11,
        "start",
        "fill=\"#5a6672\"",
        Svg.shortened(panel.y().label(), letters()));
    String x = Svg.shortened(panel.x().label(), letters());
    text((left + right) / 2, bottom + 34, "middle", "fill=\"#5a6672\"", x);
    for (double tick : panel.y().ticks()) {
      double y = y(tick);
      format(
          "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e8ec\"/>\n",
          left, right, y, y);
      text(left - 6, y + 4, "end", "", panel.y().text(tick));
    }
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : panel.x().ticks()) {
      String label = Svg.shortened(panel.x().text(tick), 14);
      double half = 3.3 * label.length();
      if (x(tick) - half > last + 4) {
        text(x(tick), bottom + 16, "middle", "", label);
        last = x(tick) + half;
      }
    }
  }

  private int letters() {
    return (int) ((right - left) / 6.5);
  }

  private void draw(Mark mark) {
    String colour = mark.colour().onWhite();
    switch (mark) {
      case Mark.Line m -> {
        format(
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-opacity=\"%.2f\"%s"
                + " d=\"",
            colour, m.width(), m.opacity(), m.dashed() ? " stroke-dasharray=\"6 4\"" : "");
        path(m.x(), m.y());
        out.append("\"/>\n");
      }
      case Mark.Band m -> {
        format("<polygon fill=\"%s\" fill-opacity=\"%.2f\" points=\"", colour, m.opacity());
        for (int i = 0; i < m.x().length; i++) {
          format("%.1f,%.1f ", x(m.x()[i]), y(m.high()[i]));
        }
        for (int i = m.x().length - 1; i >= 0; i--) {
          format("%.1f,%.1f ", x(m.x()[i]), y(m.low()[i]));
        }
        out.append("\"/>\n");
      }
      case Mark.Points m -> {
        if (matrix) {
          dots(m);
        } else {
          circles(m);
        }
      }
      case Mark.Intervals m -> {
        format(
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-opacity=\"%.2f\" d=\"",
            colour, m.opacity());
        for (int i = 0; i < m.x().length; i++) {
          format("M%.1f %.1fV%.1f", x(m.x()[i]), y(m.low()[i]), y(m.high()[i]));
        }
        out.append("\"/>\n");
      }
      case Mark.Bars m -> {
        for (int i = 0; i < m.from().length; i++) {
          box(colour, m.opacity(), m.from()[i], m.to()[i], panel.y().low(), m.height()[i]);
        }
      }
      case Mark.Cells m -> cells(m);
      case Mark.Rug m -> {
        format(
            "<path fill=\"none\" stroke=\"%s\" stroke-opacity=\"%.2f\" d=\"", colour, m.opacity());
        for (double at : m.x()) {
          format("M%.1f %.1fv-6", x(at), bottom);
        }
        out.append("\"/>\n");
      }
      case Mark.Rule m -> {
        String line =
            m.vertical()
                ? String.format(Locale.ROOT, "M%.1f %.1fV%.1f", x(m.at()), top, bottom)
                : String.format(Locale.ROOT, "M%.1f %.1fH%.1f", left, y(m.at()), right);
        format(
            "<path stroke=\"%s\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\" d=\"%s\"/>\n",
            colour, line);
      }
    }
  }

  private void circles(Mark.Points m) {
    format("<g fill=\"%s\" fill-opacity=\"%.2f\">\n", m.colour().onWhite(), m.opacity());
    for (int i = 0; i < m.x().length; i++) {
      if (Double.isFinite(m.x()[i]) && Double.isFinite(m.y()[i])) {
        format(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
            x(m.x()[i]), y(m.y()[i]), m.size() / 2);
      }
    }
    out.append("</g>\n");
  }

  /**
   * Round ends of lines without length: a third of the bytes, and a matrix has very many. Shades of
   * one path do not add up, so these are opaque.
   */
  private void dots(Mark.Points m) {
    format(
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-linecap=\"round\" d=\"",
        m.colour().onWhite(), 0.7 * m.size());
    for (int i = 0; i < m.x().length; i++) {
      if (Double.isFinite(m.x()[i]) && Double.isFinite(m.y()[i])) {
        format("M%.1f %.1fh0", x(m.x()[i]), y(m.y()[i]));
      }
    }
    out.append("\"/>\n");
  }

  /** One path for all cells of the same shade, in percent. */
  private void cells(Mark.Cells m) {
    SortedMap<Integer, StringBuilder> shades = new TreeMap<>();
    for (int c = 0; c < m.value().length; c++) {
      for (int r = 0; r < m.value()[c].length; r++) {
        int shade = (int) Math.round(100 * m.value()[c][r] / m.greatest());
        if (shade > 0) {
          // To absolute places, which neighbours write alike, so that they meet.
          shades
              .computeIfAbsent(shade, s -> new StringBuilder())
              .append(
                  String.format(
                      Locale.ROOT,
                      "M%1$.1f %2$.1fH%3$.1fV%4$.1fH%1$.1fz",
                      x(m.x()[c]),
                      y(m.y()[r + 1]),
                      x(m.x()[c + 1]),
                      y(m.y()[r])));
        }
      }
    }
    format("<g fill=\"%s\" shape-rendering=\"crispEdges\">\n", m.colour().onWhite());
    shades.forEach(
        (shade, path) -> format("<path fill-opacity=\"%.2f\" d=\"%s\"/>\n", shade / 100.0, path));
    out.append("</g>\n");
  }

  private void box(String colour, double opacity, double from, double to, double low, double high) {
    double width = Math.max(0.5, x(to) - x(from) - (x(to) - x(from) > 6 ? 1 : 0));
    format(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\""
            + " fill-opacity=\"%.2f\"/>\n",
        x(from), y(high), width, Math.max(0, y(low) - y(high)), colour, opacity);
  }

  private void path(double[] x, double[] y) {
    boolean pen = false;
    for (int i = 0; i < x.length; i++) {
      boolean there = Double.isFinite(y[i]) && (!panel.y().logarithmic() || y[i] > 0);
      if (there) {
        format("%s%.1f %.1f", pen ? "L" : "M", x(x[i]), y(y[i]));
      }
      pen = there;
    }
  }

  private double x(double value) {
    return left + panel.x().place(value) * (right - left);
  }

  private double y(double value) {
    return bottom - panel.y().place(value) * (bottom - top);
  }

  private void text(double x, double y, String anchor, String more, String text) {
    Svg.text(out, x, y, anchor, more, text);
  }

  private void format(String pattern, Object... values) {
    out.append(String.format(Locale.ROOT, pattern, values));
  }
}
