package dev.coset.report;

import dev.coset.baselines.Baselines;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.Estimate;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Slice;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How good predictions of the test rows are: numbers in the target's own units. */
final class TestScores {
  private static final double HALF = 0.5;
  private static final double CONFIDENCE = 0.95;

  private final TestRows rows;
  private final Optional<Baselines> baselines;
  private final String target;
  private final double unit;

  TestScores(TestRows rows, Optional<Baselines> baselines, String target, double unit) {
    this.rows = rows;
    this.baselines = baselines;
    this.target = target;
    this.unit = unit;
  }

  /** The key figures: how large the error is, what the network gains, whether intervals hold. */
  List<Block.Fact> facts() {
    List<Block.Fact> facts = new ArrayList<>();
    String count = Words.count(rows.count(), "test row");
    switch (rows) {
      case TestRows.OfNumbers numbers -> {
        RegressionScores scores = numbers.scores().regression();
        facts.add(
            new Block.Fact(
                "Typical error (RMSE)",
                Numbers.text(scores.rmse() * unit),
                "in units of %s; median absolute error %s; %s"
                    .formatted(target, Numbers.text(scores.medianAbsoluteError() * unit), count)));
        gains(facts);
        facts.add(
            new Block.Fact(
                "90% intervals hold",
                Numbers.percent(scores.coverage(TestRows.LEVEL)),
                "of the test rows; 50%% intervals hold %s"
                    .formatted(Numbers.percent(scores.coverage(HALF)))));
      }
      case TestRows.OfClasses classes -> {
        ClassificationScores scores = classes.scores().classification();
        facts.add(
            new Block.Fact(
                "Accuracy",
                Numbers.percent(scores.accuracy()),
                "log loss %s; %s; the most frequent class alone: %s"
                    .formatted(
                        Numbers.text(-classes.scores().lppd()),
                        count,
                        Numbers.percent(scores.majority()))));
        gains(facts);
        facts.add(
            new Block.Fact(
                "Expected calibration error",
                Numbers.percent(scores.reliability().calibrationError()),
                "about %s by chance; mean probability of the predicted class %s"
                    .formatted(
                        Numbers.percent(
                            ReliabilityByChance.of(scores.reliability()).expectedError()),
                        Numbers.percent(Slice.whole(classes).expected()))));
      }
    }
    return facts;
  }

  private void gains(List<Block.Fact> facts) {
    gain(Baselines.LINEAR, "Gain over a linear model").ifPresent(facts::add);
    gain(Baselines.CONSTANT, "Gain over a constant").ifPresent(facts::add);
  }

  /** By how much the run is better than a simple model on the same rows, with standard error. */
  private Optional<Block.Fact> gain(String baseline, String label) {
    return baselines
        .flatMap(all -> all.named(baseline))
        .map(
            simple -> {
              Estimate gain = gain(rows, simple.rows());
              Estimate score = Estimate.lead(rows, simple.rows());
              return switch (rows) {
                case TestRows.OfNumbers numbers -> {
                  double its = simple.rows().scores().regression().rmse() * unit;
                  yield new Block.Fact(
                      label,
                      plusMinus(gain, unit, ""),
                      "in RMSE, from %s (%s); log score gain %s"
                          .formatted(
                              Numbers.text(its),
                              percentChange(gain.value() * unit, its),
                              plusMinus(score, 1, "")));
                }
                case TestRows.OfClasses classes ->
                    new Block.Fact(
                        label,
                        plusMinus(gain, 100, "%"),
                        "in accuracy, from %s; log score gain %s"
                            .formatted(
                                Numbers.percent(simple.rows().scores().classification().accuracy()),
                                plusMinus(score, 1, "")));
              };
            });
  }

  private static String percentChange(double gain, double from) {
    return String.format(Locale.ROOT, "%+.0f%%", -100 * gain / from).replace('-', '\u2212');
  }

