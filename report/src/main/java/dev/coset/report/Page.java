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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sections as an HTML file. Texts may come from the user's data, so each is escaped on its way
 * here, and the charts' data stand in a block that no browser runs.
 */
final class Page {
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  /** Shown below what is wider than the page. */
  private static final String HINT = "<p class=\"hint\">Scroll sideways for more \u2192</p>\n";

  private final String title;
  private final String source;
  private final List<Section> sections;
  private final StringBuilder out = new StringBuilder();
  private String heading = "h3"; // of tables and code

  Page(String title, String source, List<Section> sections) {
    this.title = title;
    this.source = source;
    this.sections = sections;
  }

  String html() {
    for (int i = 0; i < sections.size(); i++) {
      if (beginsAdvanced(i)) {
        out.append(resource("advanced.html"));
      }
      add(sections.get(i));
      if (sections.get(i).advanced()
          && (i + 1 == sections.size() || !sections.get(i + 1).advanced())) {
        out.append("</details>\n");
      }
    }
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
      case "script" -> resource("report.js") + threshold();
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
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      if (beginsAdvanced(i)) {
        links.append("<a href=\"#advanced\">Advanced</a>\n");
      }
      if (!section.advanced()) {
        links.append("<a href=\"#%s\">%s</a>\n".formatted(section.id(), escape(section.title())));
      }
    }
    return links.toString();
  }

  private boolean beginsAdvanced(int i) {
    return sections.get(i).advanced() && (i == 0 || !sections.get(i - 1).advanced());
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

  private String threshold() {
    return sections.stream()
            .flatMap(section -> section.blocks().stream())
            .anyMatch(Block.Threshold.class::isInstance)
        ? resource("threshold.js")
        : "";
  }

  /** The posterior and the scripts that ask it, where there is one. */
  private String whatIf() {
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Block.WhatIf(var run, var order)) {
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
      case Block.Card(var card) -> {
        out.append("<details class=\"card\" open><summary>The card</summary>\n");
        for (ModelCard.Part part : card.parts()) {
          format("<h3>%s</h3>\n", escape(part.title()));
          heading = "h4";
          part.blocks().forEach(this::add);
          heading = "h3";
        }
        out.append("</details>\n");
      }
      case Block.Advice advice -> add(advice);
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
        out.append(resource("whatif.html").replace("{{order}}", whatIf.order().toString()));
        format("<p class=\"soft\">%s</p>\n", prose(WhatIfSection.told(whatIf.run())));
      }
      case Block.Threshold threshold ->
          format(
              "<div id=\"threshold-form\" data-threshold=\"%s\"></div>\n",
              escape(JsonMapper.shared().writeValueAsString(threshold)));
      case Block.Code code -> {
        if (!code.title().isEmpty()) {
          format("<%s>%s</%s>\n", heading, escape(code.title()), heading);
        }
        format("<pre tabindex=\"0\"><code>%s</code></pre>\n", escape(code.text()));
      }
    }
  }

  private void add(Block.Advice advice) {
    String severity = advice.severity().name().toLowerCase(Locale.ROOT);
    format(
        "<dl class=\"advice %s\">\n"
            + "<div><dt>Can I trust them?</dt><dd><strong>%s</strong>%s</dd></div>\n",
        severity, escape(advice.answer()), escape(advice.verdict()));
    format("<div><dt>What to do</dt><dd>%s</dd></div>\n</dl>\n", prose(advice.action()));
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

  /** Problems are in view; notes and passed checks are folded away. */
  private void findings(List<Finding> findings) {
    list(only(Finding.Severity.WARNING, findings));
    List<Finding> notes = only(Finding.Severity.NOTE, findings);
    List<Finding> passed = only(Finding.Severity.OK, findings);
    if (notes.isEmpty() && passed.isEmpty()) {
      return;
    }
    format(
        "<details class=\"folded\"><summary>%s</summary>\n",
        Stream.of(
                notes.isEmpty() ? "" : Words.count(notes.size(), "note"),
                passed.isEmpty() ? "" : Words.count(passed.size(), "check") + " passed")
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(", ")));
    list(notes);
    list(passed);
    out.append("</details>\n");
  }

  private static List<Finding> only(Finding.Severity severity, List<Finding> findings) {
    return findings.stream().filter(f -> f.severity() == severity).toList();
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
    format("<%s>%s</%s>\n", heading, escape(table.title()), heading);
    if (!table.meaning().isEmpty()) {
      format("<p>%s</p>\n", escape(table.meaning()));
    }
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
        .allMatch(row -> row.get(column).matches("([<\u2212\\d., e%():-]|to)*|missing"));
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

  static String resource(String name) {
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
