package dev.coset.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The name of a column, which may look like an option where it is attached to its own, as in {@code
 * --target=--json}. Picocli refuses such a value, so it gets a mark before it that no argument of a
 * program can hold.
 */
final class AttachedName implements IParameterPreprocessor, ITypeConverter<String> {
  private static final String MARK = "\0";

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's type
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    if ("=".equals(info.get("separator")) && !args.isEmpty()) {
      args.push(MARK + args.pop());
    }
    return false; // picocli continues with these
  }

  @Override
  public String convert(String name) {
    return unmarked(name);
  }

  static String unmarked(String name) {
    return name.startsWith(MARK) ? name.substring(MARK.length()) : name;
  }
}
