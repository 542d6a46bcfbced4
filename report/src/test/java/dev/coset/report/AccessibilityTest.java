package dev.coset.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page for all: texts that can be read, controls that keys reach and move. */
class AccessibilityTest {
  /**
   * What axe-core finds against its rules, and what it leaves open. Charts, which are one picture
   * each, are out of its sight: it knows neither the colours of their texts nor what is clipped.
   */
  private static final String AXE =
      """
      document.querySelectorAll('.chart svg').forEach(function (svg) { svg.style.display = 'none'; });
      return axe.run({ resultTypes: ['violations', 'incomplete'] }).then(function (found) {
        return found.violations.concat(found.incomplete).flatMap(function (rule) {
          return rule.nodes
            .filter(function (node) {
              return rule.id !== 'color-contrast' || !document.querySelector(node.target[0]).closest('svg');
            })
            .map(function (node) { return rule.id + ': ' + node.html.slice(0, 120) + ' ' + node.failureSummary; });
        });
      });
      """;

  /** Texts of pictures with less contrast to what is behind them than WCAG 2.1 AA asks for, 4.5. */
  private static final String FAINT =
      """
      function luminance(colour) {
        var l = colour.match(/[\\d.]+/g).slice(0, 3).map(function (v) {
          v /= 255;
          return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
        });
        return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
      }
      function behind(element) {
        var colour = getComputedStyle(element).backgroundColor;
        return colour === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : colour;
      }
      var texts = Array.from(document.querySelectorAll('svg text'));
      return {
        seen: texts.length,
        faint: texts.filter(function (text) {
          var a = luminance(getComputedStyle(text).fill);
          var b = luminance(behind(text.ownerSVGElement.parentElement));
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
        }).map(function (text) { return text.textContent; })
      };
      """;

  private static final String CONTROLS =
      """
      window.controls = Array.from(document.querySelectorAll(
          'a[href], summary, button, input, select, textarea, [tabindex="0"]'))
        .filter(function (e) { return !e.disabled && e.checkVisibility() && e.tabIndex >= 0; });
      return window.controls.length;
      """;

  @RegisterExtension static final SharedBrowser BROWSER = new SharedBrowser();

  @TempDir static Path folder;

  /** Made once for all tests. */
  private static Path page(String kind) throws IOException {
    Path page = folder.resolve(kind + ".html");
    if (!Files.exists(page)) {
      try (var run = Runs.run(folder.resolve(kind), MixedTable.study(folder, kind))) {
        Files.writeString(page, Report.of(run, 2).html());
      }
    }
    return page;
  }

  private static void visit(Browser browser, Path page, int width, boolean dark) throws Exception {
    browser.emulate(width, 900, dark);
    browser.visit(page);
  }

