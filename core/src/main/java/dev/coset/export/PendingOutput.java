package dev.coset.export;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

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
    Path parent = prepare(out, check);
    Path pending = Files.createTempDirectory(parent, out.getFileName() + ".pending");
    deliver(pending, out, body);
  }

  static void file(Path out, Check check, Body body) throws IOException {
    Path parent = prepare(out, check);
    Path pending = Files.createTempFile(parent, out.getFileName().toString(), ".pending");
    deliver(pending, out, body);
  }

  private static Path prepare(Path out, Check check) throws IOException {
    if (out.getFileName() == null) {
      throw new InputException("The path " + out + " has no name: give one to --out.");
    }
    if (Files.exists(out) && !isEmptyFolder(out) && !check.isExport(out)) {
      throw new InputException(
          "The path " + out + " is there and no earlier export of this format: choose another.");
    }
    Path parent = out.toAbsolutePath().getParent();
    return Files.createDirectories(java.util.Objects.requireNonNull(parent));
  }

  private static boolean isEmptyFolder(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (var files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  private static void deliver(Path pending, Path out, Body body) throws IOException {
    try {
      body.write(pending);
      if (Files.exists(out)) {
        Path old = pending.resolveSibling(pending.getFileName() + ".old");
        Files.move(out, old);
        Files.move(pending, out);
        delete(old);
      } else {
        Files.move(pending, out);
      }
    } finally {
      if (Files.exists(pending)) {
        delete(pending);
      }
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
