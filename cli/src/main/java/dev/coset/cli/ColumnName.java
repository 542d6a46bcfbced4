package dev.coset.cli;

import picocli.CommandLine.ITypeConverter;

/** A name in a list of names, which may be quoted as a CSV file quotes it: for its commas. */
final class ColumnName implements ITypeConverter<String> {
  @Override
  public String convert(String value) {
    String name = AttachedName.unmarked(value);
    return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name;
  }
}