  @ParameterizedTest
  @CsvSource({"normal, true", "heteroscedastic, false", "two, false", "three, true"})
  void noRuleOfAxeIsBrokenOnAPhoneOrADesktop(String kind, boolean darkPhone) throws Exception {
    Path page = page(kind);
    Browser browser = BROWSER.get();
    assertAccessible(browser, page, 390, darkPhone);
    assertAccessible(browser, page, 1280, !darkPhone);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"normal, false", "heteroscedastic, true", "three, false"})
  void norInTheOtherTheme(String kind, boolean darkPhone) throws Exception {
    noRuleOfAxeIsBrokenOnAPhoneOrADesktop(kind, darkPhone);
  }

  private static void assertAccessible(Browser browser, Path page, int width, boolean dark)
      throws Exception {
    visit(browser, page, width, dark);
    browser.run(axe());
    showAll(browser);
    String where = "%s at %d pixels, dark: %s".formatted(page, width, dark);
    JsonNode drawn = browser.run(FAINT);
    assertThat(drawn.get("seen").asInt()).isGreaterThan(50);
    assertThat(texts(drawn.get("faint"))).as(where).isEmpty();
    assertThat(texts(browser.run(AXE))).as(where).isEmpty();
  }

  private static String axe() throws IOException {
    try (var in = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
  }

  /**
   * What a reader may open or bring about: a chart's data, passed checks, a table's predictions.
   */
  private static void showAll(Browser browser) throws Exception {
    var rows = new StringBuilder(MixedTable.HEADER);
    IntStream.range(0, 3).forEach(i -> rows.append(MixedTable.row(i, "1")));
    browser.run(
        "whatif.drop(%s, 'new.csv')".formatted(JsonMapper.shared().writeValueAsString(rows)));
    browser.run(
        "document.querySelectorAll('details.folded, #advanced, details.card, #observed details,"
            + " #reliability details').forEach(d => d.open = true)");
    // What stays on the screen would cover what axe scrolls to.
    browser.run(
        "document.querySelectorAll('nav, .whatif-said').forEach(e => e.style.position = 'static')");
    browser.run("return new Promise(done => setTimeout(done, 300))"); // the toggle comes later
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  @Test
  void keysReachEveryControl() throws Exception {
    Browser browser = BROWSER.get();
    visit(browser, page("normal"), 1280, false);
    browser.run("document.querySelector('#observed details').open = true");
    browser.run("return new Promise(done => setTimeout(done, 300))");
    int controls = browser.run(CONTROLS).asInt();
    assertThat(controls).isGreaterThan(30);
    browser.run("window.reached = new Set()");
    for (int i = 0; i < 2 * controls; i++) { // a date has several stops
      browser.press("Tab");
      browser.run("reached.add(document.activeElement)");
    }
    JsonNode missed =
        browser.run(
            "return controls.filter(c => !reached.has(c)).map(c => c.outerHTML.slice(0, 80))");
    assertThat(texts(missed)).isEmpty();
  }

  /** What each kind of control does for a mouse it does for keys. */
  @Test
  void keysMoveEveryControl() throws Exception {
    Browser browser = BROWSER.get();
    visit(browser, page("normal"), 390, false);
    assertMoves(browser, ".skip", "Enter", "location.hash");
    assertMoves(browser, "nav a:last-child", "Enter", "location.hash");
    assertMoves(browser, "details.folded summary", "Enter", "find('details.folded').open");
    assertMoves(browser, "#observed summary", "Enter", "find('#observed details').open");
    String hidden = "echarts.getInstanceByDom(find('#observed .chart')).getOption().legend[0]";
    assertMoves(
        browser, "#observed input", "Space", "JSON.stringify(" + hidden + ".selected || {})");
    String answer = "find('#whatif-answer').textContent";
    assertMoves(browser, "#whatif-row", "ArrowDown", answer);
    assertMoves(browser, "#whatif-form input[type=range]", "ArrowRight", answer);
    assertMoves(browser, "#whatif-form input[type=number]", "ArrowUp", answer);
    assertMoves(browser, "#whatif-2", "ArrowDown", answer);
    assertMoves(browser, "#whatif-3", "ArrowUp", answer);
    assertMoves(browser, "#whatif-4", "ArrowUp", answer);
    assertMoves(browser, "#whatif-5", "ArrowUp", answer);
    assertMoves(
        browser, "#predictions .scroll.wide", "ArrowRight", "document.activeElement.scrollLeft");
  }

  @Test
  void keysMoveTheThreshold() throws Exception {
    Browser browser = BROWSER.get();
    visit(browser, page("two"), 390, false);
    String answer = "find('#threshold-form').textContent";
    assertMoves(browser, "#threshold-at", "ArrowRight", answer);
    assertMoves(browser, "#threshold-false", "ArrowUp", "find('#threshold-false').value");
    assertMoves(browser, "#threshold-miss", "ArrowUp", "find('#threshold-miss').value");
    String all = "find('#dependence > button').hidden";
    assertMoves(browser, "#dependence > button", "Enter", all);
  }

  private static void assertMoves(Browser browser, String control, String key, String state)
      throws Exception {
    String find = "function find(css) { return document.querySelector(css); }\n";
    browser.run(find + "find('%s').focus()".formatted(control));
    String before = browser.run(find + "return String(" + state + ")").asString();
    browser.press(key);
    browser.run("return new Promise(done => setTimeout(done, 200))"); // scrolling is smooth
    assertThat(browser.run(find + "return String(" + state + ")").asString())
        .as("%s on %s", key, control)
        .isNotEqualTo(before);
  }
}
