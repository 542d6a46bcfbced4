package dev.coset.diagnostics;

import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Weighting;
import dev.coset.predictive.TestRows;
import dev.coset.sampler.Check;
import dev.coset.sampler.Sampler;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words findings. */
final class Wording {
  private static final int MOST_CHAINS_NAMED = 6;

  /** The start from short trainings, by name. */
  private static final String ENSEMBLE = "ensemble";

  private Wording() {}

  /** The advice for chains that end in different places. */
  static Message towardsOneMode(RunDiagnostics run) {
    Sampler sampler = run.sampler().settings();
    if (!sampler.reachesOneLevel()) {
      return Message.of(
          "Judge the run by its test rows and by the predictive of all chains together. A longer %s"
              + " brings chains nearer to each other.",
          Setting.WARMUP);
    }
    // docs/lab, "Starts from an ensemble": modes are decided long before the usual warm-up ends.
    int usual = Sampler.named(sampler.name()).warmup();
    return sampler.warmup() < usual
        ? Message.of("Rerun with %s.", Setting.WARMUP.to(usual))
        : Message.of("A longer warm-up does not help. %s", amongModes(run));
  }

  /** The advice for chains in different modes, without options that are in force. */
  static Message amongModes(RunDiagnostics run) {
    if (run.weights().asked() != Weighting.STACKING) {
      return Message.of(
          "Rerun with %s to weight modes by predictive accuracy.",
          Setting.WEIGHTS.to(Weighting.STACKING));
    }
    return run.start().equals(ENSEMBLE)
        ? Message.of("%s shows the share of the evidence that each mode has.", Command.SYMMETRY)
        : Message.of(
            "Rerun with %s to start chains where short trainings end.", Setting.INIT.to(ENSEMBLE));
  }

  static String sit(List<Integer> chains) {
    return named(chains) + (chains.size() == 1 ? " sits" : " sit");
  }

  static String named(List<Integer> chains) {
    String first =
        chains.stream()
            .limit(MOST_CHAINS_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    int more = chains.size() - MOST_CHAINS_NAMED;
    return (chains.size() == 1 ? "chain " : "chains ")
        + first
        + (more > 0 ? " and " + more + " more" : "");
  }

  static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** What a sampler's check found, where, and what would help. */
  static Message message(Check check) {
    String found =
        check.sentence() + (check.chains().isEmpty() ? "" : ", in " + named(check.chains())) + ".";
    List<Message> remedies =
        check.remedies().stream()
            .map(r -> Message.of(r.raise() ? "raise %s" : "lower %s", r.setting()))
            .toList();
    return remedies.isEmpty()
        ? Message.text(found)
        : Message.of("%s To improve this, %s.", found, Message.join(" or ", remedies));
  }

  static String sentence(String reason) {
    return reason.endsWith(".") ? reason : reason + ".";
  }

  static String count(int number, String what) {
    return number == 1 ? "1 " + what : number + " " + what + "s";
  }

  static String percent(double share) {
    double percent = 100 * share;
    return format(percent == 0 || percent >= 10 ? "%.0f%%" : "%.2g%%", percent);
  }

  /** The probability of a test. */
  static String probability(double p) {
    return p < 0.001 ? "p < 0.001" : format("p = %.2g", p);
  }

  /** Says that grouped rows were tested by group. */
  static String byGroup(TestRows rows, int groups) {
    return rows.blocks() == null
        ? ""
        : format(" (%s, each counted as one row)", count(groups, "group"));
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
