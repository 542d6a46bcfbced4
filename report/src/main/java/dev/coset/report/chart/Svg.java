package dev.coset.report.chart;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Draws a chart as an SVG document, light, with its title, for papers and slides. */
public final class Svg {
  private static final int WIDTH = 800;
  private static final int LINE = 18; // of text
  private static final int MOST_SQUARE = 520;
  private static final String FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

  private final Chart chart;
  private final StringBuilder out = new StringBuilder();

  private Svg(Chart chart) {
    this.chart = chart;
  }

  public static String of(Chart chart) {
    return new Svg(chart).draw();
  }

  private String draw() {
    int columns = Math.min(chart.layout().columns(), chart.panels().size());
    int rows = Math.ceilDiv(chart.panels().size(), columns);
    int side =
        chart.layout().shape() == Chart.Shape.SQUARE
            ? Math.min(MOST_SQUARE, WIDTH / columns)
            : WIDTH / columns;
    int panelHeight =
        switch (chart.layout().shape()) {
          case WIDE -> chart.layout().panelHeight();
          case SQUARE -> side - SvgPanel.WIDER_THAN_HIGH;
          case MATRIX -> side;
        };
    Map<String, Swatch> legend = legend();
    int top = LINE + 14;
    int legendTop = top;
    top += legend.isEmpty() ? 0 : LINE * (1 + lastLegendRow(legend)) + 6;
    int height = top + rows * panelHeight + 8;
    format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " role=\"img\" font-family=\"%s\" font-size=\"12\" fill=\"%s\">\n",
        WIDTH, height, WIDTH, height, FONT, Colour.INK.onWhite());
    format("<title>%s</title>\n", escape(chart.title()));
    format("<desc>%s</desc>\n", escape(chart.alternative()));
    format("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    text(8, LINE, "start", "font-size=\"15\" font-weight=\"600\"", shortened(chart.title(), 90));
    drawLegend(legend, legendTop);
    for (int i = 0; i < chart.panels().size(); i++) {
      var panel = chart.panels().get(i);
      int left = i % columns * side;
      int panelTop = top + i / columns * panelHeight;
      new SvgPanel(panel, i, left, panelTop, side, panelHeight, chart.layout().matrix(), out)
          .draw();
    }
    return out.append("</svg>\n").toString();
  }

  private record Swatch(Mark like, double opacity) {}

  /** Of each name as its first mark looks, on top of wider bands of its colour. */
  private Map<String, Swatch> legend() {
    Map<String, Swatch> legend = new LinkedHashMap<>();
    for (Panel panel : chart.panels()) {
      Map<Colour, Double> through = new EnumMap<>(Colour.class);
      for (Mark mark : panel.marks()) {
        double opacity = mark.opacity();
        if (mark instanceof Mark.Band) {
          opacity = 1 - through.merge(mark.colour(), 1 - opacity, (a, b) -> a * b);
        }
        if (!mark.name().isEmpty()) {
          legend.putIfAbsent(
              mark.name(), new Swatch(mark, mark instanceof Mark.Line ? 1 : opacity));
        }
      }
    }
    return legend;
  }

  private static int entryWidth(String name) {
    return 30 + (int) (6.6 * Math.min(name.length(), 40));
  }

  private static int lastLegendRow(Map<String, Swatch> legend) {
    int x = 8;
    int row = 0;
    for (String name : legend.keySet()) {
      if (x + entryWidth(name) > WIDTH && x > 8) {
        x = 8;
        row++;
      }
      x += entryWidth(name);
    }
    return row;
  }

  private void drawLegend(Map<String, Swatch> legend, int top) {
    int x = 8;
    int y = top;
    for (var entry : legend.entrySet()) {
      int width = entryWidth(entry.getKey());
      if (x + width > WIDTH && x > 8) {
        x = 8;
        y += LINE;
      }
      swatch(entry.getValue(), x, y);
      text(x + 19, y + 11, "start", "", shortened(entry.getKey(), 40));
      x += width;
    }
  }

  /** A small one of what it stands for. */
  private void swatch(Swatch swatch, int x, int y) {
    String colour = swatch.like.colour().onWhite();
    double opacity = swatch.opacity;
    int middle = y + 7;
    switch (swatch.like) {
      case Mark.Line line -> stroke(colour, line.dashed(), "M%d %dh14".formatted(x, middle));
      case Mark.Rule rule -> stroke(colour, true, "M%d %dh14".formatted(x, middle));
      case Mark.Intervals intervals ->
          format(
              "<path stroke=\"%s\" stroke-width=\"2\" stroke-opacity=\"%.2f\" d=\"M%d %dv12\"/>\n",
              colour, opacity, x + 7, y + 1);
      case Mark.Rug rug ->
          stroke(colour, false, "M%1$d %2$dv-6m5 6v-6m5 6v-6".formatted(x + 2, y + 12));
      case Mark.Points points ->
          format(
              "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\" fill-opacity=\"%.2f\"/>\n",
              x + 7, middle, colour, opacity);
      case Mark.Band band -> area(colour, opacity, x, y);
      case Mark.Bars bars -> area(colour, opacity, x, y);
      case Mark.Cells cells -> area(colour, opacity, x, y);
    }
  }

  private void stroke(String colour, boolean dashed, String path) {
    format(
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s d=\"%s\"/>\n",
        colour, dashed ? " stroke-dasharray=\"5 4\"" : "", path);
  }

  private void area(String colour, double opacity, int x, int y) {
    format(
        "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"10\" rx=\"2\" fill=\"%s\""
            + " fill-opacity=\"%.2f\"/>\n",
        x, y + 2, colour, opacity);
  }

  private void text(double x, double y, String anchor, String more, String text) {
    text(out, x, y, anchor, more, text);
  }

  static void text(StringBuilder out, double x, double y, String anchor, String more, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n",
            x,
            y,
            anchor,
            more,
            escape(text)));
  }

  public static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "\u2026";
  }

  /** Text inside an element or a quoted attribute; characters that XML forbids are left out. */
  static String escape(String text) {
    var safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> {
                  boolean forbidden =
                      c < 0x20 && c != '\t' && c != '\n'
                          || c >= 0xd800 && c < 0xe000
                          || c == 0xfffe
                          || c == 0xffff;
                  if (!forbidden) {
                    safe.appendCodePoint(c);
                  }
                }
              }
            });
    return safe.toString();
  }

  private void format(String pattern, Object... values) {
    out.append(String.format(Locale.ROOT, pattern, values));
  }
}
