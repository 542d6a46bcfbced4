package dev.coset.message;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The words of the command line, which can be typed as they are. */
record OptionWords() implements Dialect {
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_.,:=+@%/-]+");

  @Override
  public String words(Setting setting) {
    String name = "--" + setting.name().replace(' ', '-');
    return setting.values().isEmpty() ? name : name + " " + typed(setting.values());
  }

  @Override
  public String words(Command command) {
    return "'" + line(command) + "'";
  }

  /** A command as it is typed. */
  String line(Command command) {
    String run = command.run() == null ? "RUN" : command.run().toString();
    return "coset "
        + command.name().replace(' ', '-')
        + (command.name().equals(Command.CROSS_VALIDATE.name()) ? "" : " " + run)
        + command.settings().stream().map(s -> " " + words(s)).collect(Collectors.joining());
  }

  /** The value of an option: names with commas are quoted as in a file, all as a shell has it. */
  private static String typed(List<Object> values) {
    String value =
        values.stream()
            .map(OptionWords::plain)
            .map(
                name ->
                    name.contains(",") || name.contains("\"")
                        ? "\"" + name.replace("\"", "\"\"") + "\""
                        : name)
            .map(Printable::line)
            .collect(Collectors.joining(","));
    return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  private static String plain(Object value) {
    return value instanceof Enum<?> constant
        ? constant.name().toLowerCase(Locale.ROOT)
        : value.toString();
  }
}
