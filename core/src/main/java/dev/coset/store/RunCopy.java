package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies the folder of a run, whole or not at all. */
public final class RunCopy {
  private RunCopy() {}

  /**
   * Copies a run that nobody writes to.
   *
   * @param to a folder that does not exist yet
   */
  public static void copy(Path from, Path to) {
    new RunFolder(from).requireRun();
    if (Files.exists(to)) {
      throw new InputException("The path " + to + " is there already: give a new folder.");
    }
    Path place = to.toAbsolutePath();
    Path parent = place.getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Path pending = Files.createTempDirectory(parent, place.getFileName() + ".pending-");
      try {
        for (Path file : files(from)) {
          Path relative = from.relativize(file);
          Path of = relative.getParent();
          Path folder = of == null ? pending : Files.createDirectories(pending.resolve(of));
          try (var source = FileChannel.open(file, StandardOpenOption.READ)) {
            DurableFiles.replace(
                folder,
                file.getFileName().toString(),
                copy -> {
                  long size = source.size();
                  for (long at = 0; at < size; ) {
                    at += source.transferTo(at, size - at, copy);
                  }
                });
          }
        }
        Files.move(pending, place);
      } catch (IOException | RuntimeException e) {
        delete(pending);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().equals(RunLock.NAME))
          .toList();
    }
  }

  /** Deletes a folder with everything in it. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
