package dev.coset.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.coset.diagnostics.Finding;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.ChartJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sections as an HTML file. Texts may come from the user's data, so each is escaped on its way
 * here, and the charts' data stand in a block that no browser runs.
 */
final class Page {
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  /** Shown below what is wider than the page. */
  private static final String HINT =
      "<p class=\"hint\">Scroll sideways to see the rest \u2192</p>\n";

  private final String title;
  private final String source;
  private final List<Section> sections;
  private final StringBuilder out = new StringBuilder();

  Page(String title, String source, List<Section> sections) {
    this.title = title;
    this.source = source;
    this.sections = sections;
  }

  String html() {
    sections.forEach(this::add);
    String body = out.toString();
    String page = resource("report.html");
    // One pass over the template: what is put in is never searched for places.
    var filled = new StringBuilder(page.length() + body.length() + 1_200_000);
    int from = 0;
    for (int at = page.indexOf("{{"); at >= 0; at = page.indexOf("{{", from)) {
      int end = page.indexOf("}}", at);
      filled.append(page, from, at).append(part(page.substring(at + 2, end), body));
      from = end + 2;
    }
    return filled.append(page, from, page.length()).toString();
  }

  private String part(String place, String body) {
    return switch (place) {
      case "title" -> escape(title);
      case "source" -> escape(source);
      case "style" -> resource("report.css") + resource("whatif.css");
      case "script" -> resource("report.js");
      case "echarts" -> resource(ECHARTS);
      case "navigation" -> navigation();
      case "body" -> body;
      case "charts" -> data();
      case "whatif" -> whatIf();
      default -> throw new IllegalStateException("The template has an unknown place " + place);
    };
  }

  private String navigation() {
    var links = new StringBuilder();
    for (Section section : sections) {
      links.append("<a href=\"#%s\">%s</a>\n".formatted(section.id(), escape(section.title())));
    }
    return links.toString();
  }

  private String data() {
    var array = JsonMapper.shared().createArrayNode();
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Block.Figure figure) {
          array.add(ChartJson.of(figure.chart()));
        }
      }
    }
    return inScript(JsonMapper.shared().writeValueAsString(array));
  }

  /** The posterior and the scripts that ask it, where there is one. */
  private String whatIf() {
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Block.WhatIf(var run)) {
          return "<script type=\"application/octet-stream\" id=\"posterior\">%s</script>\n<script>\n%s%s%s</script>\n"
              .formatted(
                  Base64.getEncoder().encodeToString(run.bytes()),
                  resource("evaluator.js"),
                  resource("table.js"),
                  resource("whatif.js"));
        }
      }
    }
    return "";
  }

  /** JSON that ends no script element and that old engines take for one line. */
  static String inScript(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private void add(Section section) {
    format(
        "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n",
        section.id(), section.id(), section.id(), escape(section.title()));
    format("<p class=\"lead\">%s</p>\n", escape(section.lead()));
    section.blocks().forEach(this::add);
    out.append("</section>\n");
  }

  private void add(Block block) {
    switch (block) {
      case Block.Figure figure -> add(figure.chart());
      case Block.Text text -> format("<p class=\"empty\">%s</p>\n", prose(text.text()));
      case Block.Facts facts -> {
        out.append("<dl class=\"facts\">\n");
        for (Block.Fact fact : facts.facts()) {
          format(
              "<div><dt>%s</dt><dd><strong>%s</strong><span>%s</span></dd></div>\n",
              escape(fact.label()), escape(fact.value()), prose(fact.note()));
        }
        out.append("</dl>\n");
      }
      case Block.Findings findings -> findings(findings.findings());
      case Block.Table table -> add(table);
      case Block.Rows(var table) -> add(table);
      case Block.WhatIf whatIf -> {
        format("<p>%s</p>\n", prose(WhatIfSection.told(whatIf.run())));
        out.append(resource("whatif.html"));
      }
      case Block.Code code ->
          format(
              "<h3>%s</h3>\n<pre tabindex=\"0\"><code>%s</code></pre>\n",
              escape(code.title()), escape(code.text()));
    }
  }

  private void add(Chart chart) {
    format("<figure id=\"%s\">\n<figcaption>\n<h3>%s</h3>\n", chart.id(), escape(chart.title()));
    format("<p>%s</p>\n", escape(chart.meaning()));
    chart.warning().ifPresent(warning -> format("<p class=\"warning\">%s</p>\n", prose(warning)));
    out.append("</figcaption>\n");
    format(
        "<div class=\"scroll\"><div class=\"chart\" role=\"img\" aria-label=\"%s\""
            + " data-chart=\"%s\"></div></div>\n"
            + HINT,
        escape(chart.title() + ". " + chart.alternative()),
        chart.id());
    out.append(
        "<details class=\"data\"><summary>Data behind this chart</summary><div"
            + " class=\"scroll\"></div></details>\n"
            + "</figure>\n");
  }

  /** What is well is folded away. */
  private void findings(List<Finding> findings) {
    var well = findings.stream().filter(f -> f.severity() == Finding.Severity.OK).toList();
    list(findings.stream().filter(f -> f.severity() != Finding.Severity.OK).toList());
    if (!well.isEmpty()) {
      format(
          "<details class=\"well\"><summary>%d check%s passed</summary>\n",
          well.size(), well.size() == 1 ? "" : "s");
      list(well);
      out.append("</details>\n");
    }
  }

  private void list(List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    out.append("<ul class=\"findings\">\n");
    for (Finding finding : findings) {
      String severity = finding.severity().name().toLowerCase(Locale.ROOT);
      format(
          "<li class=\"%s\"><span class=\"badge\">%s</span> <b>%s</b> %s</li>\n",
          severity, severity, escape(finding.about()), prose(OptionText.of(finding)));
    }
    out.append("</ul>\n");
  }

  private void add(Block.Table table) {
    format("<h3>%s</h3>\n<p>%s</p>\n", escape(table.title()), escape(table.meaning()));
    format(
        "<div class=\"scroll\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
        escape(table.title()));
    for (int j = 0; j < table.header().size(); j++) {
      format(
          "<th scope=\"col\"%s>%s</th>",
          numeric(table, j) ? " class=\"number\"" : "", escape(table.header().get(j)));
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      out.append("<tr>");
      for (int j = 0; j < row.size(); j++) {
        format("<td%s>%s</td>", numeric(table, j) ? " class=\"number\"" : "", escape(row.get(j)));
      }
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n" + HINT);
  }

  private static boolean numeric(Block.Table table, int column) {
    return table.rows().stream()
        .allMatch(row -> row.get(column).matches("[<\u2212\\d., e%():-]*|missing"));
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Running text, in which the name of an option is not torn apart. */
  private static String prose(String text) {
    return escape(text).replaceAll("--[a-z][a-z-]*", "<span class=\"option\">$0</span>");
  }

  private void format(String pattern, Object... values) {
    out.append(String.format(Locale.ROOT, pattern, values));
  }

  private static String resource(String name) {
    try (var in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The resource " + name + " is missing from the program.");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
