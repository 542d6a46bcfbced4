package dev.coset.report;

import static dev.coset.report.Pages.assertGood;
import static dev.coset.report.Pages.chart;
import static dev.coset.report.Pages.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.TargetScale;
import dev.coset.diagnostics.Assessment;
import dev.coset.model.Study;
import dev.coset.posterior.OutputValues;
import dev.coset.report.chart.Mark;
import dev.coset.store.Mixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseTest {
  @TempDir Path folder;

  private Report report(Study study) {
    try (var run = Runs.run(folder.resolve("run"), study)) {
      return Report.of(run, 2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void noiseIsShownWhereItDependsOnTheInputs(int features) {
    Report report = report(Runs.heteroscedastic(60, features, 0.25, 6, 2));
    assertThat(ids(report)).contains("noise", "coverage", "sharpness");
    assertThat(chart(report, "noise").panels()).hasSize(features);
    assertGood(report);
    folder = folder.resolve("normal");
    assertThat(ids(report(Runs.study(60, features, 0.25, 6, 2)))).doesNotContain("noise");
  }

  /** {@code sigma(x) = exp(second output)}, in the units of the data. */
  @Test
  void theLineIsTheMeanOfTheDrawsSigma() {
    Study study = Runs.heteroscedastic(60, 1, 0.25, 6, 2);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      var marks = chart(Report.of(run, 1), "noise").panels().getFirst().marks();
      var line = (Mark.Line) marks.get(1);
      var band = (Mark.Band) marks.get(0);
      var figures =
          RunFigures.of(Mixture.of(run), Assessment.of(Mixture.of(run), 1), 1, part -> {});
      double[] x = OneInput.grid(figures);
      var values = OutputValues.of(study.posterior(), run.draws(), new double[][] {x}, 1);
      for (int i = 0; i < x.length; i++) {
        double mean = 0;
        for (double[] logSigma : values.output(1)) {
          mean += Math.exp(logSigma[i]) / values.draws();
        }
        assertThat(line.y()[i]).isCloseTo(mean * study.scaling().target().spread(), within(1e-9));
        assertThat(line.y()[i]).isBetween(band.low()[i], band.high()[i]);
      }
    }
  }

  /** In the units of the data, noise of a logarithm grows with the number. */
  @Test
  void onALogarithmicScaleNoiseVariesToo() {
    Study linear = Runs.study(60, 1, 0.25, 6, 2);
    var log = linear.configuration().withTargetScale(TargetScale.LOG);
    Report report = report(Study.of(linear.data(), linear.split(), log));
    assertThat(ids(report)).contains("noise");
    assertGood(report);
  }
}
