package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.byGroup;
import static dev.coset.diagnostics.Wording.count;
import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.percent;
import static dev.coset.diagnostics.Wording.probability;

import dev.coset.data.Blocks;
import dev.coset.data.TargetScale;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.PitCalibration;
import dev.coset.predictive.Slice;
import dev.coset.predictive.Slices;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Findings on the calibration of intervals: on all test rows, and where it is worst. */
final class NumberVerdict {
  private static final double CONFIDENCE = 0.95;

  /** So improbable a number, or a less probable one, is far out. */
  private static final double FAR = 1e-5;

  private static final Setting LOG = Setting.TARGET_SCALE.to(TargetScale.LOG);
  private static final int MOST_NAMED = 5;
  private static final double EXTREME = 1e-12;

  private final Study study;
  private final boolean chosen; // by the data
  private final TestRows.OfNumbers rows;
  private final Slices slices;
  private final Slice whole;
  private final PitCalibration calibration;
  private final List<Finding> findings = new ArrayList<>();

  NumberVerdict(Mixture run, TestRows.OfNumbers rows, Slices slices) {
    this.study = run.study();
    this.chosen = run.choice().isPresent();
    this.rows = rows;
    this.slices = slices;
    this.whole = Slice.whole(rows);
    this.calibration = PitCalibration.of(rows);
  }

  List<Finding> findings() {
    // What is too narrow somewhere matters most, and a few rows far out make all else too wide.
    Optional<Finding> where =
        slices
            .worst(true)
            .map(this::worst)
            .or(this::outliers)
            .or(this::trend)
            .or(() -> slices.worst(false).map(this::worst));
    findings.add(calibration(where.isEmpty()));
    where.ifPresent(findings::add);
    return findings;
  }

  /**
   * The test of the whole.
   *
   * @param alone whether no other finding says what to do
   */
  private Finding calibration(boolean alone) {
    String tested = count(rows.count(), "test row") + byGroup(rows, calibration.units());
    String p = probability(calibration.probability());
    if (!calibration.isOff()) {
      return Finding.ok(
          "calibration",
          "90%% intervals hold %s of %s. All intervals and quantiles agree with chance (%s).",
          percent(whole.share()),
          tested,
          p);
    }
    PitCalibration.Level level = calibration.mostExtreme();
    boolean more = level.share() > level.nominal();
    boolean wide = level.isInterval() && more;
    String what =
        level.isInterval()
            ? format(
                "%.0f%% intervals hold %s of %s, %s than chance allows (%s): they are too %s",
                100 * level.nominal(),
                percent(level.share()),
                tested,
                more ? "more" : "fewer",
                p,
                more ? "wide" : "narrow")
            : format(
                "%s of %s lie below the predicted %.0f%% quantile, %s than chance allows (%s): the"
                    + " quantile is too %s",
                percent(level.share()),
                tested,
                100 * level.nominal(),
                more ? "more" : "fewer",
                p,
                more ? "high" : "low");
    // Of heavier tails than a normal's, most rows lie in the middle, yet not within 90%.
    boolean shape = wide && isRightOnTheWhole() || isSkewed();
    Message advice =
        alone && shape
            ? noiseOptions().map(o -> Message.of(" Try %s.", o)).orElse(Message.text(""))
            : Message.text("");
    return Finding.warning("calibration", "%s.%s", what, advice);
  }

  private Finding worst(Slice worst) {
    double[] interval = worst.interval(CONFIDENCE);
    return new Finding(
        worst.tooFew() ? Severity.WARNING : Severity.NOTE,
        Slices.WORST,
        Message.of(
            "90%% intervals hold %s of the %s (%s to %s with 95%% confidence), which chance does"
                + " not explain. %s",
            percent(worst.share()),
            worst.words(),
            percent(interval[0]),
            percent(interval[1]),
            isUneven(worst)
                ? towardsEvenNoise()
                : worst.tooFew() ? tooNarrow() : Message.text("They are too wide everywhere.")));
  }

