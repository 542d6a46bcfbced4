package dev.coset.message;

/** Words remedies for a front end. */
public sealed interface Dialect permits OptionWords, ParameterWords, MethodWords {
  /** Options of the command line: {@code --target-scale log}. */
  Dialect OPTIONS = new OptionWords();

  /** Parameters of Python's estimators: {@code target_scale="log"}. */
  Dialect PARAMETERS = new ParameterWords();

  /** Methods of {@code Fit}: {@code targetScale(TargetScale.LOG)}. */
  Dialect METHODS = new MethodWords();

  String words(Setting setting);

  String words(Command command);

  /** A remedy in the words of this front end. */
  default String words(Remedy remedy) {
    return switch (remedy) {
      case Setting setting -> words(setting);
      case Command command -> words(command);
    };
  }
}
