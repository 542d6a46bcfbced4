package dev.coset.diagnostics;

import dev.coset.model.Weighting;
import dev.coset.predictive.TestRows;
import dev.coset.sampler.Check;
import dev.coset.sampler.Sampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How findings are put into words. */
final class Wording {
  private static final int MOST_CHAINS_NAMED = 6;

  /** The start from short trainings, by name. */
  private static final String ENSEMBLE = "ensemble";

  private Wording() {}

  /** What to do about chains that end elsewhere than others. */
  static String towardsOneMode(RunDiagnostics run) {
    Sampler sampler = run.sampler().settings();
    if (!sampler.reachesOneLevel()) {
      return "judge by the test rows and the predictive, which all chains make together; a longer"
          + " --warmup brings them nearer, and 'coset symmetry' shows what share of the evidence"
          + " each mode has";
    }
    // docs/results.md, "Starts from an ensemble": modes are decided long before the usual warm-up
    // ends.
    int usual = Sampler.named(sampler.name()).warmup();
    return sampler.warmup() < usual
        ? format("raise --warmup to %d", usual)
        : "after so long a warm-up a longer one will not help; " + amongModes(run);
  }

  /** What to do about chains in different modes, without what the run does already. */
  static String amongModes(RunDiagnostics run) {
    List<String> options = new ArrayList<>();
    if (run.weights().asked() != Weighting.STACKING) {
      options.add("'--weights stacking' weights modes by predictive accuracy");
    }
    if (!run.start().equals(ENSEMBLE)) {
      options.add("'coset fit --init ensemble' starts chains where trainings end");
    }
    options.add("'coset symmetry' shows what share of the evidence each mode has");
    return String.join("; ", options);
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
  static String sentence(Check check) {
    String remedies =
        check.remedies().stream()
            .map(remedy -> (remedy.raise() ? "raise " : "lower ") + option(remedy.setting()))
            .collect(Collectors.joining(" or "));
    return check.sentence()
        + (check.chains().isEmpty() ? "" : ", in " + named(check.chains()))
        + (remedies.isEmpty() ? "." : ": " + remedies + ".");
  }

  private static String option(String setting) {
    return "--" + setting.replace(' ', '-');
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
