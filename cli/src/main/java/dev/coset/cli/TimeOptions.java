package dev.coset.cli;

import static dev.coset.cli.DataOptions.given;

import dev.coset.data.InputException;
import dev.coset.fit.Fit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a fit may take: on this machine, or in work that is the same on every machine. */
final class TimeOptions {
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(s|m|h|)");
  private static final double SHORTEST = 5; // seconds

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description =
          "Time limit on this machine, such as 90s, 10m or 2h. Coset fits the number and length of"
              + " chains into it. Default: a fixed number of gradients, a few minutes at most.")
  @Nullable String time;

  @Option(
      names = "--core-seconds",
      paramLabel = "CHOICE,SAMPLING",
      split = ",",
      description =
          "Instead of --time, the reference core-seconds to choose the model, and those to sample."
              + " Unlike --time, they give the same draws on every machine. The report of a run"
              + " with --time prints its two numbers.")
  @Nullable List<Double> coreSeconds;

  /** Hands the options to a fit. */
  Fit in(Fit fit) {
    given(time, limit -> fit.time(duration(limit)));
    given(coreSeconds, seconds -> coreSeconds(seconds, fit));
    return fit;
  }

  /** A time as users write it: 90s, 10m, 2h. */
  private static Duration duration(String time) {
    var given = TIME.matcher(time.strip().toLowerCase(Locale.ROOT));
    if (!given.matches()) {
      throw new InputException("--time takes 90s, 10m or 2h, but was '" + time + "'.");
    }
    double unit = given.group(2).equals("h") ? 3600 : given.group(2).equals("m") ? 60 : 1;
    double seconds = Double.parseDouble(given.group(1)) * unit;
    if (!(seconds >= SHORTEST)) {
      throw new InputException("--time must be 5s at least, but was '" + time + "'.");
    }
    return Duration.ofMillis(Math.round(1000 * seconds));
  }

  private static void coreSeconds(List<Double> seconds, Fit fit) {
    if (seconds.size() != 2) {
      throw new InputException(
          "--core-seconds takes two positive numbers such as 20,60: the reference core-seconds to"
              + " choose the model, and those to sample.");
    }
    fit.coreSeconds(seconds.getFirst(), seconds.getLast());
  }
}