  private Message tooNarrow() {
    return chosen || isLinear()
        ? Message.text("They are too narrow everywhere: test rows may differ from training rows.")
        : Message.of(
            "They are too narrow everywhere: the network may be too large. Try %s, or fewer"
                + " neurons.",
            Setting.HIDDEN.to("auto"));
  }

  private boolean isLinear() {
    return study.configuration().hidden().length == 0;
  }

  private boolean isRightOnTheWhole() {
    return whole.probability() >= Slices.FALSE_ALARM;
  }

  /** Whether a slice differs from the whole, and not only as the whole from what it should be. */
  private boolean isUneven(Slice slice) {
    return isRightOnTheWhole() || slices.isOff(slice.expecting(whole.share()));
  }

  /** What to do about noise that differs between rows more than the model knows. */
  private Message towardsEvenNoise() {
    return noiseOptions()
        .map(options -> Message.of("Try %s.", options))
        .orElse(
            Message.text(
                "The columns do not explain the noise of these rows. More such rows, or a column"
                    + " that tells them apart, would help."));
  }

  /** Options that describe noise better, without those that were tried or are in force. */
  private Optional<Message> noiseOptions() {
    Setting heteroscedastic = Setting.LIKELIHOOD.to(Likelihood.HETEROSCEDASTIC);
    boolean knowsOne = !chosen && study.configuration().likelihood().equals(Likelihood.NORMAL);
    if (mayHaveLogarithm()) {
      return Optional.of(
          knowsOne ? Message.of("%s or %s", LOG, heteroscedastic) : Message.of("%s", LOG));
    }
    return knowsOne ? Optional.of(Message.of("%s", heteroscedastic)) : Optional.empty();
  }

  private boolean mayHaveLogarithm() {
    return !chosen
        && study.configuration().targetScale() == TargetScale.LINEAR
        && Arrays.stream(study.data().target()).allMatch(y -> y > 0);
  }

  /**
   * Whether targets lie further above their predictions than below, which a log scale would fix.
   */
  private boolean isSkewed() {
    var normal = NormalDistribution.of(0, 1);
    double[] z =
        Arrays.stream(rows.pit())
            .map(p -> normal.inverseCumulativeProbability(Math.clamp(p, EXTREME, 1 - EXTREME)))
            .toArray();
    double error = Math.sqrt(6.0 / z.length); // of the skewness of normal ones
    return TargetScale.skewness(z, null) > 3 * error;
  }

  private Optional<Finding> trend() {
    return NoiseTrend.strongest(study, rows)
        .map(
            trend ->
                new Finding(Severity.WARNING, Verdict.NOISE, trend.message(towardsEvenNoise())));
  }

  private Optional<Finding> outliers() {
    int[] far =
        IntStream.range(0, rows.count())
            .filter(i -> 2 * Math.min(rows.pit()[i], 1 - rows.pit()[i]) < FAR)
            .toArray();
    Blocks blocks = rows.blocks();
    long independent =
        blocks == null
            ? far.length
            : Arrays.stream(far).map(row -> blocks.of()[row]).distinct().count();
    double chance =
        BinomialDistribution.of(rows.count(), FAR).survivalProbability((int) independent - 1);
    if (far.length == 0 || chance > Slices.FALSE_ALARM) {
      return Optional.empty();
    }
    String which =
        Arrays.stream(far)
            .limit(MOST_NAMED)
            .mapToObj(i -> String.valueOf(study.split().test()[i] + 1))
            .collect(Collectors.joining(", "));
    return Optional.of(
        Finding.warning(
            "outliers",
            "%s so far from the prediction that chance does not explain it (row%s %s of the"
                + " data%s). Such rows widen all intervals. Correct or remove them%s.",
            far.length == 1 ? "1 test row lies" : far.length + " test rows lie",
            far.length == 1 ? "" : "s",
            which,
            far.length > MOST_NAMED ? " and others" : "",
            mayHaveLogarithm() ? Message.of(", or try %s", LOG) : ""));
  }
}
