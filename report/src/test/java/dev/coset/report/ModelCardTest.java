package dev.coset.report;

import static dev.coset.report.Pages.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.model.Study;
import dev.coset.predictive.Estimate;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCardTest {
  @TempDir Path folder;

  private static String markdown(RunStore run) {
    return ModelCard.of(Mixture.of(run), 2).markdown();
  }

  @Test
  void theLayoutIsThatOfHuggingFace() {
    try (var run = Runs.run(folder.resolve("run"), Runs.study(80, 2, 0.25, 6, 2))) {
      String card = markdown(run);
      List<String> lines = card.lines().toList();
      assertThat(lines.getFirst()).isEqualTo("---");
      assertThat(lines.subList(1, lines.size()).indexOf("---")).isPositive();
      assertThat(lines)
          .contains("library_name: coset", "pipeline_tag: tabular-regression")
          .containsSubsequence(
              "## Model Details",
              "## Uses",
              "## Bias, Risks, and Limitations",
              "## How to Get Started with the Model",
              "## Training Details",
              "## Evaluation");
      double rmse = Scoring.ofTestRows(run, 1).orElseThrow().regression().rmse();
      double unit = run.study().scaling().target().deviation();
      int at = lines.indexOf("    - type: rmse");
      assertThat(Double.parseDouble(lines.get(at + 1).replace("      value: ", "")))
          .isCloseTo(rmse * unit, within(1e-12));
      assertThat(card).contains("coverage of 90% intervals", "Outside the range of a column");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"numbers", "classes", "untested"})
  void thePageShowsTheSameCard(String kind) {
    Study study =
        kind.equals("classes")
            ? Runs.classes(80, 2, List.of("no", "yes"), 0.25, 4, 2)
            : Runs.study(80, 2, kind.equals("untested") ? 0 : 0.25, 4, 2);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      String page =
          own(Report.of(run, 2)).replaceAll("<span class=\"option\">([a-z-]+)</span>", "$1");
      String markdown = markdown(run);
      for (ModelCard.Part part : ModelCard.of(Mixture.of(run), 2).parts()) {
        assertThat(part.blocks()).isNotEmpty();
        for (Block block : part.blocks()) {
          for (String text : texts(block)) {
            assertThat(page).contains(Page.escape(text));
            assertThat(markdown).contains(Markdown.text(text));
          }
        }
      }
    }
  }

  private static List<String> texts(Block block) {
    return switch (block) {
      case Block.Text(var text) -> List.of(text);
      case Block.Table table -> table.rows().stream().flatMap(List::stream).toList();
      default -> List.of();
    };
  }

  @Test
  void hostileTextsAreText() throws IOException {
    try (var run = Runs.hostile(folder)) {
      String card = markdown(run).replaceAll("(?s)```bash.*?```", ""); // code is shown as it is
      assertThat(card).doesNotContain("<script", "<img", "\u2028", "\u2029");
      assertThat(card).contains("&lt;script&gt;window.hacked=1&lt;/script&gt;", "a\\|b\\}");
      String front = card.substring(4, card.indexOf("\n---\n"));
      assertThat(front.lines().filter(line -> line.contains("hacked")))
          .allMatch(line -> line.matches("[- a-z]+: \".*\""));
      assertThat(card.lines().filter(line -> line.startsWith("| ")))
          .allMatch(line -> line.replace("\\|", "").chars().filter(c -> c == '|').count() <= 4);
    }
  }

  /** By resampling of rows. */
  @Test
  void theStandardErrorOfAGainIsThatOfResampledRows() {
    Study study = Runs.study(800, 2, 0.5, 6, 2);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      var rows = (TestRows.OfNumbers) TestRows.of(Mixture.of(run), 2).orElseThrow();
      double[] other = Arrays.stream(rows.error()).map(e -> 1.3 * e + 0.2).toArray();
      var simple =
          new TestRows.OfNumbers(
              scores(rows, other),
              rows.logDensity(),
              rows.mean(),
              rows.noise(),
              other,
              rows.pit(),
              null);
      Estimate gain = TestScores.gain(rows, simple);
      var random = new Random(1);
      double[] gains = new double[2000];
      for (int b = 0; b < gains.length; b++) {
        double own = 0;
        double its = 0;
        for (int i = 0; i < other.length; i++) {
          int row = random.nextInt(other.length);
          own += rows.error()[row] * rows.error()[row];
          its += other[row] * other[row];
        }
        gains[b] = Math.sqrt(its / other.length) - Math.sqrt(own / other.length);
      }
      double mean = Arrays.stream(gains).average().orElseThrow();
      double sd =
          Math.sqrt(Arrays.stream(gains).map(g -> (g - mean) * (g - mean)).average().orElseThrow());
      assertThat(gain.value()).isCloseTo(mean, within(0.1 * sd));
      assertThat(gain.error()).isCloseTo(sd, within(0.1 * sd));
    }
  }

  private static Scores scores(TestRows.OfNumbers rows, double[] errors) {
    var of = rows.scores().regression();
    double rmse = Math.sqrt(Arrays.stream(errors).map(e -> e * e).average().orElseThrow());
    return new Scores(
        rows.count(),
        rows.scores().lppd(),
        rows.scores().lppdSe(),
        new RegressionScores(
            rmse,
            of.r2(),
            of.mae(),
            of.medianAbsoluteError(),
            of.crps(),
            of.coverage(),
            of.pitCounts()));
  }
}
