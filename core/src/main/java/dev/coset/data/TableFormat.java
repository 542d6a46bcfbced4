package dev.coset.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A format of tables that a module of its own reads, so that the library does not depend on what
 * the format needs. {@link ServiceLoader} finds it.
 */
public interface TableFormat {
  /** The name by which the library asks for the format. */
  String name();

  /**
   * Opens a file that is named as one of this format or begins as one, or a folder of such files.
   *
   * @throws InputException with one sentence where the content cannot be used
   * @throws IOException where the system cannot read the file
   */
  TableSource open(Path file) throws IOException;

  /** The format of that name, if a module on the class path reads it. */
  static Optional<TableFormat> named(String name) {
    return ServiceLoader.load(TableFormat.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(format -> format.name().equals(name))
        .findFirst();
  }
}
