package dev.coset.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.EncodedRows;
import dev.coset.data.MissingCells;
import dev.coset.data.TargetColumn;
import dev.coset.data.UnknownLevel;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.Predictor;
import dev.coset.report.chart.Panel;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The posterior inside the page says what the program says of the same file. */
class WhatIfTest {
  @RegisterExtension static final SharedBrowser BROWSER = new SharedBrowser();

  @TempDir Path folder;

  private Report report(String kind) throws IOException {
    Study study = MixedTable.study(folder, kind.equals("mixture") ? "normal" : kind);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      return kind.equals("mixture") ? mixture(run) : report(Mixture.of(run));
    }
  }

  /** Two models with unlike networks and likelihoods. */
  private Report mixture(RunStore run) {
    var other =
        run.study().configuration().withHidden(new int[] {2}).withLikelihood(Likelihood.STUDENT);
    try (var second = Runs.run(folder.resolve("second"), run.study().with(other))) {
      return report(
          new Mixture(
              folder,
              List.of(
                  new Mixture.Part("a", run, 0.4, run.weights()),
                  new Mixture.Part("b", second, 0.6, second.weights())),
              Optional.empty()));
    }
  }

  private static Report report(Mixture run) {
    return new Report("What if", "a test", List.of(WhatIfSection.of(run, Optional.empty(), 2)));
  }

  /** What the page has, as a file. */
  private Path posterior(String html) throws IOException {
    String begin = "id=\"posterior\">";
    int from = html.indexOf(begin) + begin.length();
    String text = html.substring(from, html.indexOf("</script>", from));
    return Files.write(folder.resolve("small.coset"), Base64.getDecoder().decode(text));
  }

  private Path visit(Browser browser, Report report, int width, boolean dark) throws Exception {
    Path page = Files.writeString(folder.resolve("page.html"), report.html());
    browser.emulate(width, 900, dark);
    browser.visit(page);
    return posterior(Files.readString(page));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "normal",
        "heteroscedastic",
        "log",
        "heteroscedastic log",
        "student",
        "student log",
        "two",
        "three",
        "relu",
        "few",
        "mixture"
      })
  void aTableIsPredictedAsByTheProgram(String kind) throws Exception {
    Report report = report(kind);
    var fresh = new StringBuilder(MixedTable.HEADER.replace("target", "unused"));
    IntStream.range(0, 20).forEach(i -> fresh.append(MixedTable.row(7 * i, "whatever")));
    fresh.append("?,-,\"never \"\"seen\"\", <b>\",n/a,NA,2030-01-01 00:00,\"123456,25\",\"x\"\n");
    fresh.append("-1e3,5,\"a, \"\"b\"\"\",YES,1990-02-28,2023-05-05T01:02:03,7,\n\n");
    Path csv = Files.writeString(folder.resolve("new.csv"), fresh);
    Browser browser = BROWSER.get();
    Path small = visit(browser, report, 1280, false);
    browser.run(
        "whatif.drop(%s, 'new.csv')".formatted(JsonMapper.shared().writeValueAsString(fresh)));
    JsonNode made =
        browser.run(
            "return whatif.predictions(cosetTable.read(whatif.run, %s, 'new.csv'))"
                .formatted(JsonMapper.shared().writeValueAsString(fresh)));
    List<List<Double>> expected = predictions(small, csv);
    JsonNode rows = made.get("rows");
    assertThat(rows.size()).isEqualTo(22);
    for (int i = 0; i < 22; i++) {
      List<Double> numbers = new ArrayList<>();
      rows.get(i).valueStream().filter(JsonNode::isNumber).forEach(n -> numbers.add(n.asDouble()));
      assertThat(numbers).hasSize(expected.get(i).size());
      for (int k = 0; k < numbers.size(); k++) {
        double value = expected.get(i).get(k);
        assertThat(numbers.get(k))
            .as("row %d, %s", i, made.get("header"))
            .isCloseTo(value, within(1e-9 + 1e-7 * Math.abs(value)));
      }
    }
    String shown =
        browser.run("return document.getElementById('whatif-table').textContent").asString();
    assertThat(shown)
        .contains("22 rows predicted", "missing cells filled in", "1 cell of text that training")
        .contains(outside(small, csv));
    assertThat(
            browser
                .run("return document.querySelectorAll('#whatif-table tbody tr').length")
                .asInt())
        .isEqualTo(22);
    assertThat(browser.run("return window.hacked === undefined").asBoolean()).isTrue();
    assertThat(browser.log("browser")).as("console").isEmpty();
  }

  /** All numbers of each row, as the program's table has them. */
  private static List<List<Double>> predictions(Path small, Path csv) {
    var predictor = Predictor.open(small);
    List<List<Double>> rows = new ArrayList<>();
    read(small, csv, table -> rows.addAll(predictions(predictor, table)));
    return rows;
  }

  /** What the program says of rows outside the training range. */
  private static String outside(Path small, Path csv) {
    var outside = Predictor.open(small).outsideRows();
    read(small, csv, table -> outside.add(table.features()));
    return outside.sentence().orElseThrow();
  }

  private static void read(Path small, Path csv, Consumer<EncodedRows> rows) {
    CompressedRun.read(small)
        .encoding()
        .read(csv, UnknownLevel.ZERO, MissingCells.IMPUTE, TargetColumn.IGNORED, 100, rows);
  }

  private static List<List<Double>> predictions(Predictor predictor, EncodedRows table) {
    var predictive = predictor.at(table.features(), 1);
    double[] outside = predictor.extrapolation(table.features());
    List<List<Double>> rows = new ArrayList<>();
    for (int i = 0; i < table.rows(); i++) {
      List<Double> row = new ArrayList<>(List.of(i + 1.0));
      switch (predictive.at(i)) {
        case NumberDistribution of -> {
          row.addAll(List.of(of.mean(), of.quantile(0.5), of.sd(), of.aleatoric(), of.epistemic()));
          for (double q : of.quantiles(0.05, 0.25, 0.5, 0.75, 0.95)) {
            row.add(q);
          }
        }
        case ClassProbabilities of -> {
          for (double p : of.probabilities()) {
            row.add(p);
          }
          row.addAll(List.of(of.entropy(), of.expectedEntropy(), of.mutualInformation()));
        }
      }
      row.add(outside[i]);
      rows.add(row);
    }
    return rows;
  }

  /** Each row that travels, put into the form, is predicted as its features are. */
  @ParameterizedTest
  @CsvSource({"normal, 390, false", "millions, 1280, false", "log, 1280, true", "three, 390, true"})
  void theFormShowsWhatTheProgramSays(String kind, int width, boolean dark) throws Exception {
    Report report = report(kind);
    Browser browser = BROWSER.get();
    Path file = visit(browser, report, width, dark);
    CompressedRun small = CompressedRun.read(file);
    var predictive = small.predictive(small.test().x(), 1).map(small.scaling().target()::original);
    assertThat(small.keptRows()).isEqualTo(23);
    for (int i = 0; i < small.keptRows(); i += 5) {
      JsonNode said =
          browser.run(
              """
              var select = document.getElementById('whatif-row');
              select.selectedIndex = %d;
              select.dispatchEvent(new Event('input'));
              var said = whatif.at(whatif.controls.map(function (c) { return c.read(); }));
              return {
                mean: said.mean, density: said.density ? said.density(0.7) : 0,
                p: said.probabilities || [], interval: said.interval ? said.interval(1) : [], far: document.getElementById('whatif-far').hidden,
                text: document.getElementById('whatif-answer').textContent,
                units: Array.from(new Set(Array.from(document.querySelectorAll('#whatif-answer svg text'))
                  .filter(function (t) { return t.textContent !== '0'; })
                  .map(function (t) { return t.textContent.replace(/[\u2212\\d.]/g, ''); })))
              };
              """
                  .formatted(i));
      switch (predictive.at(i)) {
        case NumberDistribution of -> {
          assertThat(said.get("mean").asDouble())
              .isCloseTo(of.mean(), within(1e-6 * Math.abs(of.mean()) + 1e-9));
          assertThat(said.get("density").asDouble())
              .isCloseTo(of.density(0.7), within(1e-6 * of.density(0.7) + 1e-12));
          assertThat(said.get("text").asString())
              .contains("noise (aleatoric)", "model uncertainty (epistemic)");
          assertThat(said.get("units").size()).isEqualTo(1);
          assertThat(said.get("units").get(0).asString())
              .isEqualTo(kind.equals("millions") ? "M" : "");
        }
        case ClassProbabilities of -> {
          assertThat(said.get("p").get(1).asDouble()).isCloseTo(of.probability(1), within(1e-7));
          assertThat(said.get("interval").get(0).asDouble())
              .isCloseTo(quantile(of, 0.05), within(1e-7));
          assertThat(said.get("interval").get(1).asDouble())
              .isCloseTo(quantile(of, 0.95), within(1e-7));
          assertThat(said.get("text").asString())
              .containsPattern("\\d% to \\d")
              .doesNotContain("nats", "entropy");
        }
      }
    }
    slide(browser);
    far(browser);
    assertThat(
            browser
                .run("return document.documentElement.scrollWidth <= window.innerWidth")
                .asBoolean())
        .isTrue();
    assertThat(browser.log("browser")).as("console").isEmpty();
    browser.screenshot(Path.of("target/screenshots/whatif-%s-%d.png".formatted(kind, width)));
  }

  /** Of the second class's probability over the draws. */
  private static double quantile(ClassProbabilities of, double p) {
    var order =
        IntStream.range(0, of.size())
            .boxed()
            .sorted(Comparator.comparing(g -> of.probabilityOf(g, 1)))
            .toList();
    double below = 0;
    for (int g : order) {
      below += of.weight(g);
      if (below >= p - 1e-12) {
        return of.probabilityOf(g, 1);
      }
    }
    throw new AssertionError("The weights sum to " + below);
  }

  @Test
  void columnsStandInOrderOfImportance() throws Exception {
    Report report;
    try (var run = Runs.run(folder.resolve("run"), Runs.study(80, 5, 0.25, 4, 2))) {
      report = Report.of(run, 2);
    }
    Browser browser = BROWSER.get();
    visit(browser, report, 1280, false);
    JsonNode labels =
        browser.run(
            """
            return Array.from(document.querySelectorAll('#whatif-form .whatif-column label'))
              .slice(1).map(function (label) { return label.textContent; });
            """);
    assertThat(labels.valueStream().map(JsonNode::asString))
        .containsExactlyElementsOf(
            Pages.chart(report, "dependence").panels().stream().map(Panel::title).toList());
  }

  /** The ends of each slider are the training range, also of a column whose tails are drawn in. */
  private static void slide(Browser browser) throws Exception {
    JsonNode ends =
        browser.run(
            """
            var slider = document.querySelectorAll('#whatif-form input[type=range]')[1];
            return [slider.min, slider.max].map(function (end) {
              slider.value = end;
              slider.dispatchEvent(new Event('input'));
              return whatif.controls[1].read();
            });
            """);
    assertThat(ends.get(0).asDouble()).isZero();
    assertThat(ends.get(1).asDouble()).isBetween(1e6, 9e7);
  }

  private static void far(Browser browser) throws Exception {
    String warning =
        browser
            .run(
                """
                var box = document.querySelector('#whatif-form input[type=number]');
                box.value = '50';
                box.dispatchEvent(new Event('input'));
                return document.getElementById('whatif-far').textContent;
                """)
            .asString();
    assertThat(warning)
        .contains("This row is outside the training range: 'plain'", "It lies outside by up to");
  }

  /** However far out a row is typed or dropped. */
  @ParameterizedTest
  @ValueSource(
      strings = {"relu", "log", "heteroscedastic", "heteroscedastic log", "student", "student log"})
  void everyNumberOfThePageIsFinite(String kind) throws Exception {
    Report report = report(kind);
    Browser browser = BROWSER.get();
    visit(browser, report, 1280, false);
    for (String value : List.of("1e6", "-1e6", "1e25", "-1e25", "1e300")) {
      JsonNode shown =
          browser.run(
              """
              var box = document.querySelector('#whatif-form input[type=number]');
              box.value = '%s';
              box.dispatchEvent(new Event('input'));
              return {
                text: document.getElementById('whatif-answer').innerHTML,
                far: document.getElementById('whatif-far').textContent
              };
              """
                  .formatted(value));
      assertThat(shown.get("text").asString()).doesNotContainPattern("NaN|Infinity");
      assertThat(shown.get("far").asString())
          .contains(value.equals("1e300") ? "too far" : "outside the training range: 'plain'");
    }
    String rows =
        MixedTable.HEADER
            + "1e6"
            + MixedTable.row(1, "1").substring(MixedTable.row(1, "1").indexOf(','));
    JsonNode made =
        browser.run(
            "return whatif.predictions(cosetTable.read(whatif.run, %s, 'new.csv')).rows[0].map(String)"
                .formatted(JsonMapper.shared().writeValueAsString(rows)));
    assertThat(made.toString()).doesNotContainPattern("NaN|Infinity");
    assertThat(browser.log("browser")).as("console").isEmpty();
  }

  @Test
  void whatCannotBeReadIsASentence() throws Exception {
    Report report = report("normal");
    Browser browser = BROWSER.get();
    visit(browser, report, 1280, false);
    String header = MixedTable.HEADER.strip();
    List<List<String>> cases =
        List.of(
            List.of("", "is empty"),
            List.of(header, "no rows"),
            List.of("a,b\n1,2\n", "has no columns"),
            List.of(header.replace("flag,", "") + "\n1\n", "has no column 'flag'"),
            List.of(header.replace("flag", "day") + "\n1,2,3,4,5,6,7,8\n", "twice"),
            List.of(header + "\n1,2\n", "has 2 cells where the header has 8"),
            List.of(
                header + "\n<b>x</b>,2,p,yes,2024-01-01,2024-01-01 00:00,5,6\n",
                "'plain' is '<b>x</b>' in data row 1 (line 2) where the run has numbers"),
            List.of(header + "\n1,2,p,yes,2024-02-30,2024-01-01 00:00,5,6\n", "the run has dates"),
            List.of(header + "\n1,2,p,maybe,2024-02-03,2024-01-01 00:00,5,6\n", "yes or no"),
            List.of(header + "\n\"1,2\n", "unbalanced quote"));
    for (List<String> each : cases) {
      String told =
          browser
              .run(
                  "whatif.drop(%s, '<i>.csv'); return document.getElementById('whatif-table').textContent"
                      .formatted(JsonMapper.shared().writeValueAsString(each.getFirst())))
              .asString();
      assertThat(told).as(each.getFirst()).contains(each.getLast()).endsWith(".");
    }
    assertThat(browser.run("return window.hacked === undefined").asBoolean()).isTrue();
  }

  @Test
  void rowsTravelUnlessTheyAreLeftOut() throws Exception {
    Report report = report("normal");
    assertThat(CompressedRun.read(posterior(report.html())).keptRows()).isEqualTo(23);
    assertThat(report.html()).contains("contains 23 test rows of the data");
    Report without = report.withoutRows();
    assertThat(without.html()).contains("contains no rows");
    assertThat(without.charts()).isEqualTo(report.charts());
    Browser browser = BROWSER.get();
    Path small = visit(browser, without, 1280, false);
    assertThat(CompressedRun.read(small).rows()).isNull();
    assertThat(browser.run("return document.getElementById('whatif-row') === null").asBoolean())
        .isTrue();
    assertThat(browser.run("return document.querySelectorAll('#whatif-answer svg').length").asInt())
        .isEqualTo(1);
    assertThat(browser.log("browser")).as("console").isEmpty();
  }
}
