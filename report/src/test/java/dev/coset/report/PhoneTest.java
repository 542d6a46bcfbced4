package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.model.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is seen first, on a phone and on a desktop, and what only once it is asked for. */
class PhoneTest {
  /** Half of what the page took before most of it was moved out of sight. */
  private static final int LONGEST = 11_000;

  @RegisterExtension static final SharedBrowser BROWSER = new SharedBrowser();

  @TempDir Path folder;

  private Browser visit(Study study, int width, int height) throws Exception {
    Path page = folder.resolve("page.html");
    try (var run = Runs.run(folder.resolve("run"), study)) {
      Files.writeString(page, Report.of(run, 2).html());
    }
    Browser browser = BROWSER.get();
    browser.emulate(width, height, false);
    browser.visit(page);
    return browser;
  }

  private static Study study(String kind) {
    return kind.equals("numbers")
        ? Runs.heteroscedastic(160, 8, 0.4, 8, 5)
        : Runs.classes(160, 8, List.of("no", "yes"), 0.4, 8, 5);
  }

  @ParameterizedTest
  @CsvSource({"numbers, 390", "classes, 390", "numbers, 1280", "classes, 1280"})
  void theFirstScreenSaysHowGoodWhetherToTrustAndWhatToDo(String kind, int width) throws Exception {
    Browser browser = visit(study(kind), width, 900);
    JsonNode seen =
        browser.run(
            """
            return Array.from(document.querySelectorAll('#verdict dt')).map(function (dt) {
              return [dt.textContent, dt.parentElement.getBoundingClientRect().bottom];
            });
            """);
    assertThat(seen.valueStream().map(each -> each.get(0).asString()))
        .containsExactly(
            kind.equals("numbers") ? "Typical error (RMSE)" : "Accuracy",
            "Gain over a linear model",
            "Gain over a constant",
            kind.equals("numbers") ? "90% intervals hold" : "Expected calibration error",
            "Can I trust them?",
            "What to do");
    assertThat(seen.valueStream().map(each -> each.get(1).asDouble()))
        .allMatch(bottom -> bottom <= 900);
    assertThat(browser.run("return document.querySelector('#advanced').open").asBoolean())
        .isFalse();
    assertThat(browser.log("browser")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"numbers", "classes"})
  void onAPhoneThePageIsShort(String kind) throws Exception {
    Browser browser = visit(study(kind), 390, 844);
    assertThat(browser.run("return document.documentElement.scrollHeight").asInt())
        .isLessThan(LONGEST);
    assertThat(
            browser
                .run("return document.documentElement.scrollWidth <= window.innerWidth")
                .asBoolean())
        .isTrue();
  }

  /** The navigation fades where more follows; what names a row stays where a table scrolls. */
  @Test
  void whatScrollsShowsIt() throws Exception {
    Browser browser = visit(study("numbers"), 390, 844);
    String more = "return document.querySelector('nav').classList.contains('more')";
    assertThat(browser.run(more).asBoolean()).isTrue();
    browser.run("document.querySelector('nav').scrollLeft = 5000");
    browser.run("return new Promise(done => setTimeout(done, 200))");
    assertThat(browser.run(more).asBoolean()).isFalse();
    JsonNode left =
        browser.run(
            """
            var box = document.querySelector('#predictions .scroll.wide table').parentElement;
            var cell = box.querySelector('tbody td');
            var before = cell.getBoundingClientRect().left;
            box.scrollLeft = 5000;
            return [box.scrollLeft, cell.getBoundingClientRect().left - before];
            """);
    assertThat(left.get(0).asDouble()).isPositive();
    assertThat(left.get(1).asDouble()).isCloseTo(0, within(1.5));
    assertThat(panels(browser)).isEqualTo(2);
    browser.run("document.querySelector('#dependence > button').click()");
    assertThat(panels(browser)).isEqualTo(8);
  }

  private static int panels(Browser browser) throws Exception {
    return browser
        .run(
            "return echarts.getInstanceByDom(document.querySelector('#dependence .chart'))"
                + ".getOption().grid.length")
        .asInt();
  }

  @Test
  void aLinkOpensAdvancedAndItsChartsAreDrawn() throws Exception {
    Browser browser = visit(study("numbers"), 1280, 900);
    String drawn = "return !!echarts.getInstanceByDom(document.querySelector('#kl .chart'))";
    assertThat(browser.run(drawn).asBoolean()).isFalse();
    browser.run("document.querySelector('nav a[href=\"#advanced\"]').click()");
    browser.run("return new Promise(done => setTimeout(done, 400))");
    assertThat(browser.run("return document.querySelector('#advanced').open").asBoolean()).isTrue();
    assertThat(browser.run(drawn).asBoolean()).isTrue();
    assertThat(browser.log("browser")).isEmpty();
  }

  /** On paper, the card can stand alone, whether or not it was closed. */
  @Test
  void theCardIsPrintedAlone() throws Exception {
    Browser browser = visit(study("classes"), 390, 844);
    assertThat(browser.run("return document.querySelector('#card details').open").asBoolean())
        .isFalse();
    JsonNode printed =
        browser.run(
            """
            var seen;
            window.print = function () {
              seen = [document.body.className, document.querySelector('#card details').open];
            };
            document.querySelector('#card button').click();
            return [seen[0], seen[1], document.body.className];
            """);
    assertThat(printed.toString()).isEqualTo("[\"only-card\",true,\"\"]");
  }

  @Test
  void theSliderMovesTheConfusionMatrixAndTheCost() throws Exception {
    Study study = study("classes");
    Browser browser = visit(study, 1280, 900);
    JsonNode data =
        browser.run(
            "return JSON.parse(document.getElementById('threshold-form').dataset.threshold)");
    for (int t : new int[] {0, 30, 50, 100}) {
      JsonNode shown =
          browser.run(
              """
              function set(id, value) {
                var box = document.getElementById(id);
                box.value = value;
                box.dispatchEvent(new Event('input'));
              }
              set('threshold-false', 2);
              set('threshold-miss', 5);
              set('threshold-at', %d);
              return {
                cells: Array.from(document.querySelectorAll('#threshold-form td'))
                  .map(function (cell) { return parseInt(cell.textContent); }),
                cost: document.querySelector('#threshold-form .facts > div:last-child strong').textContent
              };
              """
                  .formatted(t));
      int positive = data.get("positives").get(0).asInt();
      int negative = data.get("negatives").get(0).asInt();
      int hits = data.get("positives").get(t).asInt();
      int alarms = data.get("negatives").get(t).asInt();
      assertThat(shown.get("cells").valueStream().map(JsonNode::asInt))
          .containsExactly(hits, positive - hits, alarms, negative - alarms);
      double cost = 100.0 * (2 * alarms + 5 * (positive - hits)) / (positive + negative);
      assertThat(Double.parseDouble(shown.get("cost").asString()))
          .isCloseTo(cost, within(0.005 * cost + 1e-9));
    }
    JsonNode cheapest =
        browser.run(
            """
            document.querySelector('#threshold-form button').click();
            return Number(document.getElementById('threshold-at').value);
            """);
    double least = Double.POSITIVE_INFINITY;
    for (int t = 0; t <= ThresholdSection.STEPS; t++) {
      least = Math.min(least, cost(data, t));
    }
    assertThat(cost(data, cheapest.asInt())).isEqualTo(least);
    assertThat(browser.log("browser")).isEmpty();
  }

  private static double cost(JsonNode data, int t) {
    JsonNode positives = data.get("positives");
    return 2 * data.get("negatives").get(t).asInt()
        + 5 * (positives.get(0).asInt() - positives.get(t).asInt());
  }
}
