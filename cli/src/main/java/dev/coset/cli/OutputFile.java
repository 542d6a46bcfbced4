package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.store.DurableFiles;
import dev.coset.store.Pending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file that the user named for a result: there whole or not at all. A device or a pipe, which
 * cannot be replaced, is written to.
 */
final class OutputFile {
  private OutputFile() {}

  interface Body {
    void write(Path to) throws IOException;
  }

  /**
   * Refuses a path that cannot be written, or that lies in the run itself: before the work, not
   * after it.
   *
   * @param run the folder of a run, or a compressed one, from which the result is made
   */
  static void refuseUnusable(Path file, Path run) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new InputException("-o takes a file, but " + file + " is a folder: name a file.");
    }
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "There is no folder %s for the file %s: make it, or name another."
              .formatted(folder, file.getFileName()));
    }
    if (real(file).startsWith(real(run))) {
      throw new InputException(
          "The file %s lies in the run %s: name a file outside the run.".formatted(file, run));
    }
  }

  /** Where a path leads, links followed; of a file that does not exist yet, by its folder. */
  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      return Files.exists(absolute)
          ? absolute.toRealPath()
          : Objects.requireNonNull(absolute.getParent())
              .toRealPath()
              .resolve(Objects.requireNonNull(absolute.getFileName()));
    } catch (IOException e) {
      return absolute; // what is wrong with it is said where it is opened
    }
  }

  static void write(Path file, Body body) throws IOException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        writeThrough(file, body);
      } else {
        replace(Files.exists(file) ? file.toRealPath() : file, body);
      }
    } catch (UncheckedIOException e) {
      throw DurableFiles.about(file, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw DurableFiles.about(file, e);
    }
  }

  private static void writeThrough(Path file, Body body) throws IOException {
    Path aside = Files.createTempFile("coset", null);
    try {
      body.write(aside);
      try (var out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        Files.copy(aside, out);
      }
    } finally {
      Files.delete(aside);
    }
  }

  private static void replace(Path file, Body body) throws IOException {
    try (var pending = Pending.file(file)) {
      body.write(pending.path());
      pending.replace();
    }
  }
}
