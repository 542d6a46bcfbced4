package dev.coset.message;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The words of Java: methods of {@code Fit} and of what continues one. */
record MethodWords() implements Dialect {
  @Override
  public String words(Setting setting) {
    String name = camel(setting.name());
    List<Object> values = setting.values();
    if (values.isEmpty()) {
      return setting.equals(Setting.OUT) ? "folder" : name;
    }
    return switch (setting.name() + " " + values.getFirst()) {
      case "hidden auto" -> "chooseModel()";
      case "hidden linear" -> "hidden()";
      case "engine local" -> "engine(Engine.local(threads))";
      default ->
          name
              + values.stream()
                  .map(MethodWords::literal)
                  .collect(Collectors.joining(", ", "(", ")"));
    };
  }

  @Override
  public String words(Command command) {
    if (command.name().equals(Command.RESUME.name())) {
      String run =
          command.run() == null
              ? "folder"
              : "Path.of(" + Quoted.literal(command.run().toString()) + ")";
      return "Fit.resume("
          + run
          + ")"
          + command.settings().stream().map(s -> "." + words(s)).collect(Collectors.joining())
          + ".run()";
    }
    return command.name().equals(Command.CROSS_VALIDATE.name())
        ? "Fit.crossValidate"
        : Dialect.OPTIONS.words(command) + " of the command line";
  }

  private static String camel(String name) {
    String joined =
        Arrays.stream(name.split(" "))
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(Collectors.joining());
    return Character.toLowerCase(joined.charAt(0)) + joined.substring(1);
  }

  private static String literal(Object value) {
    return switch (value) {
      case Number number -> number.toString();
      case Enum<?> constant -> constant.getDeclaringClass().getSimpleName() + "." + constant.name();
      default -> Quoted.literal(value.toString());
    };
  }
}
