package dev.coset.cli;

import dev.coset.data.InputException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** A time as users write it: 90s, 10m, 2h. */
final class GivenTime {
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(s|m|h|)");
  private static final double SHORTEST = 5;

  private GivenTime() {}

  static Duration of(String time) {
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
}
