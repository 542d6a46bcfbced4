package dev.coset.message;

import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The words of Python. What its estimators lack is said of frames or of the command line. */
record ParameterWords() implements Dialect {
  private static final Set<String> PARAMETERS =
      Set.of(
          "hidden",
          "activation",
          "likelihood",
          "target scale",
          "prior scale",
          "sampler",
          "chains",
          "warmup",
          "draws",
          "thinning",
          "time");

  @Override
  public String words(Setting setting) {
    String name = setting.name().replace(' ', '_');
    return switch (setting.name()) {
      case "ignore" -> "X.drop(columns=[" + listed(setting, ParameterWords::literal) + "])";
      case "features" -> "X[[" + listed(setting, ParameterWords::literal) + "]]";
      case "categorical" ->
          "X.astype({" + listed(setting, value -> literal(value) + ": \"category\"") + "})";
      case "threads" -> assigned("n_jobs", setting);
      case "out" -> assigned("folder", setting);
      case "row weight" -> assigned("sample_weight", setting);
      default ->
          PARAMETERS.contains(setting.name())
              ? assigned(name, setting)
              : onCommandLine(Dialect.OPTIONS.words(setting));
    };
  }

  /** To add chains, Python fits again. */
  @Override
  public String words(Command command) {
    boolean addsChains =
        command.name().equals(Command.RESUME.name()) && !command.settings().isEmpty();
    return addsChains
        ? command.settings().stream().map(this::words).collect(Collectors.joining(", "))
        : onCommandLine(Dialect.OPTIONS.words(command));
  }

  private static String assigned(String name, Setting setting) {
    String values = listed(setting, ParameterWords::literal);
    return switch (setting.values().size()) {
      case 0 -> name;
      case 1 -> name + "=" + values;
      default -> name + "=(" + values + ")";
    };
  }

  private static String listed(Setting setting, Function<Object, String> each) {
    return setting.values().stream().map(each).collect(Collectors.joining(", "));
  }

  private static String literal(Object value) {
    return switch (value) {
      case Number number -> number.toString();
      case Enum<?> constant -> Quoted.literal(constant.name().toLowerCase(Locale.ROOT));
      default -> Quoted.literal(value.toString());
    };
  }

  private static String onCommandLine(String words) {
    return words + " of the command line";
  }
}
