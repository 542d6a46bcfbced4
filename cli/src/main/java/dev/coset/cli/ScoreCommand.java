package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.data.Reading;
import dev.coset.data.TargetColumn;
import dev.coset.predictive.PointScores;
import dev.coset.predictive.Predictor;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import dev.coset.predictive.TestRows;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "score",
    mixinStandardHelpOptions = true,
    description = "Score predictions on rows with a known target.",
    footer = {
      "",
      "LPPD is the mean log predictive density of the standardised target, as in the paper; larger"
          + " is better.",
      "RMSE and R^2 are of the predicted mean; MAE and the median absolute error (median AE) are of"
          + " the predicted median. With two classes, the second is the positive one in PR-AUC"
          + " (average precision) and F1. Brier is the mean squared error of its probability, as in"
          + " scikit-learn. With more classes, squared errors are summed over classes.",
      "calibration tests all intervals and quantiles, or all class probabilities, at once. A"
          + " calibrated model fails the test (p at most 0.01) once in a hundred runs. Rows of one"
          + " --test-group count as one row.",
      "Where the run has a --row-weight, all scores are weighted by that column. Rows of a file"
          + " without it count equally.",
      "",
      "Examples:",
      "  coset score houses-run              the run's own test rows",
      "  coset score houses-run later.csv"
    })
final class ScoreCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "Folder of the run, or file of a compressed one.")
  Path folder = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TEST.csv",
      description =
          "Rows with the target, as CSV, Parquet or NumPy's .npz. Default: the run's own test"
              + " rows.")
  @Nullable Path csv;

  @Mixin NewDataOptions options = new NewDataOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    try (var run = weights.model(folder, options.threads.number, console)) {
      Optional<TestRows> own = csv == null ? Optional.of(ownTestRows(run)) : Optional.empty();
      Scores scores = csv == null ? own.orElseThrow().scores() : rowsOf(csv, run, console);
      var target = ScoredTarget.of(run);
      Map<String, Object> fields = ScoreTable.fields(scores, target);
      String text = ScoreTable.text(scores, target);
      if (isGroupingKnown(run)) {
        var calibration = own.map(CalibrationText::of).orElseGet(() -> CalibrationText.of(scores));
        calibration.addTo(fields);
        text += "\n" + calibration.text();
      }
      console.print(fields, text);
    }
    return 0;
  }

  /** Rows of one group are not independent, and neither a file nor a compressed run has groups. */
  private boolean isGroupingKnown(FittedModel model) {
    return model instanceof Mixture run && (csv == null || run.study().data().blocks() == null);
  }

  private TestRows ownTestRows(FittedModel run) {
    Predictor.of(run); // says what is missing where there is no draw
    return TestRows.of(run, options.threads.number)
        .orElseThrow(
            () ->
                new InputException(
                    "The run "
                        + folder
                        + " has no test rows: give a file, coset score "
                        + folder
                        + " TEST.csv."));
  }

  private Scores rowsOf(Path file, FittedModel run, Console console) {
    var predictor = Predictor.of(run);
    var scaling = run.scaling();
    var scoring = new Scoring();
    var outside = predictor.outsideRows();
    Reading reading =
        run.encoding()
            .read(
                file,
                options.unknownLevel,
                options.missing,
                TargetColumn.REQUIRED,
                NewDataOptions.CHUNK,
                table -> {
                  outside.add(table.features());
                  var predictive = predictor.standard(table.features(), options.threads.number);
                  var y = scaling.points(table).y();
                  scoring.add(
                      PointScores.of(predictive, y, scaling.target(), options.threads.number));
                });
    options.tell(reading, outside, run, console);
    return scoring.scores();
  }
}
