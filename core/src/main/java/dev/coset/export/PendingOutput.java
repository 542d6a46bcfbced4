package dev.coset.export;

import dev.coset.data.InputException;
import dev.coset.store.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Written beside its place, then moved there. What is in the place already gives way only if it is
 * an earlier export or an empty folder.
 */
final class PendingOutput {
  private PendingOutput() {}

  interface Body {
    void write(Path to) throws IOException;
  }

  interface Check {
    boolean isExport(Path path) throws IOException;
  }

  static void folder(Path out, Check check, Body body) throws IOException {
    deliver(out, check, Files::createDirectory, body);
  }

  static void file(Path out, Check check, Body body) throws IOException {
    deliver(out, check, Files::createFile, body);
  }

  private static void deliver(Path out, Check check, Body create, Body body) throws IOException {
    Path place = out.toAbsolutePath().normalize();
    Path folder = place.getParent();
    if (folder == null
        || (Files.exists(place) && !isEmptyFolder(place) && !check.isExport(place))) {
      throw new InputException(
          "The path %s holds something that is no earlier export of this format: choose another."
              .formatted(out));
    }
    // Not a temporary file of the system's: that only its owner could read.
    Path pending = folder.resolve(place.getFileName() + ".pending-" + UUID.randomUUID());
    try {
      Files.createDirectories(folder);
      create.write(pending);
    } catch (IOException e) {
      throw new InputException(
          "Nothing can be written to the folder %s: choose another (%s)."
              .formatted(folder, e.getMessage()),
          e);
    }
    try {
      body.write(pending);
      move(pending, place);
    } catch (IOException e) {
      throw DurableFiles.about(place, e);
    } finally {
      if (Files.exists(pending)) {
        delete(pending);
      }
    }
  }

  private static void move(Path pending, Path place) throws IOException {
    if (!Files.exists(place)) {
      Files.move(pending, place);
      return;
    }
    Path old = pending.resolveSibling(pending.getFileName() + ".old");
    Files.move(place, old);
    try {
      Files.move(pending, place);
    } catch (IOException e) {
      Files.move(old, place);
      throw e;
    }
    delete(old);
  }

  private static boolean isEmptyFolder(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (var files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  private static void delete(Path path) throws IOException {
    List<Path> deepestFirst;
    try (var all = Files.walk(path)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : deepestFirst) {
      Files.delete(each);
    }
  }
}
