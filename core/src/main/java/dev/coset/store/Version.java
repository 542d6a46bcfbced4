package dev.coset.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this library, as the build wrote it. */
public final class Version {
  public static final String CURRENT = read();

  private Version() {}

  private static String read() {
    try (var in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        return "development";
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "development");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
