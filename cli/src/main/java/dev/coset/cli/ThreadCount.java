package dev.coset.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of threads, the same in every command. */
final class ThreadCount implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    int threads;
    try {
      threads = Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number of threads, such as 4");
    }
    if (threads < 1) {
      throw new TypeConversionException("there must be at least 1 thread, not " + threads);
    }
    return threads;
  }
}
