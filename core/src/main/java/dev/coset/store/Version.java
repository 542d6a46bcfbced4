package dev.coset.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The version of this library, as the build wrote it. */
public final class Version {
  public static final String CURRENT = read();

  private Version() {}

  private static String read() {
    try (var in = Version.class.getResourceAsStream("/dev/coset/version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
