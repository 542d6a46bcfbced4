package dev.coset.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Svg;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;
import tools.jackson.databind.json.JsonMapper;

/** What tests look at in a report. */
final class Pages {
  private static final int THREE_MEGABYTES = 3_000_000;

  private Pages() {}

  static List<String> ids(Report report) {
    return report.charts().stream().map(Chart::id).toList();
  }

  /** The page without ECharts and the page's script. */
  static String own(Report report) {
    String html = report.html();
    int library = html.indexOf("</script>") + "</script>".length();
    int end = html.lastIndexOf("</script>");
    return html.substring(0, library) + html.substring(end);
  }

  static Chart chart(Report report, String id) {
    return report.charts().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  /** What holds of every report: small, whole, and each chart with words and marks. */
  static void assertGood(Report report) {
    assertThat(report.html().length()).isLessThan(THREE_MEGABYTES);
    String html = own(report);
    assertThat(html).doesNotContain("NaN", "{{title", "{{style", "{{charts");
    assertThat(html).contains("</html>").doesNotContain("src=\"http", "href=\"http");
    String data = html.substring(html.indexOf("id=\"charts\">") + 12);
    var json = JsonMapper.shared().readTree(data.substring(0, data.indexOf("</script>")));
    assertThat(json.size()).isEqualTo(report.charts().size());
    assertThat(ids(report)).doesNotHaveDuplicates();
    for (Chart chart : report.charts()) {
      assertThat(chart.meaning()).as(chart.id()).endsWith(".");
      assertThat(chart.alternative()).as(chart.id()).endsWith(".");
      boolean matrix = chart.layout().shape() == Chart.Shape.MATRIX; // whose diagonal holds names
      for (var panel : chart.panels()) {
        boolean drawn = panel.marks().stream().flatMapToDouble(Mark::ys).anyMatch(Double::isFinite);
        assertThat(drawn || matrix && panel.marks().isEmpty())
            .as("%s has something in panel '%s'", chart.id(), panel.title())
            .isTrue();
      }
      chart
          .panels()
          .forEach(
              p -> {
                assertThat(p.x().low()).as(chart.id()).isLessThan(p.x().high());
                assertThat(p.y().low()).as(chart.id()).isLessThan(p.y().high());
              });
    }
    report.charts().forEach(chart -> assertWellFormed(chart.id(), Svg.of(chart)));
  }

  private static void assertWellFormed(String name, String image) {
    try {
      var root =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(image.getBytes(UTF_8)));
      assertThat(root.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(root.getElementsByTagName("script").getLength()).isZero();
      assertThat(image).doesNotContain("NaN", "Infinity");
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError(name + " is not well-formed", e);
    }
  }
}
