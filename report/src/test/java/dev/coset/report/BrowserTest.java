package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The report in a real browser: every chart is drawn with its data, nothing is loaded, nothing goes
 * wrong. Leaves pictures in target/screenshots.
 */
class BrowserTest {
  private static final Path PICTURES = Path.of("target/screenshots");

  /** For each chart: its name, series with data, and whether anything was painted. */
  private static final String CHARTS =
      """
      return Array.from(document.querySelectorAll('[data-chart]')).map(function (element) {
        var instance = echarts.getInstanceByDom(element);
        var series = instance.getOption().series;
        var painted = false;
        var canvas = element.querySelector('canvas');
        if (canvas) {
          var pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          for (var i = 3; i < pixels.length && !painted; i += 4) painted = pixels[i] > 0;
        } else {
          painted = element.querySelectorAll('svg path').length > 5;
        }
        return {
          id: element.dataset.chart,
          filled: series.filter(function (s) { return s.data.length > 0; }).length,
          painted: painted,
          width: element.getBoundingClientRect().width,
          label: element.getAttribute('aria-label')
        };
      });
      """;

  @RegisterExtension static final SharedBrowser BROWSER = new SharedBrowser();

  @TempDir Path folder;

  @Test
  void aDemoRunIsDrawnOnAPhoneAndOnADesktop() throws Exception {
    var study =
        Study.of(
            Sinusoid.dataset(150, 0),
            Split.shuffled(150, 0.2, 0),
            Configuration.of(new int[] {3}, ChainPlan.of(12, 150, 1, 0)));
    Report report;
    try (var run = RunStore.create(folder.resolve("demo"), study, "y = sin(x) + N(0, 0.3)")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      report = Report.of(run, 2);
    }
    Browser browser = BROWSER.get();
    check(browser, "demo", report, 390, false);
    check(browser, "demo", report, 1280, false);
    check(browser, "demo", report, 1280, true);
  }

  @Test
  void hostileTextsAreDrawnAndNeverRun() throws Exception {
    Report report;
    try (var run = Runs.hostile(folder)) {
      report = Report.of(run, 2);
    }
    Browser browser = BROWSER.get();
    check(browser, "hostile", report, 390, false);
    check(browser, "hostile", report, 1280, false);
  }

  @Test
  void everyKindOfMarkIsDrawn() throws Exception {
    double[] x = {1, 2, 3};
    double[] low = {0.1, 0.2, 0.3};
    double[] high = {1, 2, 3};
    List<Mark> marks =
        List.of(
            new Mark.Line("line", Colour.BLUE, x, high),
            new Mark.Band("band", Colour.SKY, 0.3, x, low, high),
            new Mark.Points("points", Colour.INK, 1, 6, x, low),
            new Mark.Intervals("intervals", Colour.GREEN, 1, x, low, high),
            new Mark.Bars("bars", Colour.ORANGE, 0.5, low, x, high),
            new Mark.Cells("cells", Colour.PURPLE, x, x, new double[][] {{1, 2}, {3, 4}}),
            new Mark.Rug("rug", Colour.INK, 0.5, x),
            new Mark.Rule("rule", Colour.VERMILLION, true, 2),
            new Mark.Rule("rule", Colour.VERMILLION, false, 2));
    var names = List.of("one", "a rather long name", "another that is long");
    List<Panel> panels = new ArrayList<>();
    for (Mark mark : marks) {
      panels.add(Panel.of(mark.name(), Axis.exact("x"), Axis.fromZero("y"), List.of(mark)));
    }
    panels.add(Panel.of("log", Axis.linear("x"), Axis.logarithmic("y"), List.of(marks.get(0))));
    panels.add(Panel.of("names", Axis.named("x", names), Axis.linear("y"), List.of(marks.get(2))));
    var chart = Chart.of("marks", "Marks", "All kinds.", "All kinds.", Layout.columns(3), panels);
    var section = new Section("all", "All", "All kinds.", List.of(new Block.Figure(chart)));
    var report = new Report("marks", "a test", List.of(section));
    Browser browser = BROWSER.get();
    check(browser, "marks", report, 1280, false);
    JsonNode filled =
        browser.run(
            "return echarts.getInstanceByDom(document.querySelector('[data-chart]'))"
                + ".getOption().series.every(s => s.data.length > 0)");
    assertThat(filled.asBoolean()).isTrue();
  }

  private void check(Browser browser, String name, Report report, int width, boolean dark)
      throws Exception {
    Path page = folder.resolve(name + ".html");
    Files.writeString(page, report.html());
    browser.emulate(width, 900, dark);
    browser.visit(page);
    browser.run("document.querySelectorAll('#advanced').forEach(d => d.open = true)");
    Thread.sleep(300); // the toggle comes after the script
    JsonNode charts = browser.run(CHARTS);
    assertThat(charts.size()).isEqualTo(report.charts().size()).isPositive();
    for (JsonNode chart : charts) {
      String id = chart.get("id").asString();
      assertThat(chart.get("filled").asInt()).as(id).isPositive();
      assertThat(chart.get("painted").asBoolean()).as(id).isTrue();
      assertThat(chart.get("width").asDouble()).as(id).isGreaterThan(200);
      assertThat(chart.get("label").asString()).as(id).endsWith(".");
    }
    openAllTables(browser);
    touchAllCharts(browser);
    assertThat(browser.run("return window.hacked === undefined").asBoolean()).isTrue();
    assertThat(
            browser
                .run("return document.documentElement.scrollWidth <= window.innerWidth")
                .asBoolean())
        .as("fits into %d pixels", width)
        .isTrue();
    assertThat(browser.log("browser")).as("console").isEmpty();
    assertThat(browser.requests().stream().filter(url -> !url.startsWith("data:")))
        .containsExactly(page.toUri().toString());
    browser.run("document.querySelectorAll('details').forEach(d => d.open = false)");
    browser.screenshot(PICTURES.resolve(name + "-" + width + (dark ? "-dark" : "") + ".png"));
    if (width > 1000 && !dark) {
      browser.print(PICTURES.resolve(name + ".pdf"));
    }
  }

  /** Each chart has its data behind it. */
  private static void openAllTables(Browser browser) throws Exception {
    browser.run("document.querySelectorAll('details.data').forEach(d => d.open = true)");
    Thread.sleep(300); // the toggle comes after the script
    assertThat(
            browser
                .run(
                    "return Array.from(document.querySelectorAll('details.data'))"
                        + ".every(d => d.querySelectorAll('td').length > 1)")
                .asBoolean())
        .isTrue();
  }

  /** Shows the tooltip of every series, which holds texts of the data too. */
  private static void touchAllCharts(Browser browser) throws Exception {
    browser.run(
        """
        document.querySelectorAll('[data-chart]').forEach(function (element) {
          var instance = echarts.getInstanceByDom(element);
          instance.getOption().series.forEach(function (s, i) {
            if (i < 30) instance.dispatchAction({type: 'showTip', seriesIndex: i, dataIndex: 0});
          });
          instance.dispatchAction({type: 'hideTip'});
        });
        """);
  }
}
