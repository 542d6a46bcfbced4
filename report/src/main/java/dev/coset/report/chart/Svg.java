package dev.coset.report.chart;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Draws a chart as an SVG document, light, with its title, for papers and slides. */
public final class Svg {
  private static final int WIDTH = 800;
  private static final int LINE = 18; // of text
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
    int side = WIDTH / columns;
    int panelHeight = chart.layout().matrix() ? side : chart.layout().panelHeight();
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

  private record Swatch(Colour colour, double opacity) {}

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
              mark.name(), new Swatch(mark.colour(), mark instanceof Mark.Line ? 1 : opacity));
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
      format(
          "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"10\" rx=\"2\" fill=\"%s\""
              + " fill-opacity=\"%.2f\"/>\n",
          x, y + 2, entry.getValue().colour().onWhite(), entry.getValue().opacity());
      text(x + 19, y + 11, "start", "", shortened(entry.getKey(), 40));
      x += width;
    }
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
