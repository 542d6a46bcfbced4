package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Split;
import dev.coset.store.Configuration;
import dev.coset.store.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A page for all: texts that can be read, controls that keys reach. */
class AccessibilityTest {
  /**
   * Texts with less contrast to what is behind them than WCAG 2.1 AA asks for: 4.5, or 3 where they
   * are large. What is hidden does not count.
   */
  private static final String FAINT =
      """
      function channels(colour) { return (colour.match(/[\\d.]+/g) || []).map(Number); }
      function luminance(c) {
        var l = c.slice(0, 3).map(function (v) {
          v /= 255;
          return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
        });
        return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
      }
      function behind(element) {
        for (var e = element; e; e = e.parentElement) {
          var c = channels(getComputedStyle(e).backgroundColor);
          if (c.length === 3 || c[3] === 1) return c;
        }
        return [255, 255, 255];
      }
      var faint = [];
      document.querySelectorAll('body *').forEach(function (element) {
        var own = Array.from(element.childNodes).some(function (n) {
          return n.nodeType === 3 && n.textContent.trim();
        });
        var box = element.getBoundingClientRect();
        if (!own || !box.width || box.right < 0 || ['SCRIPT', 'STYLE'].includes(element.tagName)) return;
        var style = getComputedStyle(element);
        var svg = element instanceof SVGElement;
        var a = luminance(channels(svg ? style.fill : style.color));
        var b = luminance(behind(svg ? element.ownerSVGElement.parentElement : element));
        var ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        var size = parseFloat(style.fontSize);
        var large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
        if (ratio < (large ? 3 : 4.5)) {
          faint.push(element.tagName + '.' + element.className + ' "' + element.textContent.slice(0, 30) + '" ' + ratio.toFixed(2));
        }
      });
      return faint;
      """;

  private static final String CONTROLS =
      """
      window.controls = Array.from(document.querySelectorAll(
          'a[href], summary, button, input, select, textarea, [tabindex="0"]'))
        .filter(function (e) { return !e.disabled && e.checkVisibility() && e.tabIndex >= 0; });
      return window.controls.length;
      """;

  @TempDir Path folder;

  private Path page() throws Exception {
    Study study =
        Study.of(
            Runs.study(200, 3, 0.5, 6, 2).data(),
            Split.shuffled(200, 0.5, 0),
            Configuration.of(new int[] {3}, ChainPlan.of(6, 60, 2, 0)));
    try (var run = Runs.run(folder.resolve("run"), study)) {
      return Files.writeString(folder.resolve("page.html"), Report.of(run, 2).html());
    }
  }

  @Test
  void textsCanBeReadInLightAndDark() throws Exception {
    Path page = page();
    try (var browser = Browser.open()) {
      for (int width : new int[] {390, 1280}) {
        for (boolean dark : new boolean[] {false, true}) {
          browser.emulate(width, 900, dark);
          browser.visit(page);
          List<String> faint = new ArrayList<>();
          browser.run(FAINT).forEach(text -> faint.add(text.asString()));
          assertThat(faint).as("%d pixels, dark: %s", width, dark).isEmpty();
        }
      }
    }
  }

  @Test
  void keysReachEveryControlAndOpenWhatIsFolded() throws Exception {
    try (var browser = Browser.open()) {
      browser.emulate(1280, 900, false);
      browser.visit(page());
      int controls = browser.run(CONTROLS).asInt();
      assertThat(controls).isGreaterThan(10);
      browser.run("window.reached = new Set()");
      for (int i = 0; i < controls + 5; i++) {
        browser.press("Tab");
        browser.run("reached.add(document.activeElement)");
      }
      JsonNode missed =
          browser.run(
              "return controls.filter(c => !reached.has(c)"
                  + " && !(c.type === 'radio' && c.name)).map(c => c.outerHTML.slice(0, 80))");
      assertThat(missed).isEmpty();
      browser.run("document.querySelector('details.data summary').focus()");
      browser.press("Enter");
      assertThat(browser.run("return document.querySelector('details.data').open").asBoolean())
          .isTrue();
    }
  }
}
