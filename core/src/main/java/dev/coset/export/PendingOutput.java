package dev.coset.export;

import dev.coset.data.InputException;
import dev.coset.store.DurableFiles;
import dev.coset.store.Pending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  private interface Start {
    Pending at(Path place) throws IOException;
  }

  static void folder(Path out, Check check, Body body) throws IOException {
    deliver(out, check, Pending::folder, body);
  }

  static void file(Path out, Check check, Body body) throws IOException {
    deliver(out, check, Pending::file, body);
  }

  private static void deliver(Path out, Check check, Start start, Body body) throws IOException {
    Path place = out.toAbsolutePath().normalize();
    Path folder = place.getParent();
    if (folder == null
        || (Files.exists(place) && !isEmptyFolder(place) && !check.isExport(place))) {
      throw new InputException(
          "The path %s holds something other than an earlier export of this format. Choose another path."
              .formatted(out));
    }
    Pending prepared;
    try {
      Files.createDirectories(folder);
      prepared = start.at(place);
    } catch (IOException e) {
      throw new InputException(
          "Cannot write to the folder %s: choose another (%s).".formatted(folder, e.getMessage()),
          e);
    }
    try (prepared) {
      body.write(prepared.path());
      prepared.replaceAll();
    } catch (IOException e) {
      throw DurableFiles.about(place, e);
    }
  }

  private static boolean isEmptyFolder(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (var files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }
}