  /**
   * A gain in root mean squared error, in the units of scores, or in accuracy. The error of the
   * former is to first order in the mean squared errors.
   */
  static Estimate gain(TestRows run, TestRows simple) {
    double[] each = new double[run.count()];
    switch (run) {
      case TestRows.OfNumbers numbers -> {
        double[] error = ((TestRows.OfNumbers) simple).error();
        double its = simple.scores().regression().rmse();
        double own = run.scores().regression().rmse();
        Arrays.setAll(
            each, i -> square(error[i]) / (2 * its) - square(numbers.error()[i]) / (2 * own));
        return new Estimate(its - own, Estimate.mean(each, run).error());
      }
      case TestRows.OfClasses classes -> {
        Arrays.setAll(each, i -> (classes.held(i) ? 1 : 0) - (simple.held(i) ? 1 : 0));
        return Estimate.mean(each, run);
      }
    }
  }

  /** Every score with the 95% confidence interval, where there is one. */
  Block.Table table() {
    List<List<String>> cells = new ArrayList<>();
    switch (rows) {
      case TestRows.OfNumbers numbers -> {
        RegressionScores scores = numbers.scores().regression();
        double own = scores.rmse();
        double[] squares = Arrays.stream(numbers.error()).map(e -> square(e) / (2 * own)).toArray();
        add(cells, "RMSE", new Estimate(own * unit, Estimate.mean(squares, rows).error() * unit));
        add(cells, "median absolute error", scores.medianAbsoluteError() * unit);
        add(cells, "mean absolute error", scores.mae() * unit);
        add(cells, "CRPS", scores.crps() * unit);
        scores.r2().ifPresent(r2 -> add(cells, "R\u00b2", r2));
        cells.add(share("coverage of 90% intervals", Slice.whole(rows)));
        cells.add(List.of("coverage of 50% intervals", Numbers.percent(scores.coverage(HALF)), ""));
      }
      case TestRows.OfClasses classes -> {
        ClassificationScores scores = classes.scores().classification();
        cells.add(share("accuracy", Slice.whole(rows)));
        double[] loss = Arrays.stream(rows.logDensity()).map(l -> -l).toArray();
        add(cells, "log loss", Estimate.mean(loss, rows));
        add(cells, "Brier score", scores.brier());
        add(cells, "expected calibration error", scores.reliability().calibrationError());
        scores.auroc().ifPresent(auroc -> add(cells, "area under the ROC curve", auroc));
        scores
            .twoClasses()
            .ifPresent(two -> two.prAuc().ifPresent(p -> add(cells, "average precision", p)));
      }
    }
    if (rows instanceof TestRows.OfNumbers) {
      add(cells, "log score (standardised target)", Estimate.mean(rows.logDensity(), rows));
    }
    return new Block.Table(
        "Scores",
        "On %s that the model has not seen%s."
            .formatted(
                Words.count(rows.count(), "test row"),
                rows instanceof TestRows.OfNumbers ? ", in units of " + target : ""),
        List.of("score", "value", "95% interval"),
        cells);
  }

  private static void add(List<List<String>> cells, String name, double value) {
    cells.add(List.of(name, Numbers.text(value), ""));
  }

  private static void add(List<List<String>> cells, String name, Estimate of) {
    double[] interval = of.interval();
    cells.add(
        List.of(
            name,
            Numbers.text(of.value()),
            Double.isNaN(of.error())
                ? ""
                : Numbers.text(interval[0]) + " to " + Numbers.text(interval[1])));
  }

  private static List<String> share(String name, Slice whole) {
    double[] interval = whole.interval(CONFIDENCE);
    return List.of(
        name,
        Numbers.percent(whole.share()),
        Numbers.percent(interval[0]) + " to " + Numbers.percent(interval[1]));
  }

  /** With no more decimals than its standard error has, which has two digits. */
  private static String plusMinus(Estimate of, double factor, String unit) {
    double error = of.error() * factor;
    double value = of.value() * factor;
    if (error > 0) {
      double step = Math.pow(10, Math.floor(Math.log10(error)) - 1);
      value = Math.rint(value / step) * step;
    }
    return "%s%s \u00b1 %s%s".formatted(Numbers.text(value), unit, Numbers.text(error, 2), unit);
  }

  private static double square(double x) {
    return x * x;
  }
}
